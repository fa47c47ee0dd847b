//! Query columns that contain object ids. Unity fills them with its internal names of the objects, which callers do not
//! know, so the host replaces these names.
//!
//! Belongs here: writing object ids into such columns. Does not: references inside values (`host_bridge::naming`).

use host_bridge::{Cell, Column, Command, Reply, ValueText};

/// The positions of the columns with object ids in the list of columns that a query requests, from 0.
pub(crate) struct IdColumns(Vec<usize>);

impl IdColumns {
    pub(crate) fn from_command(command: &Command) -> Self {
        let Command::Query { request } = command else {
            return Self(Vec::new());
        };
        let is_id = |column: &Column| matches!(column, Column::Fact(name) if name == "id");
        let columns = request.select.iter().enumerate();
        Self(columns.filter(|(_, column)| is_id(column)).map(|(at, _)| at).collect())
    }

    pub(crate) fn fill(&self, reply: &mut Reply) {
        let Reply::Found(answer) = reply else { return };
        for row in &mut answer.rows {
            let id = ValueText::from_json_text(format!("\"{}\"", row.object));
            for at in &self.0 {
                if let Some(cell) = row.cells.get_mut(*at) {
                    *cell = Cell(Some(id.clone()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::{CursorPage, ObjectId, Per, QueryAnswer, QueryRequest, QueryRow, Scope};

    #[test]
    fn fills_id_columns_and_keeps_other_columns() {
        let select = vec![Column::Fact("name".to_owned()), Column::Fact("id".to_owned())];
        let request = QueryRequest {
            scope: Scope::Loaded,
            filter: Vec::new(),
            per: Per::Object,
            select,
            order: Vec::new(),
            page: CursorPage {
                limit: 5,
                cursor: None,
                max_bytes: 1_024,
            },
        };
        let text = |text: &str| Cell(Some(ValueText::from_json_text(format!("\"{text}\""))));
        let row = |cells| QueryRow {
            object: ObjectId(900_000_000_007),
            file: String::new(),
            path: "/A".to_owned(),
            component: None,
            cells,
        };
        // A name that looks like an id stays unchanged.
        let rows = vec![row(vec![text("obj:-12"), text("obj:-12")]), row(Vec::new())];
        let mut reply = Reply::Found(QueryAnswer {
            total: 2,
            complete: true,
            rows,
            next: None,
            not_searched: Vec::new(),
            not_searched_total: 0,
        });
        let command = Command::Query {
            request: Box::new(request),
        };
        IdColumns::from_command(&command).fill(&mut reply);
        let Reply::Found(answer) = reply else { unreachable!() };
        assert_eq!(answer.rows[0].cells, [text("obj:-12"), text("obj:900000000007")]);
        assert!(answer.rows[1].cells.is_empty());
    }
}
