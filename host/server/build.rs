//! Tells cargo that the embedded sample project is an input: a file added to it changes the program.

fn main() {
    println!("cargo::rerun-if-changed=../../tests/fixtures/unity/sample");
}
