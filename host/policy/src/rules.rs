//! The rules in force, as one plain value. What they lead to is in `decide`.

use std::collections::BTreeSet;

/// Whose word counts as a confirmation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ConfirmBy {
    /// `confirm: true` among the arguments, or a person's yes.
    #[default]
    Argument,
    /// Only a person's yes; an agent's own `confirm: true` is not enough.
    Person,
}

impl ConfirmBy {
    /// The word in the configuration.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Argument => "argument",
            Self::Person => "person",
        }
    }
}

/// The operator's rules. Read-only by default; names in lists are full, `Type.*` stands for all that begin so and `*` for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Set by `PolicyCell::publish`; grows by one with each publication.
    pub revision: u64,
    pub allow_writes: bool,
    /// A call switched writes off; the operator's file may allow them.
    pub writes_off_over_wire: bool,
    pub require_confirm: bool,
    pub enable_console_eval: bool,
    /// Full type names that may be added and removed by type.
    pub component_allowlist: BTreeSet<String>,
    /// `<Type>.<Member>` that may be set or called.
    pub reflection_allowlist_members: BTreeSet<String>,
    /// Full type names whose methods may be hooked.
    pub hook_allowlist_signatures: BTreeSet<String>,
    pub confirm_by: ConfirmBy,
    /// Which groups of tools are listed; no right follows from it.
    pub profile: Option<String>,
    /// Tools of these categories are neither listed nor run.
    pub disabled_categories: BTreeSet<String>,
    /// Lowest first. Empty = tiers are not in use.
    pub tier_order: Vec<String>,
    /// Tools above this tier are listed and refused. Empty = the highest of `tier_order`.
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
    /// The tier in force, with the empty one resolved to the highest.
    pub fn current_tier(&self) -> &str {
        if self.tier.is_empty() {
            self.tier_order.last().map_or("", String::as_str)
        } else {
            &self.tier
        }
    }

    /// Where a tier stands in the order; `None` where the order does not name it.
    pub(crate) fn rank(&self, tier: &str) -> Option<usize> {
        self.tier_order.iter().position(|known| known == tier)
    }

    /// Whether a tool of `tier` may run. A tool that names no tier may; one whose tier the order does not name may not.
    pub fn tier_reached(&self, tier: &str) -> bool {
        if tier.is_empty() || self.tier_order.is_empty() {
            return true;
        }
        match (self.rank(tier), self.rank(self.current_tier())) {
            (Some(needed), Some(current)) => needed <= current,
            // A current tier outside the order reaches nothing but itself.
            (_, None) => tier == self.current_tier(),
            (None, Some(_)) => false,
        }
    }
}
