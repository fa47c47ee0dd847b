//! Actions of another program at the most critical moments of a save, for tests.

use std::cell::{Cell, RefCell};
use std::path::Path;

/// A step of a save, at which a test can act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The path of the file is known; nothing is written yet.
    Resolved,
    /// The file is unchanged since it was read, and is about to be replaced.
    Checked,
    /// The old and the new file were exchanged; the old one was not checked yet.
    Exchanged,
    /// The old file was renamed, so that no file has its name.
    MovedAside,
}

type Act = Box<dyn FnMut(&Path)>;

thread_local! {
    static ACTS: RefCell<Vec<(Moment, Act)>> = const { RefCell::new(Vec::new()) };
    static NO_EXCHANGE: Cell<bool> = const { Cell::new(false) };
}

/// Calls `act` whenever the save of a file reaches that moment, from now on.
pub fn act_at(moment: Moment, act: impl FnMut(&Path) + 'static) {
    ACTS.with_borrow_mut(|acts| acts.push((moment, Box::new(act))));
}

/// Makes all further exchanges of two files fail, as on a system without that operation.
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
