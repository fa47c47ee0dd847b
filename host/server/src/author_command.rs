//! The commands `unity-tool-host new`, `build` and `test` for tool authors.
//!
//! This module runs the commands from parsed flags to the output. The implementation is in `authors.rs`, the command
//! `check` in `check_command.rs`.

use crate::authors::{Authors, Built, Language, NotMade};
use crate::command_line::{Done, Failure};
use crate::component_command;
use crate::output::print;
use anyhow::Context;
use host_api::Tree;
use host_runtime::InspectedListing;
use std::path::Path;
use std::process::ExitCode;

/// Runs the command `new`: creates the folder of a new bundle, and prints the next commands.
pub(crate) fn new(authors: &dyn Authors, id: &str, language: Language) -> Done {
    let folder = authors.make(Path::new("."), id, language).map_err(failure)?;
    let folder = folder.strip_prefix(".").unwrap_or(&folder).display();
    print(&format!(
        "created {folder}; its README.md describes the next steps:\n  cd {folder}\n  unity-tool-host test\n  \
         unity-tool-host build\n  unity-tool-host check\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the bundle in `folder`, writes the listing into the component, and prints its size and required grants.
pub(crate) fn build(authors: &dyn Authors, folder: &Path) -> Done {
    let built = authors.build(folder).map_err(failure)?;
    let size = place(&built)?;
    print(&format!("{}: {size} bytes\n", built.place.display()))?;
    let found = host_runtime::inspect(&built.place).map_err(|error| anyhow::anyhow!("{error}; {}", error.remedy()))?;
    if let InspectedListing::Section { tools, .. } = &found.listing {
        for tool in tools {
            // A schema that is not JSON is an error, which `check` and each host report.
            let schema = Tree::read(&tool.input_schema).unwrap_or_default();
            for refused in host_catalog::refused_in_input(&schema) {
                print(&format!(
                    "remark {}: schema {}\n",
                    tool.name,
                    host_api::visible(&refused)
                ))?;
            }
        }
    }
    if let Some(remedy) = component_command::remedy(&found, &built.id) {
        print(&format!("the operator must grant: {remedy}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the component with its listing section to the path in `bundle.toml`, and returns its size in bytes.
fn place(built: &Built) -> Result<u64, Failure> {
    let json = host_runtime::ask_listing(&built.made, component_command::compiling()?).map_err(anyhow::Error::new)?;
    let bytes = host_runtime::with_listing(&built.made, &json).map_err(anyhow::Error::new)?;
    component_command::replace(&built.place, &bytes)
        .with_context(|| format!("cannot write {}", built.place.display()))?;
    Ok(bytes.len() as u64)
}

pub(crate) fn test(authors: &dyn Authors, folder: &Path) -> Done {
    authors.test(folder).map_err(failure)?;
    Ok(ExitCode::SUCCESS)
}

fn failure(not_made: NotMade) -> Failure {
    match not_made {
        NotMade::Usage(why) => Failure::usage(why),
        NotMade::Failed(why) => Failure::run(why),
    }
}
