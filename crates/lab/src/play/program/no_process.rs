//! Programs where no system can start them: a page of a browser. There is no such process, so nothing else of it is
//! compiled.

use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Manner;
use crate::play::{EngineError, Heard, ProgramSpec, Wait};

/// A program that runs: there is none.
#[derive(Debug)]
pub enum Process {}

impl Process {
    /// Starts no program.
    ///
    /// # Errors
    /// Always.
    pub fn start(_spec: &ProgramSpec, _manner: Manner) -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "a page starts no programs"))
    }
}

impl Process {
    /// Ends no program.
    pub(crate) fn kill(self) -> Option<String> {
        match self {}
    }
}

/// The methods of the real one, none of which is ever called.
macro_rules! never {
    ($($name:ident(&self $(, $given:ident: $kind:ty)*) -> $output:ty;)*) => {
        #[expect(missing_docs, reason = "they stand at the real one")]
        impl Process {
            $(pub fn $name(&self $(, $given: $kind)*) -> $output {
                $(let _ = $given;)*
                match *self {}
            })*
        }
    };
}

never! {
    id(&self) -> u32;
    folder(&self) -> &Path;
    memory(&self) -> Option<u64>;
    processor_time(&self) -> Duration;
    forget_memory(&self) -> ();
    close_input(&self) -> ();
    send(&self, text: &str) -> Result<(), EngineError>;
    note(&self, remark: &str) -> ();
    hear(&self, wait: &Wait, memory: Option<u64>, stop: &AtomicBool) -> Result<Heard, EngineError>;
    rest(&self) -> ();
    forget(&self) -> ();
    check_memory(&self, memory: Option<u64>) -> Result<(), EngineError>;
    wait(&self, wait: &Wait, stop: &AtomicBool) -> Result<ExitStatus, EngineError>;
    crash(&self) -> EngineError;
}
