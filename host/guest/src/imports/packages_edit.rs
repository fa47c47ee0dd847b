//! Implements the import `unity-tools:authoring/packages-edit`.

use crate::bindings::current::unity_tools::authoring::packages_edit::{Host, ProjectPackage};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn change(&mut self, add: Vec<String>, remove: Vec<String>) -> Result<Vec<ProjectPackage>, Fault> {
        let bytes = add.iter().chain(&remove).map(String::len).sum();
        let command = Command::ChangePackages { add, remove };
        let packages: Vec<host_bridge::ProjectPackage> = self.unity(bytes, command).await?;
        Ok(packages.convert())
    }
}

records! {
    host_bridge::ProjectPackage => ProjectPackage { name version source }
}
