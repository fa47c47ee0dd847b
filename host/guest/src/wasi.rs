//! WASI 0.2 in a sandbox with clocks, random numbers and output. Guests have no files, no network, no arguments and no
//! environment variables.
//!
//! Belongs here: linking WASI. Does not: handling output (`store::output`), counting WASI calls (`store`).

use wasmtime::StoreContextMut;
use wasmtime::component::types::ComponentFunc;
use wasmtime::component::{Linker, Resource, ResourceType, Val};
use wasmtime_wasi::cli::{StdoutStream, WasiCli, WasiCliView};
use wasmtime_wasi::filesystem::{WasiFilesystem, WasiFilesystemView};
use wasmtime_wasi::p2::IoError;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::bindings::{cli, filesystem, random, sockets};
use wasmtime_wasi::random::{WasiRandom, WasiRandomView};
use wasmtime_wasi::sockets::{WasiSockets, WasiSocketsView};
use wasmtime_wasi::{WasiCtx, WasiView};

/// WASI packages from which a component may import interfaces.
pub(crate) const PACKAGES: [&str; 6] = [
    "wasi:cli",
    "wasi:clocks",
    "wasi:filesystem",
    "wasi:io",
    "wasi:random",
    "wasi:sockets",
];

/// The WASI version of wasmtime's bindings. An import matches if its version begins with `0.2`.
const VERSION: &str = "0.2.12";

/// Adds all interfaces of `PACKAGES` to the linker.
pub(crate) fn link<T: WasiView>(linker: &mut Linker<T>) -> wasmtime::Result<()> {
    link_what_can_be_called(linker)?;
    for interface in handles() {
        let mut instance = linker.instance(&format!("{}@{VERSION}", interface.name))?;
        for (resource, ty, methods) in interface.resources {
            instance.resource(resource, ty, |_, _| Ok(()))?;
            for method in methods.split_whitespace() {
                instance.func_new(&format!("[method]{resource}.{method}"), needs_a_handle)?;
            }
        }
        if let Some(function) = interface.error_code {
            // No stream error is a file error, because all streams are output streams.
            instance.func_wrap(
                function,
                |mut state: StoreContextMut<'_, T>, (_error,): (Resource<IoError>,)| {
                    count_call(state.data_mut());
                    Ok((None::<ErrorCode>,))
                },
            )?;
        }
    }
    Ok(())
}

/// Counts one WASI call, as the WASI functions of wasmtime do.
fn count_call(state: &mut impl WasiView) {
    let _ = state.ctx();
}

pub(crate) fn context(stdout: impl StdoutStream + 'static, stderr: impl StdoutStream + 'static) -> WasiCtx {
    WasiCtx::builder()
        .stdout(stdout)
        .stderr(stderr)
        // No socket is ever created, on which `needs_a_handle` relies.
        .allow_tcp(false)
        .allow_udp(false)
        .max_random_size(1 << 20)
        .build()
}

/// A WASI interface in which every method needs a handle (a file or socket), so that one failing function serves all
/// methods. Separate functions for each method would be a fifth of this crate's machine code.
struct Handles {
    name: &'static str,
    /// The WASI resources of the interface, such as `tcp-socket`: name, type, and method names separated by spaces.
    resources: Vec<(&'static str, ResourceType, &'static str)>,
    /// The name of the interface's function that converts a stream error to a file error; `None` if it has none.
    error_code: Option<&'static str>,
}

fn handles() -> [Handles; 3] {
    [
        Handles {
            name: "wasi:filesystem/types",
            resources: vec![
                (
                    "descriptor",
                    ResourceType::host::<filesystem::types::Descriptor>(),
                    DESCRIPTOR,
                ),
                (
                    "directory-entry-stream",
                    ResourceType::host::<filesystem::types::DirectoryEntryStream>(),
                    "read-directory-entry",
                ),
            ],
            error_code: Some("filesystem-error-code"),
        },
        Handles {
            name: "wasi:sockets/tcp",
            resources: vec![(
                "tcp-socket",
                ResourceType::host::<sockets::tcp::TcpSocket>(),
                TCP_SOCKET,
            )],
            error_code: None,
        },
        Handles {
            name: "wasi:sockets/udp",
            resources: vec![
                (
                    "udp-socket",
                    ResourceType::host::<sockets::udp::UdpSocket>(),
                    UDP_SOCKET,
                ),
                (
                    "incoming-datagram-stream",
                    ResourceType::host::<sockets::udp::IncomingDatagramStream>(),
                    "receive subscribe",
                ),
                (
                    "outgoing-datagram-stream",
                    ResourceType::host::<sockets::udp::OutgoingDatagramStream>(),
                    "check-send send subscribe",
                ),
            ],
            error_code: None,
        },
    ]
}

const DESCRIPTOR: &str = "\
    read-via-stream write-via-stream append-via-stream advise sync-data get-flags get-type set-size set-times read \
    write read-directory sync create-directory-at stat stat-at set-times-at link-at open-at readlink-at \
    remove-directory-at rename-at symlink-at unlink-file-at is-same-object metadata-hash metadata-hash-at";
const TCP_SOCKET: &str = "\
    start-bind finish-bind start-connect finish-connect start-listen finish-listen accept local-address \
    remote-address is-listening address-family set-listen-backlog-size keep-alive-enabled set-keep-alive-enabled \
    keep-alive-idle-time set-keep-alive-idle-time keep-alive-interval set-keep-alive-interval keep-alive-count \
    set-keep-alive-count hop-limit set-hop-limit receive-buffer-size set-receive-buffer-size send-buffer-size \
    set-send-buffer-size subscribe shutdown";
const UDP_SOCKET: &str = "\
    start-bind finish-bind stream local-address remote-address address-family unicast-hop-limit set-unicast-hop-limit \
    receive-buffer-size set-receive-buffer-size send-buffer-size set-send-buffer-size subscribe";

/// Links WASI interfaces with functions that need no handle. Functions that open a file or a socket find none or fail.
fn link_what_can_be_called<T: WasiView>(linker: &mut Linker<T>) -> wasmtime::Result<()> {
    // These interfaces are streams, clocks, random numbers, standard input and output.
    wasmtime_wasi::p2::add_to_linker_proxy_interfaces_async(linker)?;
    random::insecure::add_to_linker::<T, WasiRandom>(linker, T::random)?;
    random::insecure_seed::add_to_linker::<T, WasiRandom>(linker, T::random)?;
    cli::exit::add_to_linker::<T, WasiCli>(linker, T::cli)?;
    cli::environment::add_to_linker::<T, WasiCli>(linker, T::cli)?;
    cli::terminal_input::add_to_linker::<T, WasiCli>(linker, T::cli)?;
    cli::terminal_output::add_to_linker::<T, WasiCli>(linker, T::cli)?;
    cli::terminal_stdin::add_to_linker::<T, WasiCli>(linker, T::cli)?;
    cli::terminal_stdout::add_to_linker::<T, WasiCli>(linker, T::cli)?;
    cli::terminal_stderr::add_to_linker::<T, WasiCli>(linker, T::cli)?;
    filesystem::preopens::add_to_linker::<T, WasiFilesystem>(linker, T::filesystem)?;
    let network = sockets::network::LinkOptions::default();
    sockets::network::add_to_linker::<T, WasiSockets>(linker, &network, T::sockets)?;
    sockets::instance_network::add_to_linker::<T, WasiSockets>(linker, T::sockets)?;
    sockets::ip_name_lookup::add_to_linker::<T, WasiSockets>(linker, T::sockets)?;
    sockets::tcp_create_socket::add_to_linker::<T, WasiSockets>(linker, T::sockets)?;
    sockets::udp_create_socket::add_to_linker::<T, WasiSockets>(linker, T::sockets)
}

/// Implements the methods of files and sockets: always fails, because no guest ever gets such a handle.
fn needs_a_handle<T>(_: StoreContextMut<'_, T>, _: ComponentFunc, _: &[Val], _: &mut [Val]) -> wasmtime::Result<()> {
    Err(wasmtime::Error::msg("no file and no socket is open here"))
}

#[cfg(test)]
mod tests;
