//! Implements `unity-tools:host/policy-edit`: gate 2 checks the effect, the editor checks the operator's ceiling.

use crate::bindings::current::unity_tools::host::policy_edit::{Change, Host};
use crate::bindings::current::unity_tools::shared::types::ErrorKind;
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_api::{Access, AccessTarget, Effect, Interface, Rule};
use host_policy::{PolicyChange, PolicyEditError};

impl Host for CallState {
    async fn apply(&mut self, change: Change) -> Result<u64, Fault> {
        let lists = [
            &change.component_allowlist,
            &change.reflection_allowlist_members,
            &change.hook_allowlist_signatures,
        ];
        let bytes = lists.into_iter().flatten().flatten().map(|name| name.len() + 8).sum();
        let access = Access {
            interface: Interface::PolicyEdit,
            function: "apply",
            effect: Effect::Config,
            target: AccessTarget::None,
        };
        let restart = change.restart;
        self.edit_policy(&access, bytes, change.convert(), restart)
            .await?
            .map_err(Fault::from)
    }
}

impl From<PolicyEditError> for Fault {
    fn from(error: PolicyEditError) -> Self {
        match error {
            PolicyEditError::AboveCeiling(refused) => {
                let keys = refused.iter().map(|key| format!("{key}; {}", key.hint()));
                Self::new(ErrorKind::PermissionDenied, keys.collect::<Vec<_>>().join(". ")).rule(Rule::PolicyCeiling)
            }
            PolicyEditError::Invalid(why) => Self::new(ErrorKind::InvalidArgument, why),
            PolicyEditError::NotWritten(why) | PolicyEditError::Other(why) => Self::new(ErrorKind::NotReady, why),
        }
    }
}

records! {
    Change => PolicyChange {
        allow_writes require_confirm enable_console_eval component_allowlist reflection_allowlist_members
        hook_allowlist_signatures
    }
}
