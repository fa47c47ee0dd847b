//! Checks the manifest of the Unity package (`package.json`) and the files that Unity's Package Manager shows.
//!
//! Belongs here: `package.json`, its version, samples and documents. Does not: assemblies (`unity_assemblies`), `.meta`
//! files (`unity_package`).

use super::unity_assemblies::PACKAGE;
use super::{Finding, Tree};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The source with the version that an instance sends to a host, and the text before it.
const VERSION: (&str, &str) = ("Runtime/Player/PlayerBridge.cs", "const string Package = \"");

/// Documents that the Package Manager opens if the manifest names no address for them.
const DOCUMENTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE.md", "Documentation~/index.md"];

/// The folder with samples, which Unity copies to a project on request.
const SAMPLES: &str = "Samples~/";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    name: String,
    version: String,
    display_name: String,
    description: String,
    unity: String,
    license: String,
    #[serde(default)]
    samples: Vec<Sample>,
    documentation_url: Option<String>,
    changelog_url: Option<String>,
    licenses_url: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sample {
    display_name: String,
    description: String,
    path: String,
}

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let file = format!("{PACKAGE}package.json");
    let Some((_, text)) = tree.texts(|name| name == file).next() else {
        return;
    };
    let manifest: Manifest = match serde_json::from_str(&text) {
        Ok(manifest) => manifest,
        Err(error) => {
            findings.push(Finding::new(file, error.line(), format!("cannot be read: {error}")));
            return;
        }
    };
    let inside: BTreeSet<String> = tree
        .files
        .iter()
        .filter_map(|path| tree.name(path).strip_prefix(PACKAGE).map(str::to_owned))
        .collect();
    let mut faults = faults(&manifest, &inside);
    let own = |path: &str| std::fs::read_to_string(tree.root.join(PACKAGE).join(path)).unwrap_or_default();
    let sent = own(VERSION.0)
        .split_once(VERSION.1)
        .and_then(|(_, rest)| Some(rest.split_once('"')?.0.to_owned()));
    if sent.as_deref() != Some(&manifest.version) {
        faults.push(format!(
            "has version {:?}; {} sends {:?} to a host",
            manifest.version,
            VERSION.0,
            sent.unwrap_or_default()
        ));
    }
    let heading = format!("## [{}]", manifest.version);
    if !own("CHANGELOG.md").lines().any(|line| line.starts_with(&heading)) {
        faults.push(format!(
            "has a version for which CHANGELOG.md has no heading `{heading}`"
        ));
    }
    findings.extend(faults.into_iter().map(|fault| Finding::new(&file, 0, fault)));
}

/// Returns the problems that follow from the manifest and from the list of files in the package.
fn faults(manifest: &Manifest, inside: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    let folder = PACKAGE.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if manifest.name != folder {
        faults.push(format!("has the name `{}`; its folder is `{folder}`", manifest.name));
    }
    let texts = [
        ("displayName", &manifest.display_name),
        ("description", &manifest.description),
        ("license", &manifest.license),
    ];
    faults.extend(
        texts
            .iter()
            .filter(|(_, text)| text.trim().is_empty())
            .map(|(member, _)| format!("has an empty `{member}`")),
    );
    let is_line = |text: &str| matches!(text.split('.').collect::<Vec<_>>()[..], [year, minor] if [year, minor].iter().all(|part| part.parse::<u16>().is_ok()));
    if !is_line(&manifest.unity) {
        faults.push(format!(
            "`unity` is `{}`; it must be a release line such as 2021.3",
            manifest.unity
        ));
    }
    let addresses = [
        ("documentationUrl", &manifest.documentation_url),
        ("changelogUrl", &manifest.changelog_url),
        ("licensesUrl", &manifest.licenses_url),
    ];
    for (member, address) in addresses {
        if let Some(address) = address.as_deref().filter(|address| !address.starts_with("https://")) {
            faults.push(format!(
                "`{member}` is `{address}`; it must be an https address, or be absent, so that Unity opens the file of the package"
            ));
        }
    }
    for document in DOCUMENTS.iter().filter(|document| !inside.contains(**document)) {
        faults.push(format!("has no {document}, which Unity's Package Manager opens"));
    }
    faults.extend(sample_faults(&manifest.samples, inside));
    faults
}

/// Returns the problems of the list of samples: wrong entries, and folders without entry.
fn sample_faults(samples: &[Sample], inside: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut listed = BTreeSet::new();
    for sample in samples {
        let Sample { path, .. } = sample;
        if sample.display_name.trim().is_empty() || sample.description.trim().is_empty() {
            faults.push(format!("the sample `{path}` needs `displayName` and `description`"));
        }
        let start = format!("{path}/");
        if !path.starts_with(SAMPLES) || !inside.iter().any(|file| file.starts_with(&start)) {
            faults.push(format!(
                "lists the sample `{path}`, which is no folder with files below {SAMPLES}"
            ));
        }
        listed.insert(start);
    }
    let folders: BTreeSet<String> = inside
        .iter()
        .filter_map(|file| {
            let end = file.strip_prefix(SAMPLES)?.find('/')?;
            Some(file[..=SAMPLES.len() + end].to_owned())
        })
        .collect();
    for folder in folders.difference(&listed) {
        faults.push(format!("does not list the sample `{}`", folder.trim_end_matches('/')));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::write;

    const MANIFEST: &str = r#"{
        "name": "com.unity-tools.bridge", "version": "0.1.0", "displayName": "Bridge", "description": "Links.", "unity": "2021.3",
        "license": "MIT", "documentationUrl": "https://a.example",
        "samples": [{ "displayName": "One", "description": "Shows one.", "path": "Samples~/One" }]
    }"#;

    /// Returns the findings for a package with this manifest, without the file `gone`, and with the file `more`.
    fn findings(manifest: &str, gone: &str, more: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let source = "internal const string Package = \"0.1.0\";\n";
        let files = [
            ("package.json", manifest),
            ("README.md", ""),
            ("CHANGELOG.md", "# Changelog\n\n## [0.1.0] - Unreleased\n"),
            ("LICENSE.md", ""),
            ("Documentation~/index.md", ""),
            ("Samples~/One/One.cs", ""),
            (VERSION.0, source),
            (more, ""),
        ];
        for (name, text) in files.iter().filter(|(name, _)| *name != gone && !name.is_empty()) {
            write(folder.path(), &format!("{PACKAGE}{name}"), text);
        }
        let mut found = Vec::new();
        check(&Tree::read(folder.path()), &mut found);
        found.into_iter().map(|finding| finding.text).collect()
    }

    #[test]
    fn reports_each_violation_of_the_manifest() {
        assert_eq!(findings(MANIFEST, "", ""), Vec::<String>::new());
        let rows = [
            ("com.unity-tools.bridge", "com.other", "has the name `com.other`"),
            (
                "\"0.1.0\"",
                "\"0.2.0\"",
                "has version \"0.2.0\"; Runtime/Player/PlayerBridge.cs sends \"0.1.0\"",
            ),
            ("\"Bridge\"", "\"\"", "has an empty `displayName`"),
            ("\"Links.\"", "\" \"", "has an empty `description`"),
            ("\"MIT\"", "\"\"", "has an empty `license`"),
            ("2021.3", "2021.3.58f1", "`unity` is `2021.3.58f1`"),
            ("https://a", "docs/a", "`documentationUrl` is `docs/a.example`"),
            ("Samples~/One", "Samples~/Two", "lists the sample `Samples~/Two`"),
            ("Samples~/One", "Samples/One", "lists the sample `Samples/One`"),
            ("Shows one.", "", "the sample `Samples~/One` needs `displayName`"),
            ("\"MIT\",", "\"MIT\"", "cannot be read"),
        ];
        for (from, to, expected) in rows {
            let manifest = MANIFEST.replacen(from, to, 1);
            assert_ne!(manifest, MANIFEST, "{from}");
            let found = findings(&manifest, "", "");
            let is_found = found.iter().any(|text| text.starts_with(expected));
            assert!(is_found, "{expected}: {found:?}");
        }
    }

    #[test]
    fn reports_missing_documents_and_unlisted_samples() {
        for document in DOCUMENTS {
            let found = findings(MANIFEST, document, "");
            let expected = format!("has no {document}");
            assert!(
                found.iter().any(|text| text.starts_with(&expected)),
                "{document}: {found:?}"
            );
        }
        let found = findings(MANIFEST, "", "Samples~/Two/Two.cs");
        assert_eq!(found, ["does not list the sample `Samples~/Two`"]);
        let found = findings(MANIFEST, VERSION.0, "");
        assert_eq!(
            found,
            ["has version \"0.1.0\"; Runtime/Player/PlayerBridge.cs sends \"\" to a host"]
        );
    }
}
