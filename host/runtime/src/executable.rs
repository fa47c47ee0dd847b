//! Checks whether the system allows this process to execute memory that it wrote, which native code needs.
//!
//! Belongs here: this check before the engine starts, and its error message. Does not: other problems of compiled code
//! (`cache`, `compile`).

/// Returns the reason why this process cannot run native code; `None` if it can. Takes some microseconds.
#[cfg(unix)]
pub(crate) fn forbidden() -> Option<String> {
    use rustix::io::Errno;
    let error = probe().err()?;
    // Other errors, such as a lack of memory, have nothing to do with this permission.
    if ![Errno::ACCESS, Errno::PERM].contains(&error) {
        return None;
    }
    Some(format!(
        "this system forbids this process to make memory executable (mprotect: {})",
        std::io::Error::from(error)
    ))
}

/// Always returns `None` (native code is not forbidden): Windows has no such setting that a process inherits from its
/// service manager.
#[cfg(not(unix))]
pub(crate) fn forbidden() -> Option<String> {
    None
}

pub(crate) const REMEDY: &str = "tools are compiled to native code, so this host needs executable memory: set \
     `MemoryDenyWriteExecute=no` in the systemd unit, start it without PR_SET_MDWE, or allow `execmem` in SELinux";

/// Tries to make writable memory executable, as the engine does for each component.
#[cfg(unix)]
#[expect(unsafe_code, reason = "only a mapping of its own shows what the system allows")]
fn probe() -> rustix::io::Result<()> {
    use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
    /// Size in bytes of the memory that is made executable as a test, a multiple of every page size.
    const BYTES: usize = 64 << 10;
    let wanted = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: a new private mapping at an address of the system's choice; nothing else knows it.
    let memory = unsafe { mmap_anonymous(std::ptr::null_mut(), BYTES, wanted, MapFlags::PRIVATE)? };
    // SAFETY: the whole mapping of the line above, which nothing reads, writes or runs.
    let changed = unsafe { mprotect(memory, BYTES, MprotectFlags::READ | MprotectFlags::EXEC) };
    // SAFETY: as above, and it is not used after this.
    unsafe { munmap(memory, BYTES)? };
    changed
}

#[cfg(all(test, unix))]
mod tests {
    #[test]
    fn allows_native_code_in_ordinary_process() {
        assert_eq!(super::forbidden(), None);
    }
}
