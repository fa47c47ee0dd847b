//! The build and test commands for bundles in C.
//!
//! Belongs here: C bindings for imports, compiler commands. Does not: the conversion to a component (`component.rs`).

use crate::embedded_files::{Carried, lay};
use crate::toolchain::{Program, Variable};
use crate::{Problem, component, python, wit};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use wit_bindgen_core::Files;

/// The program zig, which contains clang and the C library of WASI.
const ZIG: Program = Program {
    name: "zig",
    what: "zig, which compiles C to WebAssembly",
    install: "https://ziglang.org/download (macOS: brew install zig, Windows: winget install zig.zig; or install \
              Python, so that `build` can download it)",
};

/// The program zig as the Python package `ziglang` installs it.
const PYTHON_ZIG: Program = Program {
    name: "python-zig",
    ..ZIG
};

/// The native C compiler of this machine, which builds tests.
const CC: Program = Program {
    name: "cc",
    what: "a C compiler",
    install: "Debian: apt install gcc, macOS: xcode-select --install",
};

const SDK: &str = ".sdk/c";
/// Endings of C file names: tests of the tool author, the SDK's fake Unity (only for tests), and the bindings (only for
/// WebAssembly).
const TEST: &str = "_test.c";
const FAKE: &str = "/fake_unity.c";
const BINDINGS: &str = "/bundle.c";
/// Compiler arguments for builds and tests. `-UNDEBUG` keeps `assert`, which zig removes when it optimizes.
const COMMON: [&str; 5] = ["-std=c17", "-Wall", "-UNDEBUG", "-I", SDK];
/// C code that is appended to the generated file `bundle.c`: an empty function that the bindings require. Usually an
/// object file with the component's type defines the function; in this program, `component::make` adds the type.
const TYPE_TOLD: &[u8] = b"\nvoid __component_type_object_force_link_bundle(void) {}\n";
/// The compiler argument with which tests check every memory access, if the C compiler supports it.
const SANITIZERS: &str = "-fsanitize=address,undefined";

pub(crate) fn build(folder: &Path, id: &str) -> Result<PathBuf, Problem> {
    let wit = lay_bindings(folder, id)?;
    let zig = zig(folder)?;
    let place = folder.join("build");
    std::fs::create_dir_all(&place).map_err(Problem::file(&place))?;
    let mut words = vec!["cc", "-target", "wasm32-wasi", "-mexec-model=reactor", "-O2", "-s"];
    words.extend(COMMON);
    let mut sources = sources(folder)?;
    sources.retain(|name| !name.ends_with(TEST) && !name.ends_with(FAKE));
    words.extend(sources.iter().map(String::as_str));
    words.extend(["-o", "build/core.wasm"]);
    ZIG.run_as(&zig, folder, &words)?;
    let made = place.join(format!("{id}.wasm"));
    component::make(&wit, &place.join("core.wasm"), &made)?;
    Ok(made)
}

pub(crate) fn test(folder: &Path, id: &str) -> Result<(), Problem> {
    lay_bindings(folder, id)?;
    let place = folder.join("build");
    std::fs::create_dir_all(&place).map_err(Problem::file(&place))?;
    let own = CC.is_there("--version");
    let (compiler, mut words) = match own {
        true => (PathBuf::from(CC.name), Vec::new()),
        false => (zig(folder)?, vec!["cc"]),
    };
    let program = format!("test{}", std::env::consts::EXE_SUFFIX);
    let output = format!("build/{program}");
    words.extend(COMMON);
    words.push("-g");
    match own && has_sanitizers(folder, &place)? {
        true => words.push(SANITIZERS),
        false => warn_without_sanitizers(&compiler),
    }
    let mut sources = sources(folder)?;
    // The bindings are only for WebAssembly; the functions of the test replace them.
    sources.retain(|name| !name.ends_with(BINDINGS));
    words.extend(sources.iter().map(String::as_str));
    words.extend(["-o", &output]);
    CC.run_as(&compiler, folder, &words)?;
    let test = Program {
        name: "build/test",
        ..CC
    };
    let program = place.join(program);
    let program = program.canonicalize().map_err(Problem::file(&program))?;
    // Leaks are ignored: the memory is freed when the test process ends.
    let no_leaks = Variable {
        name: "ASAN_OPTIONS",
        value: "detect_leaks=0",
    };
    test.run_with(&program, folder, &[], &[no_leaks])
}

/// Generates `bundle.h` and `bundle.c` for the imports of the world, and writes them to `.sdk/c`. Returns the world.
pub(crate) fn lay_bindings(folder: &Path, id: &str) -> Result<wit::Wit, Problem> {
    let mut wit = wit::read(folder, id)?;
    let options = wit_bindgen_c::Opts {
        no_object_file: true,
        rename_world: Some("bundle".to_owned()),
        ..wit_bindgen_c::Opts::default()
    };
    let mut files = Files::default();
    let generated = options.build().generate(&mut wit.resolve, wit.world, &mut files);
    generated.map_err(|why| Problem::wit(folder, &why))?;
    let files = files.iter().map(|(name, text)| {
        let told: &[u8] = if name == "bundle.c" { TYPE_TOLD } else { &[] };
        Carried::new(Path::new(SDK).join(name), [text, told].concat())
    });
    lay(folder, &files.collect::<Vec<_>>())?;
    Ok(wit)
}

fn zig(folder: &Path) -> Result<PathBuf, Problem> {
    match ZIG.is_there("version") {
        true => Ok(PathBuf::from(ZIG.name)),
        false => python::find_or_install(folder, &PYTHON_ZIG, "version"),
    }
}

/// Prints a warning that the compiler has no sanitizers, so that tests cannot detect invalid memory accesses.
fn warn_without_sanitizers(compiler: &Path) {
    // A closed stderr also hides the output of compiler and test, so the result is ignored.
    let _ = writeln!(
        std::io::stderr(),
        "unity-tool-host: {} links no sanitizers: this test cannot detect accesses outside of memory; Debian: apt \
         install gcc, Fedora: dnf install libasan libubsan",
        compiler.display()
    );
}

fn has_sanitizers(folder: &Path, place: &Path) -> Result<bool, Problem> {
    let probe = place.join("probe.c");
    std::fs::write(&probe, "int main(void) { return 0; }\n").map_err(Problem::file(&probe))?;
    Ok(CC.succeeds(folder, &[SANITIZERS, "build/probe.c", "-o", "build/probe"]))
}

/// Returns the C files directly in the bundle folder and in `.sdk/c`, sorted, as paths relative to the bundle folder.
fn sources(folder: &Path) -> Result<Vec<String>, Problem> {
    let mut found = Vec::new();
    for place in ["", SDK] {
        let inside = folder.join(place);
        for entry in std::fs::read_dir(&inside).map_err(Problem::file(&inside))? {
            let name = entry.map_err(Problem::file(&inside))?.file_name();
            if let Some(name) = name.to_str().filter(|name| name.ends_with(".c")) {
                found.push(format!("{}/{name}", if place.is_empty() { "." } else { place }));
            }
        }
    }
    found.sort();
    Ok(found)
}
