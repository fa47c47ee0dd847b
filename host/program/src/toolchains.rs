//! Runs the commands for authors with the crate `host_authors`.

use host_authors::Problem;
use host_server::authors::{Authors, Built, Language, NotMade};
use std::path::{Path, PathBuf};

/// Implements the author commands with the toolchains of all languages that have a template.
pub(crate) struct Toolchains;

impl Authors for Toolchains {
    fn make(&self, parent: &Path, id: &str, language: Language) -> Result<PathBuf, NotMade> {
        host_authors::new(parent, id, convert_language(language)).map_err(into_not_made)
    }

    fn build(&self, folder: &Path) -> Result<Built, NotMade> {
        let host_authors::Built { made, place, id } = host_authors::build(folder).map_err(into_not_made)?;
        Ok(Built { made, place, id })
    }

    fn test(&self, folder: &Path) -> Result<(), NotMade> {
        host_authors::test(folder).map_err(into_not_made)
    }
}

fn convert_language(language: Language) -> host_authors::Language {
    match language {
        Language::Rust => host_authors::Language::Rust,
        Language::JavaScript => host_authors::Language::JavaScript,
        Language::TypeScript => host_authors::Language::TypeScript,
        Language::Python => host_authors::Language::Python,
        Language::C => host_authors::Language::C,
        Language::Go => host_authors::Language::Go,
    }
}

/// Converts an error: wrong arguments become a usage error, and a failure of a toolchain becomes a runtime error.
fn into_not_made(problem: Problem) -> NotMade {
    match problem {
        Problem::Id { .. } | Problem::Exists { .. } | Problem::NotABundle { .. } => NotMade::Usage(problem.to_string()),
        problem => NotMade::Failed(anyhow::Error::new(problem)),
    }
}
