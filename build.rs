//! Tells the crate what builds it: the manifests of experiments say so, and a program cannot find it out later.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC");
    let asked = env::var_os("RUSTC").and_then(|rustc| Command::new(rustc).arg("--version").output().ok());
    let version =
        asked.filter(|output| output.status.success()).and_then(|output| String::from_utf8(output.stdout).ok());
    if let Some(version) = version {
        println!("cargo::rustc-env=SEARCHLAB_TOOLCHAIN={}", version.trim());
    }
    if let Ok(target) = env::var("TARGET") {
        println!("cargo::rustc-env=SEARCHLAB_TARGET={target}");
    }
}
