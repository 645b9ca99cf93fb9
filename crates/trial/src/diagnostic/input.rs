//! Reading of files and of standard input as text, with a message and a remedy for everything that can go wrong.
//!
//! At most 1 GiB of a file and 256 MiB of a line: kept while reading, so that a file too large never fills the memory.
//! Bytes that are no text are refused at the first wrong one, so that a device full of noise is not read to that limit.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::{Diagnostic, Diagnostics, Excerpt, Source, line_at, nearest, quoted};
use crate::embedded;
use crate::text::counted;

/// The name of standard input on the command line.
pub const DASH: &str = "-";
const CHUNK: usize = 1 << 20;

/// The greatest sizes of texts that are read.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Bytes of a file.
    file: u64,
    /// Bytes of a line.
    line: u64,
}

const LIMITS: Limits = Limits { file: 1 << 30, line: 256 << 20 };

/// Reads a file, or standard input if `path` is `-`; a file inside the program if the disk has none. Files of more than 1 GiB and lines of more than 256 MiB are
/// refused. A byte-order mark is dropped; line ends stay as they are.
///
/// # Errors
/// A missing file (the nearest name in its directory is offered), a directory, a file that may not be read, one that
/// is too large, one with too long a line, one that is not UTF-8.
pub fn read_source(path: &str) -> Result<Source, Diagnostics> {
    if path == DASH {
        return read_text("<stdin>", io::stdin().lock(), LIMITS);
    }
    if let Some(text) = embedded::text(path) {
        return Ok(Source::new(path, text));
    }
    let open = || -> io::Result<(File, fs::Metadata)> {
        let file = File::open(embedded::place(path))?;
        let metadata = file.metadata()?;
        Ok((file, metadata))
    };
    let (file, metadata) = open().map_err(|error| cannot_open(path, &error))?;
    if metadata.is_dir() {
        return Err(directory(path));
    }
    if metadata.len() > LIMITS.file {
        return Err(too_large(path, Some(metadata.len()), LIMITS));
    }
    read_text(path, file, LIMITS)
}

fn cannot_open(path: &str, error: &io::Error) -> Diagnostics {
    match error.kind() {
        ErrorKind::NotFound => missing(path),
        // Windows refuses to open one at all.
        _ if Path::new(path).is_dir() => directory(path),
        ErrorKind::PermissionDenied => Diagnostic::new(format!("the file {} may not be read", quoted(path)))
            .help("its permissions forbid it: `chmod +r` by its owner allows reading")
            .into(),
        _ => unreadable(path, error),
    }
}

fn unreadable(name: &str, error: &io::Error) -> Diagnostics {
    Diagnostic::new(format!("cannot read {}: {error}", quoted(name))).into()
}

fn directory(path: &str) -> Diagnostics {
    Diagnostic::new(format!("{} is a directory, not a file", quoted(path))).help("give the path of a file in it").into()
}

fn missing(name: &str) -> Diagnostics {
    let diagnostic = Diagnostic::new(format!("there is no file {}", quoted(name)));
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder);
    let is_folder = entries.is_ok();
    let entries = entries.into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    // The order of a directory is not the same everywhere.
    names.sort_unstable();
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let near = nearest(&wanted, names.iter().map(String::as_str));
    let near = near.map(|near| path.with_file_name(near).to_string_lossy().into_owned());
    match near.or_else(|| embedded::near(name).map(str::to_owned)) {
        Some(near) => diagnostic.help(format!("did you mean {}?", quoted(&near))),
        None if is_folder => diagnostic.help("`-` reads standard input"),
        None => diagnostic.help(format!("there is no directory {} either", quoted(&folder.to_string_lossy()))),
    }
    .into()
}

fn too_large(name: &str, bytes: Option<u64>, limits: Limits) -> Diagnostics {
    let size = bytes.map_or(String::new(), |bytes| format!(" with {}", counted(bytes, "byte")));
    Diagnostic::new(format!("{} is too large{size}", quoted(name)))
        .help(format!("at most {} are read from a file", size_of(limits.file)))
        .into()
}

fn too_long(name: &str, line: usize, limits: Limits) -> Diagnostics {
    Diagnostic::new(format!("line {line} of {} is longer than {}", quoted(name), size_of(limits.line)))
        .help(format!("it goes on beyond {name}:{line}:{}: is this a text file with one row per line?", limits.line))
        .into()
}

fn size_of(bytes: u64) -> String {
    match bytes.trailing_zeros() {
        30.. => format!("{} GiB", bytes >> 30),
        20..30 => format!("{} MiB", bytes >> 20),
        _ => counted(bytes, "byte"),
    }
}

fn read_text(name: &str, input: impl Read, limits: Limits) -> Result<Source, Diagnostics> {
    let bytes = read_bytes(name, input, limits)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        // A character that the end of the file cuts short.
        Err(error) => Err(not_utf8(name, error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

fn read_bytes(name: &str, mut input: impl Read, limits: Limits) -> Result<Vec<u8>, Diagnostics> {
    let mut bytes = Vec::new();
    // Where the line begins that is being read, and its number; bytes that are known to be text.
    let (mut begin, mut line, mut text) = (0, 1, 0);
    loop {
        let old = bytes.len();
        // An eighth more, not twice as much: the limit is that of the memory too.
        if bytes.capacity() - old < CHUNK {
            bytes.reserve_exact(CHUNK.max(old / 8));
        }
        match input.by_ref().take(CHUNK as u64).read_to_end(&mut bytes) {
            Ok(0) => return Ok(bytes),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::IsADirectory => return Err(directory(name)),
            Err(error) => return Err(unreadable(name, &error)),
        }
        match std::str::from_utf8(&bytes[text..]) {
            Ok(_) => text = bytes.len(),
            Err(error) if error.error_len().is_some() => {
                // The rest of the line is for the eye.
                return Err(not_utf8(name, &bytes, text + error.valid_up_to()));
            }
            // A character goes on in the next chunk.
            Err(error) => text += error.valid_up_to(),
        }
        for newline in (old..bytes.len()).filter(|&at| bytes[at] == b'\n') {
            if (newline - begin) as u64 > limits.line {
                return Err(too_long(name, line, limits));
            }
            (begin, line) = (newline + 1, line + 1);
        }
        if (bytes.len() - begin) as u64 > limits.line {
            return Err(too_long(name, line, limits));
        }
        if bytes.len() as u64 > limits.file {
            return Err(too_large(name, None, limits));
        }
    }
}

fn not_utf8(name: &str, bytes: &[u8], bad: usize) -> Diagnostics {
    let (line, begin) = line_at(bytes, bad);
    let end = bytes[bad..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |newline| bad + newline);
    // What follows is for the eye only.
    let end = end.min(bad + 1_000);
    let shown = String::from_utf8_lossy(&bytes[begin..end]);
    let from = bad - begin;
    let label = format!("the byte 0x{:02X}, number {} of the file, is not part of a character", bytes[bad], bad + 1);
    let excerpt = Excerpt::new(name, line, &shown, from..from + char::REPLACEMENT_CHARACTER.len_utf8(), label);
    let help = if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        "it begins like UTF-16: save it as UTF-8"
    } else {
        "save it as UTF-8, or is it no text at all?"
    };
    Diagnostic::new(format!("{} is not UTF-8 text", quoted(name))).at(excerpt).help(help).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Limits = Limits { file: 100, line: 30 };

    #[test]
    fn keeps_its_limits_in_streams_without_end() {
        let cases: [(&[u8], &str); 4] = [
            (b"0", "line 1 of \"x\" is longer than 30 bytes"),
            (b"0123456789\n", "\"x\" is too large"),
            (b"\n", "\"x\" is too large"),
            (b"0123456789012345678\n0123456789012345678901234567890", "line 2 of \"x\" is longer"),
        ];
        for (text, expected) in cases {
            let endless = text.repeat(2 * CHUNK / text.len());
            let shown = read_bytes("x", endless.as_slice(), SMALL).unwrap_err().to_string();
            assert!(shown.contains(expected), "{shown}");
        }
        let fits = [b'0'; 30].repeat(3).chunks(30).map(<[u8]>::to_vec).collect::<Vec<_>>().join(&b'\n');
        assert_eq!(read_bytes("x", fits.as_slice(), SMALL).unwrap(), fits);
    }

    #[test]
    fn names_the_first_byte_that_is_no_text() {
        let cases: [(&[u8], &[&str]); 3] = [
            (b"1 1\n1 \xE9 0\n", &["--> x:2:3", "byte 0xE9, number 7", "1 \u{fffd} 0"]),
            (b"\xFF\xFE1\x000\x00", &["--> x:1:1", "byte 0xFF", "UTF-16"]),
            (b"\xC3\xA4\xC3", &["--> x:1:2", "byte 0xC3, number 3"]),
        ];
        for (bytes, parts) in cases {
            let shown = read_text("x", bytes, SMALL).unwrap_err().to_string();
            for part in parts {
                assert!(shown.contains(part), "{part} in\n{shown}");
            }
        }
    }

    #[test]
    fn drops_the_byte_order_mark() {
        assert_eq!(read_text("x", "\u{feff}1 0\r\n".as_bytes(), SMALL).unwrap().text, "1 0\r\n");
    }
}
