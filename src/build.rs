//! What the program is made from and with, for the provenance of results.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=src");
    // Grows with every commit and checkout. A file that is not there would always be new.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo:rerun-if-changed={log}");
    }
    let revision = output("git", &["rev-parse", "HEAD"]);
    let changes = output("git", &["status", "--porcelain", "--untracked-files=no"]);
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let cpu = flags
        .split('\x1f')
        .filter_map(|flag| flag.split_once("target-cpu=").map(|(_, cpu)| cpu))
        .next_back();
    // Empty is unknown.
    let facts = [
        ("GIT_REVISION", revision.clone().unwrap_or_default()),
        (
            "GIT_DIRTY",
            match (revision, changes) {
                (Some(_), Some(changes)) => (!changes.is_empty()).to_string(),
                _ => String::new(),
            },
        ),
        ("RUSTC", output(&rustc, &["--version"]).unwrap_or_default()),
        ("TARGET", env::var("TARGET").unwrap_or_default()),
        ("TARGET_CPU", cpu.unwrap_or("generic").into()),
        ("PROFILE", env::var("PROFILE").unwrap_or_default()),
    ];
    for (name, value) in facts {
        println!("cargo:rustc-env=PLYOMETER_{name}={value}");
    }
}

/// What a command prints, if it can be run and succeeds.
fn output(command: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(command).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
