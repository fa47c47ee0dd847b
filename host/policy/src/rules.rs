//! The rules of the policy as one value. `decide` applies them.

use std::collections::BTreeSet;

/// The confirmation that a write needs (`policy.confirm-by`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ConfirmBy {
    /// `confirm: true` in the arguments, or the user's approval.
    #[default]
    Argument,
    /// Only the user's approval; `confirm: true` from an agent is not sufficient.
    Person,
}

impl ConfirmBy {
    /// Returns the value of the configuration key `policy.confirm-by` for this confirmation.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Argument => "argument",
            Self::Person => "person",
        }
    }
}

/// The operator's rules for tools and their effects. The default is read-only. List entries are full names; `Type.*`
/// matches every name with this prefix, and `*` matches all names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The number that `PolicyCell::publish` sets; it grows by one with each publication.
    pub revision: u64,
    pub allow_writes: bool,
    /// True after a call switched writes off, although the operator's file may allow them.
    pub writes_off_over_wire: bool,
    pub require_confirm: bool,
    pub enable_console_eval: bool,
    /// Full names of component types that may be added and removed.
    pub component_allowlist: BTreeSet<String>,
    /// `<Type>.<Member>` names that may be set or called.
    pub reflection_allowlist_members: BTreeSet<String>,
    /// Full names of types whose methods may be hooked.
    pub hook_allowlist_signatures: BTreeSet<String>,
    pub confirm_by: ConfirmBy,
    /// Name of the profile, which selects the listed tools and grants no permission; `None` if no profile is set.
    pub profile: Option<String>,
    /// Tools of these categories are neither listed nor run.
    pub disabled_categories: BTreeSet<String>,
    /// The names of the tiers (levels that tools declare), lowest first. If empty, tiers are not used.
    pub tier_order: Vec<String>,
    /// Tools above this tier are listed but rejected. If empty, the highest of `tier_order`.
    pub tier: String,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            revision: 0,
            allow_writes: false,
            writes_off_over_wire: false,
            require_confirm: true,
            enable_console_eval: false,
            component_allowlist: BTreeSet::new(),
            reflection_allowlist_members: BTreeSet::new(),
            hook_allowlist_signatures: BTreeSet::new(),
            confirm_by: ConfirmBy::Argument,
            profile: None,
            disabled_categories: BTreeSet::new(),
            tier_order: vec!["core".to_owned()],
            tier: "core".to_owned(),
        }
    }
}

impl Policy {
    /// Returns the current tier; if none is set, the highest of the order.
    pub fn current_tier(&self) -> &str {
        if self.tier.is_empty() {
            self.tier_order.last().map_or("", String::as_str)
        } else {
            &self.tier
        }
    }

    /// Returns the position of a tier in the tier order, 0 for the lowest; `None` if the order does not contain it.
    pub(crate) fn rank(&self, tier: &str) -> Option<usize> {
        self.tier_order.iter().position(|known| known == tier)
    }

    /// True if a tool of `tier` may run. A tool without a tier always may; a tool with a tier outside the order never
    /// may.
    pub fn tier_reached(&self, tier: &str) -> bool {
        if tier.is_empty() || self.tier_order.is_empty() {
            return true;
        }
        match (self.rank(tier), self.rank(self.current_tier())) {
            (Some(needed), Some(current)) => needed <= current,
            // A current tier outside the order permits only tools of this same tier.
            (_, None) => tier == self.current_tier(),
            (None, Some(_)) => false,
        }
    }
}
