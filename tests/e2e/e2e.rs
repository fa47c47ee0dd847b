//! End-to-end tests: the real program, real components, real projects, one module per story.
//!
//! Belongs here: what a user, an operator or a client sees. Does not: what one crate can show by itself.

#[cfg(test)]
mod agent;
#[cfg(test)]
mod asset_changes;
#[cfg(test)]
mod assets;
#[cfg(test)]
mod authors;
#[cfg(test)]
mod carried;
#[cfg(test)]
mod chaos;
#[cfg(test)]
mod cli;
#[cfg(test)]
mod clients;
#[cfg(test)]
mod component_sizes;
#[cfg(test)]
mod confirmation;
#[cfg(test)]
mod dialects;
mod documents;
#[cfg(test)]
mod edits;
#[cfg(test)]
mod explorer;
#[cfg(test)]
mod guests;
#[cfg(test)]
mod hops;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod kills;
#[cfg(test)]
mod language_guests;
#[cfg(test)]
mod listed_first;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod live;
#[cfg(test)]
mod made_components;
#[cfg(test)]
mod near_names;
#[cfg(test)]
mod old_files;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod policy;
#[cfg(test)]
mod program;
mod prompts;
#[cfg(test)]
mod readme;
#[cfg(test)]
mod refused_first;
#[cfg(test)]
mod reload;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod reports;
#[cfg(test)]
mod robustness;
#[cfg(test)]
mod saving;
#[cfg(test)]
mod scenes;
#[cfg(test)]
mod script_info;
mod sources;
#[cfg(test)]
mod strict_clients;
#[cfg(test)]
mod switched_off;
#[cfg(all(test, unix))]
mod unsaved_edits;
#[cfg(test)]
mod which_object;
#[cfg(test)]
mod words;
