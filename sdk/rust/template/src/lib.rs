//! The bundle `my-tools`: which tools it has. Each stands in a file of its own.

mod count_objects;

pub use count_objects::CountObjects;

unity_tools::export! { tools: [CountObjects] }
