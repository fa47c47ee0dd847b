//! All of WASI against its own text.

use super::{PACKAGES, link};
use std::path::PathBuf;
use std::process::Command;
use wasmtime::component::{Component, Linker};
use wasmtime::{Config, Engine};
use wasmtime_wasi::{WasiCtxView, WasiView};
use wit_component::{ComponentEncoder, StringEncoding, dummy_module, embed_component_metadata};
use wit_parser::{ManglingAndAbi, Resolve};

/// Nothing is run here.
struct Nobody;

impl WasiView for Nobody {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        unreachable!("nothing is run here")
    }
}

/// WASI's own text, which the engine's crate brings along.
fn wit() -> PathBuf {
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .output()
        .expect("cargo tells where its packages are");
    let told: serde_json::Value = serde_json::from_slice(&asked.stdout).expect("JSON");
    let mut packages = told["packages"].as_array().expect("packages").iter();
    let wasi = packages
        .find(|package| package["name"] == "wasmtime-wasi")
        .expect("the engine's WASI");
    PathBuf::from(wasi["manifest_path"].as_str().expect("a path")).with_file_name("src/p2/wit")
}

/// The tables of names are held against WASI's own text: a component that imports all of it can be instantiated.
#[test]
fn each_function_and_each_type_of_wasi_is_linked() {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(wit()).expect("WASI parses");
    let world = resolve.select_world(&[package], Some("bindings")).expect("its world");
    let imports = resolve.worlds[world].imports.keys();
    let imports: Vec<String> = imports.map(|key| resolve.name_world_key(key)).collect();
    for package in PACKAGES {
        assert!(imports.iter().any(|import| import.starts_with(package)), "{imports:?}");
    }
    let mut module = dummy_module(&resolve, world, ManglingAndAbi::Standard32);
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).expect("metadata");
    let mut encoder = ComponentEncoder::default();
    encoder.validate(true).module(&module).expect("a module of that world");
    let component = encoder.encode().expect("a component");

    let engine = Engine::new(&Config::new()).expect("an engine");
    let component = Component::new(&engine, component).expect("it compiles");
    let items = component.component_type().imports(&engine).count();
    assert!(items + 1 >= imports.len(), "{items} of {imports:?} are left");
    let mut linker = Linker::<Nobody>::new(&engine);
    link(&mut linker).expect("it links");
    if let Err(error) = linker.instantiate_pre(&component) {
        panic!("{error:?}");
    }
}
