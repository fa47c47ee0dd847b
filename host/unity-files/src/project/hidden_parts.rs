//! Parts of the asset folders that the scan did not read: links that are not followed, and folders and files to which
//! the system denies access.

use std::path::Path;

/// Name of the configuration key that makes the host follow links out of the project folder.
pub const FOLLOW_LINKS: &str = "project.follow-links";

/// Maximum number of unread links, folders and files that are stored with their path; further ones are only counted.
const MAX_NAMED: usize = 1_000;

const CACHE: &str = "Library/PackageCache/";

/// Kind of a link, folder or file that the scan did not read, which explains why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HiddenKind {
    /// The part is a link that leads out of the project and is not followed.
    Link,
    /// The part is a folder that cannot be listed completely; the text is the reason.
    Folder(String),
    /// The part is an asset that cannot be read; the text is the reason.
    File(String),
}

/// A link, folder or file of the asset folders that the scan did not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The asset path of the unread link, folder or file.
    pub path: String,
    pub kind: HiddenKind,
}

impl Hidden {
    /// Returns the reason why the part is not read, with the remedy for the operator.
    pub fn reason(&self) -> String {
        match &self.kind {
            HiddenKind::Link => format!(
                "a link out of the project, which is not followed (the operator can allow it with {FOLLOW_LINKS} = true)"
            ),
            HiddenKind::Folder(why) | HiddenKind::File(why) => why.clone(),
        }
    }

    /// Returns true if the part can contain scenes that the project's list of scenes lacks.
    pub fn may_hold_scenes(&self) -> bool {
        match self.kind {
            // A link to a file has the file's extension; names of folders rarely have one.
            HiddenKind::Link => Path::new(&self.path)
                .extension()
                .is_none_or(|extension| extension.eq_ignore_ascii_case("unity")),
            HiddenKind::Folder(_) => true,
            HiddenKind::File(_) => false,
        }
    }

    /// Returns true if the asset path `asset` is the path of this part or of something inside it.
    fn covers(&self, asset: &str) -> bool {
        asset
            .strip_prefix(self.path.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') && !matches!(self.kind, HiddenKind::File(_)))
    }

    /// Returns true if this unread part is in the folder `folder` or contains it, so that a search there is incomplete.
    pub fn overlaps(&self, folder: &str) -> bool {
        let folder = folder.trim_end_matches('/');
        self.covers(folder) || is_below(&self.path, folder)
    }
}

/// Links, folders and files of the asset folders that the scan did not read, in the order of the scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenParts {
    named: Vec<Hidden>,
    more: usize,
}

impl HiddenParts {
    pub(super) fn add(&mut self, path: &str, kind: HiddenKind) {
        if self.named.len() < MAX_NAMED {
            self.named.push(Hidden {
                path: path.to_owned(),
                kind,
            });
        } else {
            self.more += 1;
        }
    }

    /// Returns the number of all links, folders and files that the scan did not read.
    pub fn total(&self) -> usize {
        self.named.len() + self.more
    }

    /// Returns the first links, folders and files that the scan did not read, at most 1,000.
    pub fn first_parts(&self) -> &[Hidden] {
        &self.named
    }

    /// Returns the number of unread links, folders and files that `first_parts` omits.
    pub fn unnamed(&self) -> usize {
        self.more
    }

    /// Returns the unread parts that a search of the project's own files lacks: all except those in the package cache.
    pub fn own_parts(&self) -> impl Iterator<Item = &Hidden> {
        self.named.iter().filter(|part| !part.path.starts_with(CACHE))
    }

    pub(super) fn covering_part(&self, asset: &str) -> Option<&Hidden> {
        self.named.iter().find(|part| part.covers(asset))
    }

    /// Returns a message why answers about all files below `folder` are incomplete; `None` if they are complete. If
    /// `folder` is `None`, the message is about the whole project.
    pub fn note(&self, folder: Option<&str>) -> Option<String> {
        let concerned = |part: &&Hidden| folder.is_none_or(|folder| part.overlaps(folder));
        let (links, refused): (Vec<&Hidden>, Vec<&Hidden>) = self
            .own_parts()
            .filter(concerned)
            .partition(|part| part.kind == HiddenKind::Link);
        let links = links.first().map(|first| {
            format!(
                "the link {}{} leads out of the project and is not followed: the files behind it were not searched (the operator can allow it with {FOLLOW_LINKS} = true)",
                first.path,
                more_suffix(links.len() - 1)
            )
        });
        let refused = refused.first().map(|first| {
            format!(
                "{}{} could not be read, so its files were not searched: {}",
                first.path,
                more_suffix(refused.len() - 1 + self.more),
                first.reason()
            )
        });
        match (links, refused) {
            (Some(links), Some(refused)) => Some(format!("{links}; {refused}")),
            (links, refused) => links.or(refused),
        }
    }

    /// Returns a message for operators about the parts to which the system denies access, without links; `None` if all
    /// parts are readable.
    pub fn denied_message(&self) -> Option<String> {
        let refused: Vec<&Hidden> = self.named.iter().filter(|part| part.kind != HiddenKind::Link).collect();
        let first = refused.first()?;
        Some(format!(
            "{}{} could not be read ({}): answers about the whole project are not complete without it",
            first.path,
            more_suffix(refused.len() - 1 + self.more),
            first.reason()
        ))
    }

    /// Returns the end of a sentence about the files that were not read, such as files behind a link, if any.
    pub(super) fn phrase(&self) -> Option<String> {
        let first = self.named.first()?;
        let links = self.named.iter().all(|part| part.kind == HiddenKind::Link);
        let all = self.total();
        let path = &first.path;
        Some(match (all, links, &first.kind) {
            (1, true, _) => {
                format!("the files behind the link {path}, which leads out of the project and is not followed")
            }
            (_, true, _) => format!(
                "the files behind one of {all} links that lead out of the project and are not followed ({path}, …)"
            ),
            (1, _, HiddenKind::File(_)) => format!("the asset {path}, which could not be read"),
            (1, ..) => format!("the files below {path}, which could not be read"),
            _ => format!("one of {all} folders, files or links that were not read ({path}, …)"),
        })
    }
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn more_suffix(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}
