//! What another program does at the worst moment, for tests.

use std::cell::{Cell, RefCell};
use std::path::Path;

/// Where saving stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// It is known where the file lies; nothing is written.
    Resolved,
    /// The file was found to be as it was read, and is about to be replaced.
    Checked,
    /// The old and the new file changed places, and what came out is not looked at.
    Exchanged,
    /// The old file has another name, and none has its own.
    MovedAside,
}

type Act = Box<dyn FnMut(&Path)>;

thread_local! {
    static ACTS: RefCell<Vec<(Moment, Act)>> = const { RefCell::new(Vec::new()) };
    static NO_EXCHANGE: Cell<bool> = const { Cell::new(false) };
}

/// Done whenever saving a file reaches that moment, from now on.
pub(crate) fn at(moment: Moment, act: impl FnMut(&Path) + 'static) {
    ACTS.with_borrow_mut(|acts| acts.push((moment, Box::new(act))));
}

/// From now on the system can't let two files change places.
pub(crate) fn without_exchange() {
    NO_EXCHANGE.set(true);
}

pub(crate) fn nothing() {
    ACTS.take();
    NO_EXCHANGE.set(false);
}

pub(super) fn reached(moment: Moment, path: &Path) {
    ACTS.with_borrow_mut(|acts| {
        for (wanted, act) in acts {
            if *wanted == moment {
                act(path);
            }
        }
    });
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
pub(super) fn has_exchange() -> bool {
    !NO_EXCHANGE.get()
}
