//! Who uses what: an index over all files of the project that can refer to an asset, a script or a type.
//!
//! | room | what |
//! |---|---|
//! | `files` | which files are looked at, and what tells that one is as it was |
//! | `objects`, `texts` | the uses in one file: Unity's text form, everything else |
//! | `uses` | what is kept of a file |
//! | `reading` | a file's uses by its kind, with what it was played out with |
//! | `dependencies` | the assets that one asset uses |
//! | `index` | all of them by what is used, made step by step, only what changed read anew |
//! | `disk`, `bytes` | the same kept between runs |
//!
//! Does not belong here: when it is made and what an answer looks like (the session), whether a reference leads anywhere
//! (`missing`).

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
