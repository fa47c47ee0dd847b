//! The table of all rules that allow or refuse a call: their ids, texts and lines of the reference page.
//!
//! Belongs here: every text of a refusal. Does not: the decisions, which call the functions that this table generates.

use super::Refusal;
use crate::error::ErrorKind;
use std::fmt;

/// Generates the enum `Rule` and functions of `Refusal` from a table with one row for each rule. A row has variant, id,
/// configuration keys, condition and next step; a rule without next step allows calls. Each text of a row becomes a
/// function that creates a refusal. A rule without texts forwards an error of another part.
macro_rules! rules {
    ($($rule:ident $id:literal [$($key:literal),*] when $when:literal $(next $next:literal)?
        { $($text:ident($($value:ident),*) $kind:ident $message:literal $hint:literal;)* })+) => {
        /// The rule that decided about a call. Audit lines contain its id.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`: ", $when, ".")] $rule,)+
        }

        impl Rule {
            /// All rules of the host, in a fixed order.
            pub const ALL: &[Self] = &[$(Self::$rule),+];

            /// The id of the rule, for example `policy.allow-writes`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$rule => $id,)+ }
            }

            /// The condition under which the rule decides, as text.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$rule => $when,)+ }
            }

            /// The next step after a refusal, as text; `None` if the rule allows calls.
            pub const fn next(self) -> Option<&'static str> {
                match self { $(Self::$rule => next!($($next)?),)+ }
            }

            /// The configuration keys, or the configuration section, with which the operator controls the rule.
            pub const fn keys(self) -> &'static [&'static str] {
                match self { $(Self::$rule => &[$($key),*],)+ }
            }

            #[cfg(test)]
            const fn texts(self) -> &'static [&'static str] {
                match self { $(Self::$rule => &[$(stringify!($text)),*],)+ }
            }
        }

        impl Refusal {
            $($(#[doc = concat!("`", $id, "`: ", $message)]
            pub fn $text($($value: impl fmt::Display),*) -> Self {
                let (message, hint) = (format_args!($message), format_args!($hint));
                Self::new(Rule::$rule, ErrorKind::$kind, message, hint)
            })*)+
        }
    };
}

macro_rules! next {
    () => {
        None
    };
    ($next:literal) => {
        Some($next)
    };
}

rules! {
    Policy "policy" []
        when "the policy allows the call" {}
    PolicyConfirmed "policy.confirmed" ["policy.require-confirm", "policy.confirm-by"]
        when "the policy allows the call, which has `confirm: true`" {}
    PolicyDisabledCategories "policy.disabled-categories" ["policy.disabled-categories"]
        when "the category of the tool, resource or prompt is disabled"
        next "remove the category from the list"
    {
        disabled_category(category) PermissionDenied
            "Category `{category}` is disabled"
            "ask the operator to remove `{category}` from `[policy] disabled-categories`";
    }
    PolicyTier "policy.tier" ["policy.tier", "policy.tier-order"]
        when "the tool is above the current tier, or its tier is not in the order"
        next "raise the current tier, or add the tier of the tool to the order"
    {
        tier_above(tier, current) TierRestricted
            "Tool not available in current tier"
            "the tool needs tier `{tier}`, the current tier is `{current}`: ask the operator to set `[policy] tier = \
             \"{tier}\"` or to start with `--set policy.tier={tier}`";
        tier_unknown(tier, current) TierRestricted
            "Tool not available in current tier"
            "the tool needs tier `{tier}`, which `[policy] tier-order` does not contain: ask the operator to add it \
             there at or below the current tier `{current}`";
    }
    PolicyEnableConsoleEval "policy.enable-console-eval" ["policy.enable-console-eval"]
        when "the tool runs code, and running code is switched off"
        next "set the key to `true`"
    {
        console_eval_off() PermissionDenied
            "ConsoleEval disabled"
            "ask the operator to set `[policy] enable-console-eval = true` or to start with `--set policy.enable-console-eval=true`";
    }
    PolicyAllowWrites "policy.allow-writes" ["policy.allow-writes"]
        when "the tool changes something, and writes are switched off"
        next "set the key to `true`; if a call switched writes off, switch them on with the same call, or restart the host"
    {
        writes_off() PermissionDenied
            "Writes disabled"
            "ask the operator to set `[policy] allow-writes = true` or to start with `--set policy.allow-writes=true`";
        writes_off_by_call() PermissionDenied
            "Writes disabled"
            "a call switched `allow-writes` off over the wire, whatever `[policy] allow-writes` is in the \
             configuration; the same call with true switches it on again if `[policy.ceiling]` allows it, and \
             a restart of the host restores the configured value";
    }
    PolicyRequireConfirm "policy.require-confirm" ["policy.require-confirm"]
        when "the call has no confirmation"
        next "send the call again with `confirm: true`"
    {
        not_confirmed() ConfirmationRequired
            "Confirmation required"
            "resend with confirm=true";
        policy_change_not_confirmed() ConfirmationRequired
            "Confirmation required"
            "the tool changes the policy for every client of this host, so it needs a confirmation even without \
             `[policy] require-confirm`: ask the user, then resend with confirm=true";
    }
    PolicyConfirmBy "policy.confirm-by" ["policy.confirm-by"]
        when "the user must approve the call, and the client cannot ask the user"
        next "use a client that supports elicitation, or set the key to `argument`"
    {
        cannot_ask_user() ConfirmationRequired
            "Confirmation required"
            "the user must approve, and this client cannot ask the user: use a client that supports elicitation, or \
             ask the operator to set `[policy] confirm-by = \"argument\"` or to start with `--set \
             policy.confirm-by=argument`";
    }
    PolicyComponentAllowlist "policy.component-allowlist" ["policy.component-allowlist"]
        when "the list does not contain a component type that the call adds or removes"
        next "add the full type name to the list"
    {
        no_component_listed(missing) PermissionDenied
            "No components are allowlisted"
            "ask the operator to add {missing}";
        component_not_listed(missing) PermissionDenied
            "Denied by allowlist"
            "ask the operator to add {missing}";
    }
    PolicyReflectionAllowlistMembers "policy.reflection-allowlist-members" ["policy.reflection-allowlist-members"]
        when "the list does not contain a member that the call sets or calls"
        next "add `Type.Member` to the list"
    {
        member_not_listed(missing) PermissionDenied
            "Denied by allowlist"
            "ask the operator to add {missing}";
    }
    PolicyHookAllowlistSignatures "policy.hook-allowlist-signatures" ["policy.hook-allowlist-signatures"]
        when "the list does not contain the type of a hooked method"
        next "add the full type name to the list"
    {
        hooked_type_not_listed(missing) PermissionDenied
            "Denied by hook allowlist"
            "ask the operator to add {missing}";
    }
    PolicyCeiling "policy.ceiling" ["policy.ceiling"]
        when "a call changes the policy: it is refused above the ceiling"
        next "ask the operator to raise the key in `[policy.ceiling]`"
    {
        above_ceiling(key, asked, ceiling) PermissionDenied
            "cannot set `{key}` to {asked}: the ceiling is {ceiling}"
            "the operator sets it in `[policy.ceiling] {key}`";
    }
    Permit "permit" []
        when "a bridge receives a write of a call with a permit" {}
    PermitEffect "permit.effect" []
        when "the tool uses an import that does more than the tool declares"
        next "ask the author to declare the effect; no key allows it"
    {
        effect_not_covered(name, declared, interface, function, needed) PermissionDenied
            "`{name}` has a permit to `{declared}` and may not use `{interface}.{function}`, which is `{needed}`"
            "the author must declare the effect of the tool as `{needed}`, and must not use this import in a dry \
             run; no setting of the host allows it";
    }
    BundlesEnabled "bundles.enabled" ["bundles.<id>.enabled"]
        when "the operator switched the bundle off"
        next "set the key to `true`"
    {
        bundle_off(bundle) PermissionDenied
            "Bundle `{bundle}` is switched off by the operator"
            "the cause is `[bundles.{bundle}] enabled = false`; ask the operator to set it to `true`";
    }
    BundlesDigest "bundles.digest" ["bundles.<id>.digest"]
        when "the component has another SHA-256 than the key allows"
        next "install the component with this SHA-256, or set the key to the new one"
    {
        other_digest(bundle, digest, pinned) PermissionDenied
            "Bundle `{bundle}` runs a component with another digest than the operator allows"
            "its SHA-256 is {digest}, `[bundles.{bundle}] digest` is {pinned}; ask the operator to install the \
             component of that digest, or to change the key";
    }
    BundlesFolder "bundles.folder" ["bundles.<id>.folder"]
        when "the bundle is in another folder than the key allows"
        next "move the bundle to this folder, or set the key to its folder"
    {
        other_folder(bundle, folder) PermissionDenied
            "Bundle `{bundle}` is not in the folder to which the operator assigned this id"
            "`[bundles.{bundle}] folder` is {folder}; ask the operator to move the bundle there, or to change the key";
    }
    BundlesGrants "bundles.grants" ["bundles.<id>.grants"]
        when "the bundle imports an interface that it is not granted"
        next "add the interface to the grants of the bundle"
    {
        not_granted(bundle, interface, allows, remedy) PermissionDenied
            "Bundle `{bundle}` is not granted {interface} ({allows})"
            "{remedy}";
    }
    BundlesTools "bundles.tools" ["bundles.<id>.tools.allow", "bundles.<id>.tools.deny"]
        when "the operator left the tool, resource or prompt out"
        next "remove it from `deny`; add a tool to `allow`"
    {
        tool_left_out(bundle, name) PermissionDenied
            "Tool `{name}` is switched off by the operator"
            "`[bundles.{bundle}] tools` leaves it out: ask the operator to remove `{name}` from `deny`, or to add it to `allow`";
        piece_left_out(bundle, kind, name) PermissionDenied
            "{kind} `{name}` is switched off by the operator"
            "`[bundles.{bundle}] tools` leaves it out: ask the operator to remove `{name}` from `deny`";
    }
    BundleBroken "bundle.broken" []
        when "the component of the bundle does not compile"
        next "run `unity-tool-host check` on the folder of the bundle"
    {
        bundle_broken(tool, reason) ToolFailed
            "tool `{tool}` cannot run: its bundle is broken: {reason}"
            "the operator sees the bundle's state at /health";
        bundle_broken_here(tool, reason) ToolFailed
            "tool `{tool}` cannot run: its bundle is broken: {reason}"
            "run `unity-tool-host check` on the bundle's folder to see what is wrong";
    }
    BridgeCapability "bridge.capability" []
        when "the target cannot execute the call under any policy"
        next "use a target that can, such as a running Unity instance"
    {}
    ToolDryRun "tool.dry-run" []
        when "the dry run failed, which the host runs before it asks the user"
        next "correct the call as the error of the tool says"
    {}
    ToolDryRunChangesNothing "tool.dry-run-changes-nothing" []
        when "the dry run reports no change, so the call needs no approval" {}
    CallIdempotencyKey "call.idempotency-key" []
        when "the idempotency key belongs to a call with other arguments"
        next "send a new key with a new call"
    {}
    PersonAgreed "person.agreed" ["policy.require-confirm", "policy.confirm-by"]
        when "the user approved the call" {}
    PersonAgreedBefore "person.agreed-before" ["policy.require-confirm", "policy.confirm-by"]
        when "the user approved the call when it came before with the same idempotency key" {}
    PersonDeclined "person.declined" ["policy.require-confirm", "policy.confirm-by"]
        when "the user did not approve the call"
        next "ask the user what they want"
    {
        declined() PermissionDenied
            "The user did not approve this call"
            "nothing was changed; do not call again: ask the user what they want";
    }
    PersonCancelled "person.cancelled" ["policy.require-confirm", "policy.confirm-by"]
        when "the client cancelled the call while it waited for the user"
        next "send the call again if the change is still wanted"
    {
        cancelled() Cancelled
            "The call was cancelled while it waited for the user's answer"
            "nothing was changed; call again if the change is still wanted";
    }
    PersonNoAnswer "person.no-answer" ["policy.require-confirm", "policy.confirm-by"]
        when "no answer of the user arrived"
        next "send the call again when the user can answer"
    {
        no_answer() ConfirmationRequired
            "Confirmation required"
            "nothing was changed; call again when the user can answer";
    }
    PersonNotAsShown "person.not-as-shown" ["policy.require-confirm", "policy.confirm-by"]
        when "the objects changed each time while the user was asked"
        next "send the call again when the project no longer changes"
    {
        never_as_shown() Conflict
            "The objects of the call changed each time while the user was asked"
            "nothing was changed; call again when the project no longer changes";
    }
    PersonAgreedPlan "person.agreed-plan" ["policy.require-confirm", "policy.confirm-by"]
        when "the change is not part of the plan that the user approved"
        next "send the call again: the question then shows the current changes"
    {
        plan_empty() PermissionDenied
            "The dry run of the call reported no change, so the user was not asked, and this would change something"
            "nothing was changed; the author of the tool must report every change in its dry run";
        plan_missing() PermissionDenied
            "The user approved a plan of changes, and this change is not part of it"
            "the author of the tool must make every change through the plan that its dry run reports";
        plan_differs() Conflict
            "The changes would differ from those that the user approved"
            "nothing was changed; call again: the question will then show the changes to the current state";
    }
    PersonAgreedFiles "person.agreed-files" ["policy.require-confirm", "policy.confirm-by"]
        when "the change writes other files than the user approved"
        next "send the call again: the question then lists the current files"
    {
        files_empty() PermissionDenied
            "The dry run of the call reported no change, so the user was not asked, and this would change something"
            "nothing was changed; the author of the tool must report every change in its dry run";
        files_missing() PermissionDenied
            "The user approved writing files, and this change does something else"
            "the author of the tool must move changes that its dry run does not report into another tool";
        file_differs(file) PermissionDenied
            "The user approved writing other files than {file}"
            "nothing was changed; call again: the question will then list the files of the current state";
    }
    PersonAgreedObjects "person.agreed-objects" ["policy.require-confirm", "policy.confirm-by"]
        when "the change affects other objects than the user approved, or an object changed since"
        next "name every object in the arguments and send the call again"
    {
        object_missing(interface, function) PermissionDenied
            "The user approved changes to certain objects, and `{interface}.{function}` acts on none of them"
            "use a call whose arguments name no object: the question then says that the call names none";
        object_differs(object) PermissionDenied
            "The user approved changes to other objects than {object}"
            "name every object to change, by its id or path, in the arguments of the call";
        object_changed(id, shown, now) Conflict
            "The user approved {id} as \"{shown}\", and it is {now}"
            "call again: the question will then show the current object";
    }
    PersonAgreedSteps "person.agreed-steps" ["policy.require-confirm", "policy.confirm-by"]
        when "the call makes more changes than the user approved"
        next "list every object or item in the arguments, or send one call for each"
    {
        step_taken() PermissionDenied
            "The user approved one step, and it was already taken"
            "an approval covers one step for each object or list item in the arguments: list them all, or send \
             one call for each";
        steps_taken(steps) PermissionDenied
            "The user approved {steps} steps, and all were already taken"
            "an approval covers one step for each object or list item in the arguments: list them all, or send \
             one call for each";
    }
}

impl Rule {
    /// Returns the detail of each error that this rule causes: `refused by` and the id of the rule.
    pub fn detail(self) -> String {
        format!("refused by {self}")
    }

    /// Returns true if the rule checks one of the operator's allowlists.
    pub const fn is_allowlist(self) -> bool {
        matches!(
            self,
            Self::PolicyComponentAllowlist
                | Self::PolicyReflectionAllowlistMembers
                | Self::PolicyHookAllowlistSignatures
        )
    }
}

/// Writes the id of the rule.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests;
