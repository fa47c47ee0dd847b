//! The page about the groups of the bundled tools, generated from `tools/*/bundle.toml`.

use crate::files;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

#[derive(serde::Deserialize)]
struct Bundle {
    id: String,
    #[serde(default)]
    groups: Vec<String>,
    #[serde(default)]
    tools: BTreeMap<String, Tool>,
}

#[derive(serde::Deserialize)]
struct Tool {
    #[serde(default)]
    groups: Vec<String>,
}

#[derive(Default)]
struct Group {
    bundles: Vec<String>,
    /// Names of tools that are in this group of tools although their bundles are not.
    tools: Vec<String>,
}

pub(super) fn page(tools: &Path) -> Result<String> {
    let mut bundles = Vec::new();
    for folder in files::folders_in(tools)? {
        let manifest = folder.join("bundle.toml");
        if manifest.is_file() {
            let bundle = toml::from_str(&files::read_text(&manifest)?);
            bundles.push(bundle.with_context(|| format!("cannot read {}", manifest.display()))?);
        }
    }
    Ok(table(&bundles))
}

fn table(bundles: &[Bundle]) -> String {
    let mut groups: BTreeMap<&str, Group> = BTreeMap::new();
    let mut ungrouped = Vec::new();
    for bundle in bundles {
        if bundle.groups.is_empty() {
            ungrouped.push(bundle.id.clone());
        }
        for group in &bundle.groups {
            groups.entry(group).or_default().bundles.push(bundle.id.clone());
        }
        for (name, tool) in &bundle.tools {
            for group in tool.groups.iter().filter(|group| !bundle.groups.contains(*group)) {
                groups.entry(group).or_default().tools.push(name.clone());
            }
        }
    }
    let mut text = "# Groups\n\nA profile selects the tools that MCP clients are listed, by groups. \
        A group gives no permission; see [which tools clients see](../use/policy.md#which-tools-clients-see). \
        These are the groups of the bundled tools. `policy.profile = \"explorer, editor\"` selects two of them.\n\n\
        | group | bundles | single tools of other bundles |\n|---|---|---|\n"
        .to_owned();
    for (name, group) in groups {
        writeln!(
            text,
            "| `{name}` | {} | {} |",
            quote_names(&group.bundles),
            quote_names(&group.tools)
        )
        .expect("writing to a String cannot fail");
    }
    if !ungrouped.is_empty() {
        let ungrouped = quote_names(&ungrouped);
        writeln!(text, "\nBundles without a group are in every profile: {ungrouped}.")
            .expect("writing to a String cannot fail");
    }
    text.push_str(
        "\nThe id of a bundle selects this bundle. `all` and `offline` are no groups: `all` selects every tool, and \
         `offline` leaves out the tools that need a running Unity instance.\n",
    );
    text
}

fn quote_names(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Bundle, table};

    #[test]
    fn lists_bundles_and_single_tools_of_each_group() {
        let bundles: Vec<Bundle> = [
            "id = \"config\"\ngroups = [\"explorer\"]\n[tools.GetConfig]\ngroups = [\"standard\", \"explorer\"]\n",
            "id = \"edit\"\ngroups = [\"standard\"]\n[tools.open_scene]\nrunning-unity = \"write\"\n",
            "id = \"mine\"\n",
        ]
        .map(|text| toml::from_str(text).unwrap())
        .into();
        let page = table(&bundles);
        assert!(
            page.contains("| `explorer` | `config` |  |\n| `standard` | `edit` | `GetConfig` |\n"),
            "{page}"
        );
        assert!(page.contains("in every profile: `mine`."), "{page}");
    }
}
