//! Tests that compare the linked WASI functions with WASI's official WIT text.

use super::{PACKAGES, context, count_call, link};
use std::path::PathBuf;
use std::process::Command;
use wasmtime::component::{Component, Linker, Resource, ResourceTable};
use wasmtime::{Config, Engine};
use wasmtime_wasi::filesystem::WasiFilesystemView;
use wasmtime_wasi::p2::bindings::filesystem::preopens::Host as _;
use wasmtime_wasi::p2::bindings::sockets::instance_network::Host as _;
use wasmtime_wasi::p2::bindings::sockets::ip_name_lookup::Host as _;
use wasmtime_wasi::p2::bindings::sockets::network::{IpAddressFamily, Network};
use wasmtime_wasi::p2::bindings::sockets::{tcp_create_socket::Host as _, udp_create_socket::Host as _};
use wasmtime_wasi::sockets::WasiSocketsView;
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};
use wit_component::{ComponentEncoder, StringEncoding, dummy_module, embed_component_metadata};
use wit_parser::{ManglingAndAbi, Resolve};

struct Somebody {
    ctx: WasiCtx,
    table: ResourceTable,
    uses: u32,
}

impl Somebody {
    fn new() -> Self {
        Self {
            ctx: context(std::io::empty(), std::io::empty()),
            table: ResourceTable::new(),
            uses: 0,
        }
    }
}

impl WasiView for Somebody {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        self.uses += 1;
        WasiCtxView {
            ctx: &mut self.ctx,
            table: &mut self.table,
        }
    }
}

/// Returns the folder with WASI's WIT text in the sources of the wasmtime crate.
fn wit() -> PathBuf {
    // The sources of crates for other platforms may not be downloaded.
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", "host-tuple"])
        .output()
        .expect("cargo runs");
    let refusal = String::from_utf8_lossy(&asked.stderr);
    assert!(
        asked.status.success(),
        "cargo does not tell where its packages are: {refusal}"
    );
    let told: serde_json::Value = serde_json::from_slice(&asked.stdout).expect("JSON");
    let mut packages = told["packages"].as_array().expect("packages").iter();
    let wasi = packages
        .find(|package| package["name"] == "wasmtime-wasi")
        .expect("the engine's WASI");
    PathBuf::from(wasi["manifest_path"].as_str().expect("a path")).with_file_name("src/p2/wit")
}

/// Checks that a component with all functions and types of WASI can be instantiated.
#[test]
fn links_every_wasi_function_and_type() {
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
    let mut linker = Linker::<Somebody>::new(&engine);
    link(&mut linker).expect("it links");
    if let Err(error) = linker.instantiate_pre(&component) {
        panic!("{error:?}");
    }
}

/// Checks that every function that could return a handle returns none, and that it is counted.
#[tokio::test]
async fn denies_files_and_sockets_to_guests_and_counts_the_calls() {
    let mut guest = Somebody::new();
    assert!(guest.filesystem().get_directories().expect("a list").is_empty());
    for family in [IpAddressFamily::Ipv4, IpAddressFamily::Ipv6] {
        assert!(guest.sockets().create_tcp_socket(family).is_err());
        assert!(guest.sockets().create_udp_socket(family).await.is_err());
    }
    let network: Resource<Network> = guest.sockets().instance_network().expect("a name without a use");
    assert!(
        guest
            .sockets()
            .resolve_addresses(network, "localhost".to_owned())
            .is_err()
    );
    assert_eq!(guest.uses, 7);
    count_call(&mut guest);
    assert_eq!(guest.uses, 8);
}
