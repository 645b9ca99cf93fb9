//! The border to the page: requests and answers as bytes in the memory of the module, the clock and the large files of the
//! page. Strings of JavaScript do not cross it, so no glue is generated.
//!
//! The page asks for [`request_bytes`], writes its request there, calls [`ask`], and reads the answer at [`answer_at`].

#![expect(unsafe_code, reason = "functions with names of their own, and those of the host")]

use std::cell::RefCell;
use std::sync::Once;
use std::time::Duration;

use searchlab_search::clock;
use searchlab_worlds::assets::{self, Asset};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since 1970, never stepping back.
    safe fn now() -> f64;
    /// Bytes of the file of this number, compressed by gzip; 0 if there is none.
    safe fn asset_bytes(number: u32) -> usize;
    /// Writes the file to a place with room for it.
    fn asset(number: u32, to: *mut u8);
    /// A panic: the message, which the page may read before it throws.
    fn failed(at: *const u8, bytes: usize);
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Room for a request of this length, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn request_bytes(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request; the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    static BEGIN: Once = Once::new();
    BEGIN.call_once(|| {
        clock::lend(|| Duration::from_secs_f64((now() / 1e3).max(0.0)));
        assets::lend(read_asset);
        std::panic::set_hook(Box::new(|panic| {
            let words = panic.to_string();
            // SAFETY: the host reads no more than the text, which lives until it returns.
            unsafe { failed(words.as_ptr(), words.len()) }
        }));
    });
    let request = REQUEST.take();
    let answer = super::answer(&String::from_utf8_lossy(&request));
    let bytes = answer.len();
    ANSWER.set(answer);
    bytes
}

/// The place of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Nodes of the search that runs: the host asks while it tells the time.
#[unsafe(no_mangle)]
pub extern "C" fn progress() -> f64 {
    super::nodes() as f64
}

/// A file of the page, unpacked; empty if the page does not have it.
fn read_asset(asset: Asset) -> Vec<u8> {
    let number = Asset::ALL.iter().position(|&known| known == asset).unwrap_or(Asset::ALL.len()) as u32;
    let mut packed = vec![0; asset_bytes(number)];
    // SAFETY: there is room for as many bytes as the host has told.
    unsafe { self::asset(number, packed.as_mut_ptr()) }
    let mut bytes = Vec::new();
    // What is not whole is not the file: whoever needs it says so.
    if std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(packed.as_slice()), &mut bytes).is_err() {
        bytes.clear();
    }
    bytes
}
