//! `unity-tools:unity/prefabs`.

use crate::bindings::current::unity_tools::unity::prefabs as wit;
use crate::fault::Fault;
use crate::imports::page::{count, object};
use crate::imports::rows;
use crate::store::CallState;
use host_bridge::{Command, Difference, Function, OverrideRow, OverridesAnswer};

impl wit::Host for CallState {
    async fn overrides(&mut self, request: wit::Request) -> Result<wit::Answer, Fault> {
        let bytes = request.object.len() + request.page.cursor.as_ref().map_or(0, String::len);
        let page = rows::page(request.page, self.page_bytes());
        let command = page.and_then(|page| {
            let object = object("object", &request.object)?;
            Ok(Command::ListOverrides { object, page })
        });
        let answer: OverridesAnswer = self.unity_if(Function::ListOverrides, bytes, command).await?;
        Ok(answer.into())
    }

    async fn compare(&mut self, request: wit::Comparison) -> Result<wit::Answer, Fault> {
        let cursor = request.page.cursor.as_ref().map_or(0, String::len);
        let bytes = request.first.len() + request.second.len() + cursor;
        let page = rows::page(request.page, self.page_bytes());
        let command = page.and_then(|page| {
            Ok(Command::CompareObjects {
                first: object("first", &request.first)?,
                second: object("second", &request.second)?,
                page,
            })
        });
        let answer: OverridesAnswer = self.unity_if(Function::CompareObjects, bytes, command).await?;
        Ok(answer.into())
    }
}

impl From<OverridesAnswer> for wit::Answer {
    fn from(answer: OverridesAnswer) -> Self {
        Self {
            sources: answer.sources,
            total: count(answer.total),
            complete: answer.complete,
            rows: answer.rows.into_iter().map(wit::OverrideRow::from).collect(),
            next: answer.next,
            unused: count(answer.unused),
        }
    }
}

impl From<OverrideRow> for wit::OverrideRow {
    fn from(row: OverrideRow) -> Self {
        Self {
            difference: row.difference.into(),
            object: row.object.to_string(),
            path: row.path,
            component: row.component,
            field: row.field,
            value: row.value.map(String::from),
            source_value: row.source_value.map(String::from),
            part: row.part,
        }
    }
}

impl From<Difference> for wit::Difference {
    fn from(difference: Difference) -> Self {
        match difference {
            Difference::Value => Self::Value,
            Difference::AddedObject => Self::AddedObject,
            Difference::RemovedObject => Self::RemovedObject,
            Difference::AddedComponent => Self::AddedComponent,
            Difference::RemovedComponent => Self::RemovedComponent,
            Difference::MovedObject => Self::MovedObject,
            Difference::Other(other) => Self::Other(other),
        }
    }
}
