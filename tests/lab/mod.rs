//! A folder to run the command in.
#![allow(dead_code)] // Not every test has a use for all of it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use rand_core::RngCore;
use tempfile::TempDir;

/// A folder with an experiment in it.
pub struct Lab(TempDir);

impl Lab {
    pub fn new(experiment: &str) -> Self {
        let lab = Lab(tempfile::tempdir().unwrap());
        fs::write(lab.path("test.toml"), experiment).unwrap();
        lab
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A command in the folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyometer"));
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    #[track_caller]
    pub fn succeeds(&self, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments);
        let (out, err) = texts(&output);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {out}{err}");
        (out, err)
    }

    #[track_caller]
    pub fn fails(&self, code: i32, arguments: &[&str], parts: &[&str]) {
        let output = self.run(arguments);
        let (out, err) = texts(&output);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {out}{err}"
        );
        for part in parts {
            assert!(err.contains(part), "{arguments:?}: no `{part}` in {err}");
        }
        assert!(!err.contains("panicked"), "{err}");
    }

    /// Begins a command again and again, kills it after a random time below `most`
    /// microseconds, until it ends; returns how often it was killed.
    pub fn kill_until_done(&self, arguments: &[&str], random: &mut impl RngCore, most: u64) -> u32 {
        let mut kills = 0;
        loop {
            let mut command = self.command(arguments);
            let command = command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut run = command.spawn().unwrap();
            thread::sleep(Duration::from_micros(random.next_u64() % most));
            let ended = run.try_wait().unwrap();
            run.kill().unwrap();
            let status = run.wait().unwrap();
            match ended {
                Some(ended) => {
                    assert!(ended.success());
                    return kills;
                }
                None if status.success() => return kills, // It ended before the kill.
                None => kills += 1,
            }
        }
    }

    /// The results without the column of times, which is the last one.
    pub fn counts(&self, file: &str) -> String {
        let text = fs::read_to_string(self.path(file)).unwrap();
        let untimed = text.lines().map(|line| line.rsplit_once(',').unwrap().0);
        untimed.collect::<Vec<_>>().join("\n")
    }

    /// A column of the results.
    pub fn column(&self, file: &str, name: &str) -> Vec<String> {
        let mut reader = csv::Reader::from_path(self.path(file)).unwrap();
        let index = reader
            .headers()
            .unwrap()
            .iter()
            .position(|n| n == name)
            .unwrap();
        reader
            .records()
            .map(|row| row.unwrap()[index].to_string())
            .collect()
    }
}

pub fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}
