//! Test hooks that simulate other programs which change files in the middle of a save, and the end of the process.

use std::cell::{Cell, RefCell};
use std::path::Path;

/// A moment during the save of a file at which a test can run an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The path of the file is resolved; nothing is written yet.
    Resolved,
    /// The old file was checked and is about to be replaced.
    Checked,
    /// The old and the new file were exchanged; the old file was not checked again yet.
    Exchanged,
    /// The old file was renamed, so that no file has its name.
    MovedAside,
    /// A step on assets begins, is partly made, or has just been made. The path is an asset path or a name.
    InStep,
}

type Act = Box<dyn FnMut(&Path)>;

thread_local! {
    static ACTS: RefCell<Vec<(Moment, Act)>> = const { RefCell::new(Vec::new()) };
    static NO_EXCHANGE: Cell<bool> = const { Cell::new(false) };
}

/// Registers `act`, which runs whenever the save of a file reaches the moment. It gets the path of the file.
pub fn act_at(moment: Moment, act: impl FnMut(&Path) + 'static) {
    ACTS.with_borrow_mut(|acts| acts.push((moment, Box::new(act))));
}

/// Makes all further exchanges of two files unavailable, as on a system without this operation.
pub fn without_exchange() {
    NO_EXCHANGE.set(true);
}

pub fn clear() {
    ACTS.take();
    NO_EXCHANGE.set(false);
}

pub(super) fn reach(moment: Moment, path: &Path) {
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
