//! The index of uses: for each asset, script and component type, the files of the project that refer to it.
//!
//! | module | content |
//! |---|---|
//! | `files` | the files to read, and the stamps that show whether one changed |
//! | `objects`, `texts` | the uses in one file: Unity's text form, everything else |
//! | `uses` | the stored data of a file |
//! | `reading` | a file's uses by its kind, with the prefabs that it was expanded with |
//! | `dependencies` | the assets that one asset uses |
//! | `index` | all uses by target, built in steps; only changed files are read again |
//! | `disk`, `bytes` | storage of the index between runs |

mod bytes;
mod dependencies;
mod disk;
mod files;
mod index;
mod objects;
mod reading;
mod texts;
mod uses;

pub use dependencies::{Dependencies, used_by};
pub use files::Kind as FileKind;
pub use index::{ReferenceIndex, User};
pub use uses::{Key, Spot, Type};
