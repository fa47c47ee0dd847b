//! The assets of the project as they will be after the first changes of a batch, so that later changes can be checked.
//!
//! This module changes nothing. It follows a path back through the steps to its present place on disk.

use super::saving::cannot;
use host_bridge::{BridgeError, BridgeErrorKind};
use host_project_writer::{AssetStep, Direction, Spelling, TRASH, rest_below};
use std::path::Path;

/// Steps on disk, in the order in which they are made.
pub(super) type AssetSteps = Vec<(AssetStep, Direction)>;

/// Where the content of an asset path is before any step of the batch is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// At this asset path on disk.
    Disk(String),
    /// The folder is created by a step.
    New,
}

/// The steps of a batch so far, on the folder of a project.
pub(super) struct AssetTree<'p> {
    root: &'p Path,
    steps: AssetSteps,
}

impl<'p> AssetTree<'p> {
    pub(super) fn new(root: &'p Path) -> Self {
        Self {
            root,
            steps: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, step: AssetStep, direction: Direction) {
        self.steps.push((step, direction));
    }

    pub(super) fn into_steps(self) -> AssetSteps {
        self.steps
    }

    /// Returns where the content of the path is now; `None` if the path does not exist after the steps.
    pub(super) fn locate(&self, path: &str) -> Option<Location> {
        let mut at = path.to_owned();
        for (step, direction) in self.steps.iter().rev() {
            let (before, after) = step.paths(*direction);
            match after.and_then(|after| rest_below(&at, after)) {
                Some(below) => match (before, step) {
                    (Some(before), _) => at = format!("{before}{below}"),
                    (None, AssetStep::Copy { from, .. }) if *direction == Direction::First => {
                        at = format!("{from}{below}");
                    }
                    (None, AssetStep::CreateFolder { .. }) if *direction == Direction::First => {
                        return below.is_empty().then_some(Location::New);
                    }
                    // A restored asset is in the trash until then.
                    (None, _) => {
                        let name = after.and_then(|after| after.rsplit('/').next()).unwrap_or_default();
                        at = format!("{TRASH}/{}/{name}{below}", step.kept().unwrap_or_default());
                        break;
                    }
                },
                None if before.is_some_and(|before| rest_below(&at, before).is_some()) => return None,
                None => {}
            }
        }
        let exists = self.root.join(&at).symlink_metadata().is_ok();
        exists.then_some(Location::Disk(at))
    }

    /// Checks that the path exists and may be changed, and returns where its content is.
    pub(super) fn existing(&self, field: &str, path: &str) -> Result<Location, BridgeError> {
        is_deep(field, path)?;
        let located = self.locate(path).ok_or_else(|| {
            BridgeError::new(
                BridgeErrorKind::NotFound,
                format!("`{field}` is {path:?}, which does not exist"),
            )
            .with_hint("list_assets shows the assets; upper and lower case count; nothing was changed")
        })?;
        if let Location::Disk(at) = &located {
            self.is_spelled(field, at)?;
        }
        Ok(located)
    }

    /// True if a step changes something below the path.
    pub(super) fn changes_below(&self, path: &str) -> bool {
        self.steps.iter().any(|(step, direction)| {
            let (before, after) = step.paths(*direction);
            let mut paths = before.into_iter().chain(after);
            paths.any(|changed| rest_below(changed, path).is_some_and(|rest| !rest.is_empty()))
        })
    }

    /// Checks that an asset can be created at the path, or moved there from the path `from`.
    pub(super) fn is_free(&self, field: &str, path: &str, from: Option<&str>) -> Result<(), BridgeError> {
        is_deep(field, path)?;
        self.is_unused(field, path)?;
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_folder = match self.locate(parent) {
            Some(Location::New) => true,
            Some(Location::Disk(at)) => {
                self.is_spelled(field, &at)?;
                let others = spelling(&self.root.join(&at), name).others.into_iter();
                // A move can change the case of letters of the moved asset itself.
                let mut others = others.filter(|other| from != Some(format!("{parent}/{other}").as_str()));
                if let Some(other) = others.find(|other| self.locate(&format!("{parent}/{other}")).is_some()) {
                    let why = format!("differs from {parent}/{other} only in the case of letters");
                    return Err(taken(field, path, &why));
                }
                self.root.join(&at).is_dir()
            }
            None => false,
        };
        match is_folder {
            true => Ok(()),
            false => Err(no_folder(field, path, parent)),
        }
    }

    /// Checks that an undo can put an asset back to the path, also beside one with the same name in another case.
    pub(super) fn is_free_for_undo(&self, field: &str, path: &str) -> Result<(), BridgeError> {
        self.is_unused(field, path)?;
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        match self.locate(parent) {
            Some(_) => Ok(()),
            None => Err(no_folder(field, path, parent)),
        }
    }

    fn is_unused(&self, field: &str, path: &str) -> Result<(), BridgeError> {
        if self.has_exactly(path) {
            return Err(taken(field, path, "exists already"));
        }
        // That step moves or deletes the .meta file, too.
        let left = self
            .steps
            .iter()
            .any(|(step, direction)| step.paths(*direction).0 == Some(path));
        if !left && self.has_exactly(&format!("{path}.meta")) {
            return Err(taken(field, path, "has a .meta file already, without its asset"));
        }
        Ok(())
    }

    /// True if the path exists after the steps with exactly these letters, also on a system that ignores their case.
    fn has_exactly(&self, path: &str) -> bool {
        self.locate(path).is_some_and(|location| match location {
            Location::New => true,
            Location::Disk(at) => {
                let (parent, name) = at.rsplit_once('/').unwrap_or(("", &at));
                spelling(&self.root.join(parent), name).is_exact
            }
        })
    }

    /// Checks that no folder of the path on disk is a link, and that the case of its letters is right.
    fn is_spelled(&self, field: &str, path: &str) -> Result<(), BridgeError> {
        let mut at = self.root.to_owned();
        for name in path.split('/') {
            let spelled = spelling(&at, name);
            if !spelled.is_exact {
                // Windows opens a file also by a short name such as `MYGAME~1.ASM`.
                let other = spelled.others.first().map_or("otherwise", String::as_str);
                return Err(BridgeError::new(
                    BridgeErrorKind::NotFound,
                    format!("`{field}` is {path:?}, but {name} is named {other} in the project"),
                )
                .with_hint("use the name that list_assets shows; nothing was changed"));
            }
            at.push(name);
            if at.symlink_metadata().is_ok_and(|facts| facts.is_symlink()) {
                let message = format!("`{field}` is {path:?}, and {} is a link", at.display());
                return Err(cannot(message).with_hint("only real files and folders are changed; nothing was changed"));
            }
        }
        Ok(())
    }
}

fn no_folder(field: &str, path: &str, parent: &str) -> BridgeError {
    let message = format!("`{field}` is {path:?}, but the folder {parent} does not exist");
    BridgeError::new(BridgeErrorKind::NotFound, message)
        .with_hint("create it first, with create_folder in the same batch; nothing was changed")
}

/// Checks that the path is below `Assets` or below a package, and not one of these folders itself.
fn is_deep(field: &str, path: &str) -> Result<(), BridgeError> {
    let depth = path.split('/').count();
    match path.starts_with("Packages/") && depth < 3 {
        false => Ok(()),
        true => Err(cannot(format!("`{field}` is {path:?}, which is a whole package"))
            .with_hint("packages are added and removed with the package manager; nothing was changed")),
    }
}

fn taken(field: &str, path: &str, why: &str) -> BridgeError {
    BridgeError::new(BridgeErrorKind::Conflict, format!("`{field}` is {path:?}, which {why}"))
        .with_hint("choose another path; nothing was changed")
}

/// A folder that cannot be read has no names.
fn spelling(folder: &Path, wanted: &str) -> Spelling {
    Spelling::in_folder(folder, wanted).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tests_projects::TinyProject;

    fn step(from: &str, to: &str) -> (AssetStep, Direction) {
        let step = AssetStep::Move {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        (step, Direction::First)
    }

    #[test]
    fn follows_paths_back_through_the_steps() {
        let project = TinyProject::new();
        project.write("Assets/A/One.txt", "1");
        project.write("Assets/Two.txt", "2");
        let mut tree = AssetTree::new(project.root());
        let disk = |path: &str| Some(Location::Disk(path.to_owned()));
        assert_eq!(tree.locate("Assets/A/One.txt"), disk("Assets/A/One.txt"));
        let (moved, first) = step("Assets/A", "Assets/B");
        tree.add(moved, first);
        assert_eq!(tree.locate("Assets/A/One.txt"), None);
        assert_eq!(tree.locate("Assets/B/One.txt"), disk("Assets/A/One.txt"));
        let made = AssetStep::CreateFolder {
            path: "Assets/A".to_owned(),
            kept: "k".to_owned(),
        };
        tree.add(made, Direction::First);
        assert_eq!(tree.locate("Assets/A"), Some(Location::New));
        assert_eq!(tree.locate("Assets/A/One.txt"), None);
        let (moved, first) = step("Assets/Two.txt", "Assets/A/Two.txt");
        tree.add(moved, first);
        assert_eq!(tree.locate("Assets/A/Two.txt"), disk("Assets/Two.txt"));
        assert_eq!(tree.locate("Assets/Two.txt"), None);
        assert_eq!(tree.locate("Assets/AB"), None);
    }
}
