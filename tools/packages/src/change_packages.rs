//! The tool `change_packages`.

use unity_tools::authoring::packages_edit::{self, ProjectPackage};
use unity_tools::prelude::*;

/// The packages of the project, which the tool `change_packages` returns.
#[output]
pub(crate) struct Packages {
    /// All packages on which the project depends directly.
    packages: Vec<Package>,
}

/// One package.
#[output]
pub(crate) struct Package {
    name: String,
    version: String,
    /// `registry`, `git`, `embedded`, `local` or `built-in`.
    source: String,
}

impl From<ProjectPackage> for Package {
    fn from(package: ProjectPackage) -> Self {
        Self {
            name: package.name,
            version: package.version,
            source: package.source,
        }
    }
}

/// Add and remove packages in the open editor, wait until it has compiled, and return all direct packages.
#[tool(
    code,
    category = "editor",
    notes = "Needs the grant of packages-edit and enable-console-eval. Packages contain code.",
    example = r#"{"add": ["com.unity.cinemachine@2.9.7"]}"#,
    needs = EditorRun
)]
pub(crate) fn change_packages(
    /// Names with or without `@version`, git addresses, `file:` paths.
    add: Option<Vec<String>>,
    /// Names.
    remove: Option<Vec<String>>,
    cx: &Cx,
) -> Result<Packages> {
    cx.go_on()?;
    let packages = packages_edit::change(&add.unwrap_or_default(), &remove.unwrap_or_default())?;
    Ok(Packages {
        packages: packages.into_iter().map(Package::from).collect(),
    })
}
