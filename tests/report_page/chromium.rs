//! A real Chromium without a window, spoken to by the DevTools protocol.
//!
//! `--remote-debugging-pipe` reads commands from file 3 and writes answers to file 4, JSON with a zero byte behind. A
//! shell connects those with the standard streams, so that nothing but the standard library is needed.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long an answer may take: the machine may be busy with other tests.
const PATIENCE: Duration = Duration::from_mins(1);

/// A browser with one empty tab.
pub(crate) struct Chromium {
    process: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    events: VecDeque<Value>,
    session: String,
    last: u64,
    /// Where it saves what is downloaded.
    pub(crate) downloads: PathBuf,
    folder: TempDir,
}

/// The program, where there is one: that of `CHROMIUM`, or one with a usual name.
pub(crate) fn program() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Some(path.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let all = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|path| path.is_file())
}

impl Chromium {
    /// Starts it.
    pub(crate) fn start(program: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let downloads = folder.path().join("downloads");
        std::fs::create_dir(&downloads).unwrap();
        let mut process = Command::new("/bin/sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1"])
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--hide-scrollbars", "--lang=en-US", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let commands = process.stdin.take().unwrap();
        let mut answers = BufReader::new(process.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while answers.read_until(0, &mut bytes).is_ok_and(|read| read > 0) {
                let message = serde_json::from_slice(&bytes[..bytes.len() - 1]).unwrap_or(Value::Null);
                if sender.send(message).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let session = String::new();
        let events = VecDeque::new();
        let mut browser = Self { process, commands, messages, events, session, last: 0, downloads, folder };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = self.call("Target.attachToTarget", attach);
        let path = self.downloads.display().to_string();
        self.call("Browser.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": path }));
        session["sessionId"].as_str().expect("a session").clone_into(&mut self.session);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }

    /// Calls a method and gives what it answers.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method });
        message["params"] = params;
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = serde_json::to_vec(&message).unwrap();
        bytes.push(0);
        self.commands.write_all(&bytes).unwrap();
        self.commands.flush().unwrap();
        loop {
            let answer = self.next_message(PATIENCE).unwrap_or_else(|| panic!("no answer to {method}"));
            if answer["id"] == json!(self.last) {
                assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push_back(answer);
        }
    }

    fn next_message(&mut self, patience: Duration) -> Option<Value> {
        match self.messages.recv_timeout(patience) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the browser ended"),
        }
    }

    /// Opens a page and waits until it is loaded.
    pub(crate) fn open(&mut self, name: &str, page: &str) {
        let path = self.folder.path().join(name);
        std::fs::write(&path, page).unwrap();
        self.events.clear();
        self.call("Page.navigate", json!({ "url": format!("file://{}", path.display()) }));
        let end = Instant::now() + PATIENCE;
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let left = end.saturating_duration_since(Instant::now());
            let event = self.next_message(left).expect("the page is loaded");
            self.events.push_back(event);
        }
    }

    /// The value of an expression, of its promise if it is one.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        let end = Instant::now() + PATIENCE;
        while self.eval(&format!("Boolean({expression})")) != json!(true) {
            assert!(Instant::now() < end, "{expression} does not become true");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sets the size of the window, and whether the system is dark.
    pub(crate) fn look(&mut self, width: u32, height: u32, is_dark: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Moves the mouse to the middle of an element, which is scrolled to first.
    pub(crate) fn hover(&mut self, element: &str) -> (f64, f64) {
        let place = self.eval(&format!(
            "(() => {{ const it = {element}; it.scrollIntoView({{ block: 'center', behavior: 'instant' }});
             const at = it.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2] }})()"
        ));
        let (x, y) = (place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
        // The scroll event of the line before must not come after the mouse.
        self.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
        (x, y)
    }

    /// Clicks the middle of an element.
    pub(crate) fn click(&mut self, element: &str) {
        let (x, y) = self.hover(element);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key by its name.
    pub(crate) fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            _ => 0,
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Types into what has the focus.
    pub(crate) fn write(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// What went wrong since the page was opened, and what was loaded from anywhere but the page itself.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // An answer comes after all events before it.
        self.eval("0");
        let tell = |event: &Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Log.entryAdded") => Some(event["params"].to_string()),
            Some("Runtime.consoleAPICalled") => Some(event["params"]["args"].to_string()),
            Some("Network.requestWillBeSent") => {
                let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
                let is_own = ["file:", "data:", "blob:"].iter().any(|begin| url.starts_with(begin));
                (!is_own).then(|| format!("loads {url}"))
            }
            _ => None,
        };
        self.events.iter().filter_map(tell).collect()
    }

    /// Waits for a file to be saved, and reads it.
    pub(crate) fn downloaded(&mut self, name: &str) -> String {
        let path = self.downloads.join(name);
        let end = Instant::now() + PATIENCE;
        loop {
            let is_partial = path.with_added_extension("crdownload").exists();
            match std::fs::read_to_string(&path) {
                Ok(text) if !text.is_empty() && !is_partial => return text,
                _ => assert!(Instant::now() < end, "{name} is not saved"),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Saves a picture of the whole page.
    pub(crate) fn picture(&mut self, path: &Path) {
        let params = json!({ "format": "png", "captureBeyondViewport": true });
        let answer = self.call("Page.captureScreenshot", params);
        std::fs::write(path, bytes(answer["data"].as_str().unwrap())).unwrap();
    }

    /// Prints the page to a PDF.
    pub(crate) fn print(&mut self) -> Vec<u8> {
        let answer = self.call("Page.printToPDF", json!({ "preferCSSPageSize": true }));
        bytes(answer["data"].as_str().unwrap())
    }
}

/// What base64 stands for.
fn bytes(letters: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u32> = letters.trim_end_matches('=').bytes().map(|letter| u32::from(value(letter))).collect();
    let triple = |four: &[u32]| {
        let bits = (0..4).fold(0, |bits, place| bits << 6 | four.get(place).copied().unwrap_or(0));
        let [_, bytes @ ..] = bits.to_be_bytes();
        bytes.into_iter().take(four.len() * 3 / 4)
    };
    letters.chunks(4).flat_map(triple).collect()
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // It ends when its pipe does; if it does not, it is ended.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
