//! Tests against a double of the server, which was written from the documentation of the package.

mod commands;
mod descriptor;
mod double;
mod hostile;
mod list;
mod run;
