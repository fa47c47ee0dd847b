//! Declares the embedded sample project as an input of the build, because a new file in it changes the program. Also
//! passes a hash of the sample's content to the program. The hash is part of the name of the extracted folder, so the
//! program does not compute it at each start.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

const SAMPLE: &str = "../../tests/fixtures/unity/sample";

fn main() {
    println!("cargo::rerun-if-changed={SAMPLE}");
    let mut files = Vec::new();
    find(Path::new(SAMPLE), &mut files);
    files.sort();
    let mut hash = DefaultHasher::new();
    for file in files {
        let inside = file.strip_prefix(SAMPLE).expect("it was found below");
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        (parts, std::fs::read(&file).expect("a readable file")).hash(&mut hash);
    }
    println!("cargo::rustc-env=SAMPLE_DIGEST={:016x}", hash.finish());
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            find(&path, files);
        } else {
            files.push(path);
        }
    }
}
