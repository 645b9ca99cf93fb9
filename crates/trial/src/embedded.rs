//! Files inside the program: they stand for files that the disk does not have.
//!
//! Idea        Commands and experiments name files by paths, and the program brings some of its own. A path that the disk
//!             does not know is looked up among theirs: as a path from the current folder, and, if it names no folder,
//!             as the name of a file, with or without its ending. A file on the disk always comes first.
//! Not here    The files, which the program declares; reading (diagnostic/input.rs).

use std::path::{Component, Path};
use std::sync::{PoisonError, RwLock};

use crate::diagnostic::nearest;

/// The path of a file inside the program, with `/`, and its text.
pub type File = (&'static str, &'static str);

/// Where the files come from.
type Declared = Box<dyn Fn() -> &'static [File] + Send + Sync>;

static FILES: RwLock<Option<Declared>> = RwLock::new(None);

/// Sets the files inside this program, in place of those before; they are asked for when one is needed. Without it there
/// are none.
pub fn declare(files: impl Fn() -> &'static [File] + Send + Sync + 'static) {
    *FILES.write().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(files));
}

fn files() -> &'static [File] {
    FILES.read().unwrap_or_else(PoisonError::into_inner).as_ref().map_or(&[], |files| files())
}

/// The path to read where this one is asked for: that of a file inside the program if the disk has no such file.
pub fn place(path: &str) -> &str {
    if is_on_disk(path) { path } else { find(path).map_or(path, |file| file.0) }
}

/// The text of the file inside the program that a path means; `None` if the disk has such a file.
pub fn text(path: &str) -> Option<&'static str> {
    let place = place(path);
    if is_on_disk(place) { None } else { find(place).map(|file| file.1) }
}

/// The names of the files inside the program that lie in a folder.
pub fn names_in(folder: &Path) -> impl Iterator<Item = &'static str> + use<> {
    let folder = normal(folder);
    files().iter().filter_map(move |(path, _)| {
        let (own, name) = path.rsplit_once('/')?;
        (folder.as_deref() == Some(own)).then_some(name)
    })
}

/// The file inside the program whose name is the nearest to that of `path`, named in the same way: with a folder, with
/// an ending.
pub(crate) fn near(path: &str) -> Option<&'static str> {
    let wanted = name(path);
    let word = if wanted.contains('.') { name } else { stem };
    let near = nearest(wanted, files().iter().map(|file| word(file.0)))?;
    let (path_of_near, _) = files().iter().find(|file| word(file.0) == near)?;
    Some(if path.contains('/') { path_of_near } else { near })
}

/// The name of a file without its folder and its ending.
pub fn stem(path: &str) -> &str {
    let name = name(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// True for a file, and for what cannot be looked at: only what is absent is replaced, and a folder is no file.
fn is_on_disk(path: &str) -> bool {
    let path = Path::new(path);
    // A page has no disk, and no answer to such questions.
    cfg!(not(target_family = "wasm")) && !matches!(path.try_exists(), Ok(false)) && !path.is_dir()
}

fn find(path: &str) -> Option<File> {
    let wanted = normal(Path::new(path))?;
    let by = |key: fn(&str) -> &str| files().iter().find(|file| key(file.0) == wanted).copied();
    by(|path| path).or_else(|| by(name)).or_else(|| by(stem))
}

/// A path as seen from the current folder, with `/` and without `.` and `..`; `None` if it leads out of it.
fn normal(path: &Path) -> Option<String> {
    let here = std::env::current_dir().unwrap_or_default();
    let mut parts: Vec<&str> = Vec::new();
    for part in path.strip_prefix(here).unwrap_or(path).components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests of the crate name none of these.
    static SOME: [File; 3] = [("m/a.map", "A"), ("m/a.map.scen", "S"), ("e/t/b.txt", "B")];

    #[test]
    fn a_path_a_name_and_a_stem_are_found_and_the_disk_comes_first() {
        declare(|| &SOME);
        for (path, found) in [
            ("m/a.map", Some("A")),
            ("./e/../m/a.map", Some("A")),
            ("a.map", Some("A")),
            ("a", Some("A")),
            ("a.map.scen", Some("S")),
            ("b", Some("B")),
            ("e/b.txt", None),
            ("m/a", None),
            ("../m/a.map", None),
            ("/m/a.map", None),
            ("m", None),
            ("", None),
        ] {
            assert_eq!(text(path), found, "{path}");
        }
        let here = std::env::current_dir().unwrap().join("m/x/../a.map");
        assert_eq!(text(&here.to_string_lossy()), Some("A"), "{}", here.display());
        assert_eq!(names_in(Path::new("e/../m")).collect::<Vec<_>>(), ["a.map", "a.map.scen"]);
        assert_eq!((place("b"), place("Cargo.toml"), place("none")), ("e/t/b.txt", "Cargo.toml", "none"));
        let near = ["e/t/B.txt", "x/B.txt", "A.map", "a.map.sen", "A", "bbbb"].map(near);
        assert_eq!(near, [Some("e/t/b.txt"), Some("e/t/b.txt"), Some("a.map"), Some("a.map.scen"), Some("a"), None]);
    }
}
