//! The table of the members of Unity that the package uses: the compiled package uses no other members, and each
//! supported version has what the package uses in it.
//!
//! Belongs here: the table, and the checker's own tests. Does not: the generator of the table (`examples/api_members`).

#[path = "api/assemblies.rs"]
mod assemblies;
#[path = "api/builds.rs"]
mod builds;
#[path = "api/checks.rs"]
mod checks;
#[path = "api/enums.rs"]
mod enums;
#[path = "api/samples.rs"]
mod samples;
#[path = "api/table.rs"]
mod table;

use anyhow::{Context, Result};
use table::Table;
use tests_support::environment::announce;
use tests_support::unity_versions as versions;

/// Problems of the package that are not solved yet, as parts of the checker's text. The test fails if one of them is
/// solved, so that it must be removed here.
const UNSOLVED: &[&str] = &[];

fn committed() -> Result<String> {
    std::fs::read_to_string(table::file()).with_context(|| format!("cannot read {}", table::PATH))
}

/// Compiles the package for each version. See `api/builds.rs` for what this cannot show.
#[test]
fn table_has_each_used_member_of_unity_in_each_version() -> Result<()> {
    let Some((package, managed)) = builds::inputs("the table of the members of Unity")? else {
        return Ok(());
    };
    let table = Table::parse(&committed()?)?;
    let builds = builds::builds(&package, &managed, &table)?;
    for line in &builds.unchecked {
        announce(&format!("not checked with the table of the members of Unity: {line}"));
    }
    let problems = checks::problems(&table, &builds);
    for unsolved in UNSOLVED {
        let is_found = problems.iter().any(|problem| problem.contains(unsolved));
        assert!(is_found, "solved, so remove it from UNSOLVED: {unsolved}");
    }
    let is_known = |problem: &String| UNSOLVED.iter().any(|unsolved| problem.contains(unsolved));
    let (known, new): (Vec<String>, Vec<String>) = problems.into_iter().partition(is_known);
    for line in known {
        announce(&format!("not solved yet: {line}"));
    }
    assert!(new.is_empty(), "{} problems\n{}", new.len(), new.join("\n"));
    Ok(())
}

#[test]
fn committed_table_is_sorted_and_complete() -> Result<()> {
    let text = committed()?;
    let table = Table::parse(&text)?;
    assert_eq!(table.to_string(), text, "the generator writes the table in another way");
    assert!(table.rows.len() > 100, "{} rows", table.rows.len());
    Ok(())
}
