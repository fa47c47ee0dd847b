//! The initial memory image that all instances of a component share, created before the first instance.
//!
//! On Linux, it is a sealed `memfd`, from which instances are mapped. The kernel refuses the seal (`EBUSY`) while
//! something uses one of its pages, e.g. while it moves memory (`fcntl(2)`, `F_SEAL_WRITE`). Without this module, the
//! first instance would create the image: its call could fail, and an async worker would write megabytes.

use std::io;
use tokio::sync::OnceCell;
use wasmtime::component::Component;

/// Maximum number of attempts to create a component's memory image. The kernel waits up to 75 ms in each attempt to
/// make it read-only; after the last one, the error is returned.
const TRIES: usize = 40;

/// Records whether a component's memory image exists: its initial memory, which all its instances share.
#[derive(Default)]
pub(crate) struct Image(OnceCell<()>);

impl Image {
    /// Creates the memory image of `component` if it does not exist yet. Fails with the operating system's error.
    pub(crate) async fn lay(&self, component: &Component) -> wasmtime::Result<()> {
        let lay = async || {
            let component = component.clone();
            let laid = tokio::task::spawn_blocking(move || retry(|| component.initialize_copy_on_write_image()));
            laid.await.map_err(io::Error::other)?
        };
        self.0.get_or_try_init(lay).await.map(|&()| ())
    }
}

fn retry(mut lay: impl FnMut() -> wasmtime::Result<()>) -> wasmtime::Result<()> {
    for _ in 1..TRIES {
        match lay() {
            Err(error) if system_error(&error).is_some_and(|error| error.kind() == io::ErrorKind::ResourceBusy) => {
                tracing::debug!("cannot seal a memory image yet: {error:#}");
            }
            laid => return laid,
        }
    }
    lay()
}

/// Returns the error of the operating system; `None` if it is not the root cause of `error`.
pub(crate) fn system_error(error: &wasmtime::Error) -> Option<&io::Error> {
    error.root_cause().downcast_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused_error(kind: io::ErrorKind) -> wasmtime::Error {
        wasmtime::Error::from(io::Error::from(kind)).context("cannot add seals to the memfd")
    }

    #[test]
    fn retries_only_while_the_kernel_is_busy() {
        let rows = [
            (io::ErrorKind::ResourceBusy, 0, 1, true),
            (io::ErrorKind::ResourceBusy, 3, 4, true),
            (io::ErrorKind::ResourceBusy, TRIES - 1, TRIES, true),
            (io::ErrorKind::ResourceBusy, TRIES, TRIES, false),
            (io::ErrorKind::OutOfMemory, 1, 1, false),
        ];
        for (kind, refusals, asked, is_laid) in rows {
            let mut tries = 0;
            let laid = retry(|| {
                tries += 1;
                if tries > refusals {
                    Ok(())
                } else {
                    Err(refused_error(kind))
                }
            });
            assert_eq!((tries, laid.is_ok()), (asked, is_laid), "{kind:?}, {refusals} refusals");
        }
    }
}
