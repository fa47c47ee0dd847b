//! The permissions of calls and bundles: policy, ceiling, limits, grants.

use super::Values;
use crate::config::Problem;
use host_api::CallLimits;
use host_api::profile::BUILT_IN;
use host_catalog::BundleSettings;
use host_policy::{ConfirmBy, Policy};
use host_runtime::Grants;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

pub(super) fn policy_over(values: &Values, policy: &Policy, problems: &mut Vec<Problem>) -> Policy {
    self::policy(values, "policy.ceiling", policy, problems)
}

pub(super) fn policy(values: &Values, section: &str, default: &Policy, problems: &mut Vec<Problem>) -> Policy {
    let name = |key: &str| format!("{section}.{key}");
    let names = |key: &str, default: &BTreeSet<String>| match values.texts(&name(key)) {
        Some(list) => list.into_iter().collect(),
        None => default.clone(),
    };
    let tier_order = values
        .texts(&name("tier-order"))
        .unwrap_or_else(|| default.tier_order.clone());
    let tier = match values.text(&name("tier")) {
        Some(tier) => {
            if !tier_order.is_empty() && !tier_order.iter().any(|known| known == tier) {
                problems.push(Problem::new(
                    &values.place(&name("tier")),
                    format!(
                        "`{}` is \"{tier}\", expected one of `{}`: {}",
                        name("tier"),
                        name("tier-order"),
                        tier_order.join(", ")
                    ),
                ));
            }
            tier.to_owned()
        }
        None if tier_order == default.tier_order => default.tier.clone(),
        // A new order has a new highest tier.
        None => String::new(),
    };
    let profile = values.text(&name("profile"));
    if profile.is_some_and(|profile| profile.split(',').all(|name| name.trim().is_empty())) {
        problems.push(Problem::new(
            &values.place(&name("profile")),
            format!(
                "`{}` is {:?}, which contains no name; expected {}, or names of groups and bundles, separated by \
                 commas",
                name("profile"),
                profile.unwrap_or_default(),
                BUILT_IN.join(", ")
            ),
        ));
    }
    Policy {
        revision: 0,
        allow_writes: values.flag_set(&name("allow-writes")).unwrap_or(default.allow_writes),
        writes_off_over_wire: false,
        require_confirm: values
            .flag_set(&name("require-confirm"))
            .unwrap_or(default.require_confirm),
        enable_console_eval: values
            .flag_set(&name("enable-console-eval"))
            .unwrap_or(default.enable_console_eval),
        component_allowlist: names("component-allowlist", &default.component_allowlist),
        reflection_allowlist_members: names("reflection-allowlist-members", &default.reflection_allowlist_members),
        hook_allowlist_signatures: names("hook-allowlist-signatures", &default.hook_allowlist_signatures),
        confirm_by: match values.text(&name("confirm-by")) {
            Some("person") => ConfirmBy::Person,
            Some(_) => ConfirmBy::Argument,
            None => default.confirm_by,
        },
        profile: profile.map(str::to_owned).or_else(|| default.profile.clone()),
        disabled_categories: names("disabled-categories", &default.disabled_categories),
        tier_order,
        tier,
    }
}

pub(super) fn limits(values: &Values, section: &str, default: CallLimits) -> CallLimits {
    let name = |key: &str| format!("{section}.{key}");
    CallLimits {
        deadline: values.duration_set(&name("deadline")).unwrap_or(default.deadline),
        longest: values.duration_set(&name("longest-call")).unwrap_or(default.longest),
        compute: values.duration_set(&name("compute")).unwrap_or(default.compute),
        memory: values.size_set(&name("memory")).unwrap_or(default.memory),
        result: values.size_set(&name("result")).unwrap_or(default.result),
        arguments: values.size_set(&name("arguments")).unwrap_or(default.arguments),
        page: values.size_set(&name("page")).unwrap_or(default.page),
        ..default
    }
}

fn grants(value: Option<&toml::Value>) -> Grants {
    let texts = |value: &toml::Value| -> Option<Vec<String>> {
        let list = value.as_array()?.iter();
        Some(list.filter_map(|entry| entry.as_str().map(str::to_owned)).collect())
    };
    match value {
        None => Grants::Default,
        Some(toml::Value::Table(table)) => Grants::Narrowed {
            allow: table.get("allow").and_then(texts),
            deny: table.get("deny").and_then(texts).unwrap_or_default(),
        },
        Some(list) => Grants::Beyond(texts(list).unwrap_or_default()),
    }
}

/// Returns the path with links resolved; unchanged if the folder does not exist.
fn resolve_folder(folder: PathBuf) -> PathBuf {
    std::fs::canonicalize(&folder).unwrap_or(folder)
}

pub(super) fn bundles(values: &Values, general: CallLimits) -> BTreeMap<String, BundleSettings> {
    let ids: BTreeSet<&str> = values
        .set
        .keys()
        .filter_map(|name| name.strip_prefix("bundles.")?.split('.').next())
        .chain(values.bundles_of_file.iter().map(String::as_str))
        .collect();
    ids.into_iter()
        .map(|id| {
            let section = format!("bundles.{id}");
            let own_limits = format!("{section}.limits");
            let has_limits = values
                .set
                .keys()
                .any(|name| name.starts_with(&format!("{own_limits}.")));
            let settings = BundleSettings {
                enabled: values.flag_set(&format!("{section}.enabled")).unwrap_or(true),
                grants: grants(values.get(&format!("{section}.grants"))),
                digest: values.text(&format!("{section}.digest")).map(str::to_ascii_lowercase),
                folder: values.path(&format!("{section}.folder")).map(resolve_folder),
                tools_allow: values.texts(&format!("{section}.tools.allow")).unwrap_or_default(),
                tools_deny: values.texts(&format!("{section}.tools.deny")).unwrap_or_default(),
                limits: has_limits.then(|| limits(values, &own_limits, general)),
            };
            (id.to_owned(), settings)
        })
        .collect()
}
