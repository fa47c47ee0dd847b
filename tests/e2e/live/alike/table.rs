//! The differences between a folder and a running game, as `docs/internals/folder-and-game.md` lists them.

use anyhow::{Context, Result, ensure};
use std::fmt;
use tests_support::paths;

/// The line before the table.
const HEAD: &str = "| tool | field | source | reason |";

/// Who has something that the other has not, or has otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Folder,
    Game,
    /// Both, with different values.
    Value,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Folder => "folder",
            Self::Game => "game",
            Self::Value => "both",
        })
    }
}

/// One difference that was met.
pub(super) struct Difference<'a> {
    pub(super) tool: &'a str,
    /// `rows[].values.mass`; `*` where one of them refuses.
    pub(super) field: &'a str,
    pub(super) side: Side,
}

struct Row {
    line: String,
    tools: Vec<String>,
    fields: Vec<String>,
    side: Side,
    is_met: bool,
}

pub(super) struct Table(Vec<Row>);

/// The code spans of a cell.
fn code_spans(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

impl Table {
    pub(super) fn read() -> Result<Self> {
        let text = std::fs::read_to_string(paths::root().join("docs/internals/folder-and-game.md"))?;
        let lines = text.lines().skip_while(|line| *line != HEAD).skip(2);
        let rows: Vec<Row> = lines
            .take_while(|line| line.starts_with('|'))
            .map(row)
            .collect::<Result<_>>()?;
        ensure!(
            !rows.is_empty(),
            "docs/internals/folder-and-game.md has no table `{HEAD}`"
        );
        Ok(Self(rows))
    }

    /// Whether it is listed; the row is needed from here on.
    pub(super) fn allows(&mut self, met: &Difference<'_>) -> bool {
        let mut is_listed = false;
        for row in &mut self.0 {
            // A star matches one name.
            let fits = |field: &String| {
                let begun = field.strip_suffix('*').and_then(|start| met.field.strip_prefix(start));
                field == met.field || begun.is_some_and(|name| !name.contains(['.', '[', '*']))
            };
            let is_it =
                row.side == met.side && row.tools.iter().any(|tool| tool == met.tool) && row.fields.iter().any(fits);
            row.is_met |= is_it;
            is_listed |= is_it;
        }
        is_listed
    }

    /// Rows that no difference needed.
    pub(super) fn idle(&self) -> Vec<&str> {
        let idle = self.0.iter().filter(|row| !row.is_met);
        idle.map(|row| &*row.line).collect()
    }
}

fn row(line: &str) -> Result<Row> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, tools, fields, side, why, _] = cells[..] else {
        anyhow::bail!("four cells: {line}");
    };
    let side = match side {
        "folder" => Side::Folder,
        "game" => Side::Game,
        "both" => Side::Value,
        _ => anyhow::bail!("folder, game or both: {line}"),
    };
    let (tools, fields) = (code_spans(tools), code_spans(fields));
    let is_whole = !tools.is_empty() && !fields.is_empty() && !why.is_empty();
    is_whole
        .then_some(())
        .with_context(|| format!("a tool, a field and a reason: {line}"))?;
    Ok(Row {
        line: line.to_owned(),
        tools,
        fields,
        side,
        is_met: false,
    })
}
