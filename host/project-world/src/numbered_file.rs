//! The objects of one file with their ids. For a file with many objects, a background thread assigns the ids.

use crate::ids::{Ids, Keys, SceneIds};
use host_bridge::caught;
use std::sync::Arc;
use unity_files::AssetProblem;
use unity_project::expand::{Flat, Library};

/// Number of objects in a file from which a background thread assigns their ids, because that takes long.
pub const MANY: usize = 5_000;

/// The objects of one file with provisional ids, which any thread can assign. `settle` replaces the ids by valid ones.
pub struct Numbered {
    flat: Arc<Flat>,
    ids: Arc<Ids>,
    before: Arc<Keys>,
    after: Keys,
}

impl Numbered {
    /// Assigns ids to the objects of a file. Objects that `before` contains keep their numbers.
    pub fn new(flat: Flat, before: Arc<Keys>) -> Self {
        let mut after = (*before).clone();
        let ids = after.assign(keys(&flat));
        Self {
            flat: Arc::new(flat),
            ids: Arc::new(ids.into()),
            before,
            after,
        }
    }

    /// Returns the objects of the file and their provisional ids.
    pub(crate) fn objects(&self) -> (Arc<Flat>, Arc<Ids>) {
        (Arc::clone(&self.flat), Arc::clone(&self.ids))
    }

    /// Returns the objects with valid ids. These differ from the provisional ids if other ids were assigned meanwhile.
    pub fn settle(self, numbers: &mut SceneIds) -> (Arc<Flat>, Arc<Ids>) {
        match numbers.take_over(&self.before, self.after) {
            true => (self.flat, self.ids),
            false => {
                let ids = Arc::new(numbers.assign(keys(&self.flat)).into());
                (self.flat, ids)
            }
        }
    }
}

/// Calls `read` to read a file. Converts a panic in `read` into an error.
///
/// # Errors
/// The errors of `read`, or `Crashed` after a panic.
pub fn read_guarded(
    library: &mut Library,
    read: impl FnOnce(&mut Library) -> Result<Flat, AssetProblem>,
) -> Result<Flat, AssetProblem> {
    caught(|| read(library)).unwrap_or_else(|reason| {
        library.begin_anew();
        Err(AssetProblem::Crashed { reason })
    })
}

/// Assigns ids to the objects of a file on the calling thread.
pub fn number(flat: Flat, numbers: &mut SceneIds) -> (Arc<Flat>, Arc<Ids>) {
    let ids = Arc::new(numbers.assign(keys(&flat)).into());
    (Arc::new(flat), ids)
}

/// Iterates over the keys of the file's objects in hierarchy order: file id, and file id of the PrefabInstance.
fn keys(flat: &Flat) -> impl Iterator<Item = (i64, i64)> + '_ {
    flat.objects.iter().map(|object| (object.id, object.instance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::ObjectId;
    use tests_projects::{TinyProject, objects};
    use unity_files::Project;

    fn flat() -> Flat {
        let project = TinyProject::new();
        let project = Project::open(project.root()).expect("a project");
        let rows = objects(&[(1, "A", 0), (3, "B", 0), (5, "C", 3)]);
        let mut library = Library::new(Arc::new(project));
        library.scene_from("a scene", rows.into_bytes()).expect("a scene")
    }

    #[test]
    fn ids_assigned_separately_equal_those_assigned_directly() {
        let (mut here, mut beside) = (SceneIds::new(0), SceneIds::new(0));
        let (_, expected) = number(flat(), &mut here);
        let numbered = Numbered::new(flat(), beside.keys());
        assert_eq!(beside.known_id(2, 3, 0), Some(ObjectId(3)), "no number is given yet");
        let (_, ids) = numbered.settle(&mut beside);
        assert_eq!(ids.to_vec(), expected.to_vec());
        assert_eq!(beside.known_id(0, 3, 0), Some(ObjectId(2)));
    }

    #[test]
    fn settle_keeps_ids_assigned_in_the_meantime() {
        let mut numbers = SceneIds::new(0);
        let numbered = Numbered::new(flat(), numbers.keys());
        let [first] = numbers.assign([(3, 0)].into_iter())[..] else {
            panic!("one number for one object");
        };
        let (flat, ids) = numbered.settle(&mut numbers);
        let b = flat.objects.iter().position(|object| &*object.name == "B");
        assert_eq!(ids.position(first), b.and_then(|at| u32::try_from(at).ok()));
        assert_eq!(ids.to_vec(), [2, 1, 3].map(ObjectId));
    }
}
