use std::process::ExitCode;

fn main() -> ExitCode {
    plyometer::cli::main()
}
