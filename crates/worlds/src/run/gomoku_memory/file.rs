//! The file of a memory: made at once or not at all, and looked at before anything writes to it.

use std::cell::Cell;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Once;

use redb::backends::InMemoryBackend;
use redb::{Builder, Database, DatabaseError, Error, ReadableDatabase, StorageBackend};

use super::{BYTES, Diagnostic, Diagnostics, ENTRIES, FORM, IDENTITIES, META, NEXT, VERSION};
use searchlab_trial::files::check_regular;
use searchlab_trial::text::printable;

/// Bytes of pages that are kept in memory.
const CACHE: usize = 16 << 20;

/// Bytes by which the copy of a file may grow while it is set right, beside its own size.
const MOST_GROWTH: u64 = 64 << 20;

/// The first bytes of the files of the store.
const MAGIC: &[u8] = b"redb";

pub(super) fn options() -> Builder {
    let mut options = Database::builder();
    options.set_cache_size(CACHE);
    options
}

/// Makes an empty memory: beside its place first, so that nobody ever finds a part of one there.
pub(super) fn make(path: &Path) -> Result<(), Diagnostics> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside: PathBuf = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let no_folder = || Diagnostic::new(format!("cannot make the memory {}: its folder does not exist", shown(path)));
    let made = fill(&beside).map_err(|error| match error {
        Error::Io(error) if error.kind() == io::ErrorKind::NotFound => no_folder().into(),
        error => refusal(path, error),
    });
    let made = made.and_then(|()| {
        // A link never takes the place of a file. Where there are no links, nor is there a way to be so careful.
        match fs::hard_link(&beside, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::rename(&beside, path),
            _ => Ok(()),
        }
        .map_err(|error| refusal(path, Error::Io(error)))
    });
    let _ = fs::remove_file(&beside);
    made
}

fn fill(path: &Path) -> Result<(), Error> {
    begin(&options().create(path)?)
}

/// An empty memory that no file keeps.
pub(super) fn without_file() -> Result<Database, Error> {
    let database = options().create_with_backend(InMemoryBackend::new())?;
    begin(&database)?;
    Ok(database)
}

/// Makes the tables of an empty memory.
fn begin(database: &Database) -> Result<(), Error> {
    let write = database.begin_write()?;
    {
        let mut meta = write.open_table(META)?;
        meta.insert(FORM, VERSION)?;
        meta.insert(NEXT, 1)?;
        meta.insert(BYTES, 0)?;
        write.open_table(ENTRIES)?;
        write.open_table(IDENTITIES)?;
    }
    write.commit()?;
    Ok(())
}

/// Looks at a copy of the file, so that whatever is wrong with it, it stays as it is. A file that was not closed is set
/// right in the copy as it would be in its place.
pub(super) fn check(path: &Path) -> Result<(), Diagnostics> {
    let io_refusal = |error| refusal(path, Error::Io(error));
    if fs::metadata(path).map_err(io_refusal)?.is_dir() {
        return Err(Diagnostic::new(format!("{} is a directory", shown(path))).help("name a file").into());
    }
    // Held while the copy is made: nobody writes meanwhile. A pipe would hold up whoever opens it.
    if check_regular(path).is_err() || !begins_as_ours(path).map_err(io_refusal)? {
        return Err(foreign(path));
    }
    let held = guarded(|| Ok(options().open_read_only(path)));
    if let Ok(Err(error @ DatabaseError::DatabaseAlreadyOpen)) = held {
        return Err(refusal(path, error.into()));
    }
    let bytes = fs::read(path).map_err(io_refusal)?;
    match guarded(|| examine(&bytes)) {
        Ok(VERSION) => Ok(()),
        Ok(other) => Err(Diagnostic::new(format!(
            "{} is a memory of version {other}, and this program knows version {VERSION}",
            shown(path)
        ))
        .help("name another file; it is left as it is")
        .into()),
        Err(error) => Err(refusal(path, error)),
    }
}

fn begins_as_ours(path: &Path) -> io::Result<bool> {
    use io::Read;
    let mut first = Vec::new();
    fs::File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    Ok(first == MAGIC)
}

/// The result of the store; an error that the file is damaged where it panics, as it does on some that are.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    thread_local! {
        static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.try_with(Cell::get).unwrap_or_default() {
                usual(info);
            }
        }));
    });
    IS_GUARDED.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(false);
    done.unwrap_or_else(|_| Err(Error::Corrupted("its pages make no sense".to_owned())))
}

/// A copy of a file in memory, which does not grow much larger: a damaged file may ask for any size.
#[derive(Debug)]
struct Copy {
    pages: InMemoryBackend,
    most: u64,
}

impl Copy {
    fn of(bytes: &[u8]) -> io::Result<Self> {
        let pages = InMemoryBackend::new();
        pages.set_len(bytes.len() as u64)?;
        pages.write(0, bytes)?;
        Ok(Self { pages, most: (bytes.len() as u64).saturating_mul(2).saturating_add(MOST_GROWTH) })
    }
}

impl StorageBackend for Copy {
    fn len(&self) -> io::Result<u64> {
        self.pages.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.pages.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        if len > self.most {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it asks for more room than any memory has"));
        }
        self.pages.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.pages.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.pages.write(offset, data)
    }
}

/// The version of a sound memory.
fn examine(bytes: &[u8]) -> Result<u64, Error> {
    let mut database = options().create_with_backend(Copy::of(bytes)?)?;
    if !database.check_integrity()? {
        return Err(Error::Corrupted("its pages do not agree".to_owned()));
    }
    let read = database.begin_read()?;
    let meta = read.open_table(META)?;
    let version = super::number(&meta, FORM)?;
    if version == VERSION {
        read.open_table(ENTRIES)?;
        read.open_table(IDENTITIES)?;
    }
    Ok(version)
}

/// The message for an error.
pub(super) fn refusal(path: &Path, error: Error) -> Diagnostics {
    let path_shown = shown(path);
    let diagnostic = match error {
        Error::DatabaseAlreadyOpen => Diagnostic::new(format!("the memory {path_shown} is in use by another program"))
            .help("wait until that ends, or name another file"),
        Error::Io(error) if error.kind() == io::ErrorKind::NotFound => {
            Diagnostic::new(format!("there is no file {path_shown}")).help("a search with --memory FILE makes one")
        }
        Error::Io(error) if error.raw_os_error().is_some() => {
            Diagnostic::new(format!("cannot use the memory {path_shown}: {error}"))
        }
        Error::TableDoesNotExist(_) | Error::TableTypeMismatch { .. } | Error::TableIsMultimap(_) => {
            return foreign(path);
        }
        Error::UpgradeRequired(version) => {
            Diagnostic::new(format!("{path_shown} is a store of version {version}, too old for this program"))
                .help("name another file; it is left as it is")
        }
        error => Diagnostic::new(format!("the memory {path_shown} is damaged: {error}"))
            .help("it is left as it is: name another file, or remove it"),
    };
    diagnostic.into()
}

/// That a file is something else.
fn foreign(path: &Path) -> Diagnostics {
    Diagnostic::new(format!("{} is no memory of Gomoku positions", shown(path)))
        .help("name another file; it is left as it is")
        .into()
}

fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}
