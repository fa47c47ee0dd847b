//! The build and test commands for bundles in Go.
//!
//! Belongs here: Go bindings for imports, Go commands. Does not: native tests (`native`), components (`component.rs`).

mod native;

use crate::embedded_files::{Carried, lay};
use crate::toolchain::{Program, Variable};
use crate::{Problem, component, python, wit};
use std::path::{Path, PathBuf};
use wit_bindgen_core::Files;

const GO: Program = Program {
    name: "go",
    what: "Go 1.25 or newer",
    install: "https://go.dev/dl (macOS: brew install go, Windows: winget install GoLang.Go; or install Python, so \
              that `build` and `test` can download it)",
};

const SDK: &str = ".sdk/go";
/// The import path prefix of helper packages in generated Go bindings. `OURS` is their prefix in the SDK.
const THEIRS: &str = "go.bytecodealliance.org/pkg/wit/";
const OURS: &str = "unity_tools/wit/";
/// The folder of the generated Go main package, which only imports the author's package.
const MAIN: &str = "build/main";

pub(crate) fn build(folder: &Path, id: &str) -> Result<PathBuf, Problem> {
    let wit = lay_bindings(folder, id)?;
    let go = go(folder)?;
    let main = folder.join(MAIN);
    std::fs::create_dir_all(&main).map_err(Problem::file(&main))?;
    let text = format!(
        "//go:build wasm\n\n// Written by `unity-tool-host build`.\npackage main\n\nimport (\n\t_ {id:?}\n\t_ \"unity_tools/exports/wit_exports\"\n)\n\nfunc main() {{}}\n"
    );
    let source = main.join("main.go");
    std::fs::write(&source, text).map_err(Problem::file(&source))?;
    let words = [
        "build",
        "-buildmode=c-shared",
        // The bindings allocate before the runtime is initialised, so `-checklinkname=0`. `-w` keeps function names for
        // stack traces.
        "-ldflags=-checklinkname=0 -w",
        "-o",
        "build/core.wasm",
        "./build/main",
    ];
    GO.run_with(&go, folder, &words, &[SYSTEM, PROCESSOR, OFFLINE, IN_ITSELF])?;
    let made = folder.join(format!("build/{id}.wasm"));
    component::make(&wit, &folder.join("build/core.wasm"), &made)?;
    Ok(made)
}

const SYSTEM: Variable = Variable {
    name: "GOOS",
    value: "wasip1",
};
const PROCESSOR: Variable = Variable {
    name: "GOARCH",
    value: "wasm",
};
/// The environment variable that lets `go` update `go.mod`. Nothing is downloaded: the folder contains all packages.
const OFFLINE: Variable = Variable {
    name: "GOFLAGS",
    value: "-mod=mod",
};
const IN_ITSELF: Variable = Variable {
    name: "GOWORK",
    value: "off",
};

pub(crate) fn test(folder: &Path, id: &str) -> Result<(), Problem> {
    lay_bindings(folder, id)?;
    let go = go(folder)?;
    GO.run_with(&go, folder, &["test", "-vet=off", "."], &[OFFLINE, IN_ITSELF])
}

/// Generates Go packages for the imports of the world, and writes them to `.sdk/go`. Returns the world.
pub(crate) fn lay_bindings(folder: &Path, id: &str) -> Result<wit::Wit, Problem> {
    let mut wit = wit::read(folder, id)?;
    let options = wit_bindgen_go::Opts {
        format: wit_bindgen_go::Format::False,
        pkg_name: Some("unity_tools".to_owned()),
        quiet: true,
        ..wit_bindgen_go::Opts::default()
    };
    let mut files = Files::default();
    let generated = options.build().generate(&mut wit.resolve, wit.world, &mut files);
    generated.map_err(|why| Problem::wit(folder, &why))?;
    let mut laid = Vec::new();
    for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".go")) {
        let text = String::from_utf8_lossy(text).replace(THEIRS, OURS);
        let place = Path::new(SDK).join(name);
        if let Some(package) = name.strip_suffix("/wit_bindings.go") {
            let native = native::rewrite_bindings(&format!("unity_tools/{package}"), &text);
            laid.push(Carried::new(place.with_file_name("native.go"), native));
        }
        laid.push(Carried::new(place, format!("//go:build wasm\n\n{text}")));
    }
    lay(folder, &laid)?;
    Ok(wit)
}

fn go(folder: &Path) -> Result<PathBuf, Problem> {
    python::find_or_install(folder, &GO, "version")
}
