//! The differences between a replay and the recorded run, as `docs/internals/replay.md` lists them.

use anyhow::{Result, ensure};
use serde_json::{Map, Value};
use tests_support::paths;

/// The line before the table.
const HEAD: &str = "| tool | field | why a replay says another thing |";

struct Row {
    line: String,
    /// Empty = every answer.
    tools: Vec<String>,
    /// From the result on, names and `[]`.
    fields: Vec<String>,
    is_met: bool,
}

pub(super) struct Listed(Vec<Row>);

/// The code spans of a cell.
fn code_spans(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

impl Listed {
    pub(super) fn read() -> Result<Self> {
        let text = std::fs::read_to_string(paths::root().join("docs/internals/replay.md"))?;
        let lines = text.lines().skip_while(|line| *line != HEAD).skip(2);
        let row = |line: &str| {
            let mut cells = line.split('|').skip(1);
            let (tools, fields) = (cells.next()?, cells.next()?);
            Some(Row {
                line: line.to_owned(),
                tools: code_spans(tools),
                fields: code_spans(fields),
                is_met: false,
            })
        };
        let rows: Vec<Row> = lines.take_while(|line| line.starts_with('|')).filter_map(row).collect();
        ensure!(!rows.is_empty(), "docs/internals/replay.md has no table `{HEAD}`");
        Ok(Self(rows))
    }

    /// `answer` without each listed field in which `other` differs. A result that is given as text again is one as well.
    pub(super) fn remove_listed(&mut self, tool: &str, answer: &Value, other: &Value) -> Value {
        let mut answer = answer.clone();
        self.strike(tool, "", &mut answer, other);
        answer
    }

    /// Whether it is listed; the row is needed from here on.
    fn allows(&mut self, tool: &str, field: &str) -> bool {
        let mut is_listed = false;
        for row in &mut self.0 {
            let is_it = (row.tools.is_empty() || row.tools.iter().any(|known| known == tool))
                && row.fields.iter().any(|known| known == field);
            row.is_met |= is_it;
            is_listed |= is_it;
        }
        is_listed
    }

    fn strike(&mut self, tool: &str, field: &str, value: &mut Value, other: &Value) {
        if value == other {
            return;
        }
        match (value, other) {
            (Value::Object(members), other) if other.is_object() || field == "_meta" => {
                let names: Vec<String> = members.keys().cloned().collect();
                for name in names {
                    let dot = if field.is_empty() { "" } else { "." };
                    // A structured result has its fields by themselves.
                    let field = match name.as_str() {
                        "structuredContent" => String::new(),
                        name => format!("{field}{dot}{name}"),
                    };
                    let told = other.get(&name);
                    if members.get(&name) == told {
                        continue;
                    }
                    if self.allows(tool, &field) {
                        members.shift_remove(&name);
                    } else if let Some(member) = members.get_mut(&name) {
                        self.strike(tool, &field, member, told.unwrap_or(&Value::Null));
                        // All that it held was listed.
                        if told.is_none() && member.as_object().is_some_and(Map::is_empty) {
                            members.shift_remove(&name);
                        }
                    }
                }
            }
            (Value::Array(items), Value::Array(others)) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let field = format!("{field}[]");
                    self.strike(tool, &field, item, others.get(index).unwrap_or(&Value::Null));
                }
            }
            (Value::String(text), Value::String(other)) if matches!(field, "content[].text" | "contents[].text") => {
                if let (Ok(mut inner), Ok(other)) = (serde_json::from_str(text), serde_json::from_str(other)) {
                    self.strike(tool, "", &mut inner, &other);
                    *text = inner.to_string();
                }
            }
            _ => {}
        }
    }

    /// # Errors
    /// A row that nothing needed.
    pub(super) fn finish(self) -> Result<()> {
        let unmet: Vec<String> = self
            .0
            .into_iter()
            .filter(|row| !row.is_met)
            .map(|row| row.line)
            .collect();
        ensure!(unmet.is_empty(), "nothing differs so:\n{}", unmet.join("\n"));
        Ok(())
    }
}
