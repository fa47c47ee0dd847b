//! Checks who may write in a folder. The host trusts the files in some folders, so a user who can write there controls
//! the host.

use std::fs::Metadata;
use std::path::Path;

/// The persons who may write in a folder that `check_folder` accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FolderCheck {
    /// Only the user of this process and root may write in the folder.
    Private,
    /// A group of this process may also write in the folder, which is usual for shared volumes. The text is a warning
    /// for the operator.
    OfGroup(String),
}

/// Checks the owner and the mode of a folder. A link is followed.
///
/// # Errors
/// A sentence with the path, its owner, its mode and the remedy. The folder belongs to a user other than this one and
/// root, or all users or a group that this process is not in may write there, or the folder cannot be read.
pub fn check_folder(path: &Path) -> Result<FolderCheck, String> {
    let facts = std::fs::metadata(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    check(path, &facts)
}

#[cfg(unix)]
fn check(path: &Path, facts: &Metadata) -> Result<FolderCheck, String> {
    use std::os::unix::fs::MetadataExt;
    let mut groups: Vec<u32> = rustix::process::getgroups()
        .unwrap_or_default()
        .into_iter()
        .map(rustix::process::Gid::as_raw)
        .collect();
    groups.push(rustix::process::getegid().as_raw());
    let access = Access {
        owner: facts.uid(),
        group: facts.gid(),
        mode: facts.mode(),
    };
    let user = User {
        id: rustix::process::geteuid().as_raw(),
        groups,
    };
    judge(path, &access, &user)
}

/// Accepts every folder: Windows folders inherit the permissions of the user's own folders; there is no mode to check.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature on all systems")]
fn check(_path: &Path, _facts: &Metadata) -> Result<FolderCheck, String> {
    Ok(FolderCheck::Private)
}

/// The owner and group of a folder (Unix ids), and its mode bits.
#[cfg(unix)]
struct Access {
    owner: u32,
    group: u32,
    mode: u32,
}

/// The effective user id of a process, and its group ids.
#[cfg(unix)]
struct User {
    id: u32,
    groups: Vec<u32>,
}

#[cfg(unix)]
fn judge(path: &Path, access: &Access, user: &User) -> Result<FolderCheck, String> {
    let Access { owner, group, mode } = *access;
    let (path, this) = (path.display(), user.id);
    let named = format!("{path} (owner {owner}, group {group}, mode {:04o})", mode & 0o7777);
    if owner != this && owner != 0 {
        return Err(format!(
            "{named} belongs to a user other than that of this process ({this}), who controls its content: check the content, then \
             change the owner (chown -R {this} {path}), or use another folder"
        ));
    }
    if mode & 0o002 != 0 {
        return Err(format!(
            "every user may write in {named}: check the content, then close the folder (chmod o-w {path}), or use another folder"
        ));
    }
    if mode & 0o020 == 0 {
        return Ok(FolderCheck::Private);
    }
    if user.groups.contains(&group) {
        return Ok(FolderCheck::OfGroup(format!(
            "the members of group {group} may write in {named} and so control what this host does (to forbid it: chmod g-w {path})"
        )));
    }
    Err(format!(
        "group {group}, which this process is not in, may write in {named}: check the content, then close \
         the folder (chmod g-w {path}), or use another folder"
    ))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn rejects_folder_writable_by_other_users_with_remedy() {
        let user = User {
            id: 1000,
            groups: vec![1000, 27],
        };
        let of = |owner, group, mode| judge(Path::new("/data"), &Access { owner, group, mode }, &user);
        for (owner, group, mode) in [
            (1000, 1000, 0o700),
            (1000, 1000, 0o755),
            (0, 0, 0o755),
            (1000, 5, 0o750),
        ] {
            assert_eq!(
                of(owner, group, mode),
                Ok(FolderCheck::Private),
                "{owner} {group} {mode:o}"
            );
        }
        for (group, mode) in [(1000, 0o775), (27, 0o2770)] {
            let Ok(FolderCheck::OfGroup(told)) = of(0, group, mode) else {
                panic!("a group of this process: {group} {mode:o}");
            };
            assert!(
                told.contains(&format!("group {group}")) && told.contains("chmod g-w /data"),
                "{told}"
            );
        }
        for (owner, group, mode, parts) in [
            (4002, 4002, 0o700, ["owner 4002", "mode 0700", "chown -R 1000 /data"]),
            (1000, 1000, 0o777, ["owner 1000", "mode 0777", "chmod o-w /data"]),
            (1000, 1000, 0o1777, ["owner 1000", "mode 1777", "chmod o-w /data"]),
            (1000, 5, 0o770, ["group 5", "mode 0770", "chmod g-w /data"]),
        ] {
            let told = of(owner, group, mode).expect_err("refused");
            for part in parts {
                assert!(told.contains(part), "{part}: {told}");
            }
        }
    }
}
