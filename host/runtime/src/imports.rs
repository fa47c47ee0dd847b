//! The imports, one file for each interface: WIT values in, a command or a host service, WIT values out.
//!
//! No file here decides whether something is allowed (`gate`) or knows how Unity is reached (`host_bridge`).

mod assets;
mod camera;
mod cancellation;
mod client;
mod command;
mod components;
mod components_edit;
mod console_eval;
mod console_scripts;
mod console_scripts_edit;
mod editor;
mod editor_run;
mod hooks;
mod hooks_edit;
mod log;
mod logs;
mod members;
mod members_edit;
mod methods_call;
mod notify;
mod objects;
mod objects_create;
mod objects_edit;
pub(crate) mod page;
mod pick;
mod policy_edit;
mod policy_view;
mod progress;
mod project;
mod query;
mod references;
mod resolve;
pub(crate) mod rows;
mod scenes;
mod screenshot;
mod scripts;
mod selection;
mod selection_edit;
mod settings;
mod state;
mod test_ui_edit;
mod time_scale;
mod time_scale_edit;
mod values;
