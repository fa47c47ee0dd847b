//! The reference page of the rules that refuse or allow a call.

use super::{Page, cell, write_line};
use crate::config::{KEYS, Key};
use host_api::Rule;

/// Creates the page that lists every rule for rejecting a call with its id, as in audit lines and error details.
pub(crate) fn refusals() -> Page {
    let mut text = "# Refusals\n\n\
        Each decision about a call has a rule. The audit file names it as `rule`, and most errors name it in their detail, \
        as `refused by RULE`. [Policy](../use/policy.md) says which calls need what, and \
        [Audit file and logs](../operate/audit-and-logs.md) describes the lines.\n\n\
        ## Rules that refuse\n\n\
        The operator sets the key in the configuration file.\n\n\
        | rule | refuses when | next step | key |\n|---|---|---|---|\n"
        .to_owned();
    for rule in Rule::ALL {
        if let Some(next) = rule.next() {
            let (when, next, keys) = (cell(rule.description()), cell(next), keys(*rule));
            write_line(&mut text, &format!("| `{rule}` | {when} | {next} | {keys} |"));
        }
    }
    text.push_str("\n## Rules that let a call pass\n\n| rule | passes when | key |\n|---|---|---|\n");
    for rule in Rule::ALL.iter().filter(|rule| rule.next().is_none()) {
        let (when, keys) = (cell(rule.description()), keys(*rule));
        write_line(&mut text, &format!("| `{rule}` | {when} | {keys} |"));
    }
    Page::new("refusals.md", text)
}

/// Returns Markdown links to the configuration keys of a rule.
fn keys(rule: Rule) -> String {
    let links: Vec<String> = rule.keys().iter().map(|name| link(name)).collect();
    match links.is_empty() {
        true => "none".to_owned(),
        false => links.join(", "),
    }
}

/// Returns a Markdown link to the heading of a key or a section on the configuration page.
fn link(name: &str) -> String {
    let shown = match is_key(name) {
        true => format!("`{name}`"),
        false => format!("`[{name}]`"),
    };
    let anchor: String = name
        .chars()
        .filter(|sign| sign.is_alphanumeric() || *sign == '-')
        .collect();
    format!("[{shown}](configuration.md#{anchor})")
}

fn is_key(name: &str) -> bool {
    KEYS.iter().any(|key: &Key| key.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::configuration;

    #[test]
    fn refusals_page_has_one_row_per_rule() {
        let page = refusals().text;
        for rule in Rule::ALL {
            assert_eq!(page.matches(&format!("\n| `{rule}` | ")).count(), 1, "{rule}");
        }
    }

    #[test]
    fn configuration_page_has_a_heading_for_each_rule_key() {
        let configuration = configuration().text;
        for name in Rule::ALL.iter().flat_map(|rule| rule.keys()) {
            // A mark behind the key would change the anchor.
            let heading = match is_key(name) {
                true => format!("\n### `{name}`\n"),
                false => format!("\n## `[{name}]`\n"),
            };
            assert!(configuration.contains(&heading), "{name}");
        }
    }
}
