//! The tool `list_scenes`, which lists all scenes of the project, loaded or not.

use crate::answer::{Answer, Row};
use crate::naming::all_scenes;
use serde_json::{Value, json};
use unity_tools::prelude::*;
use unity_tools::unity::scenes::Scene;

/// The arguments of the tool `list_scenes`.
#[input]
pub(crate) struct Args {
    /// Part of the asset path, no glob; e.g. `Level`.
    name: Option<String>,
    /// True: in the build list; false: not in it.
    in_build: Option<bool>,
    /// True: loaded; false: not loaded.
    loaded: Option<bool>,
    #[serde(default)]
    limit: Limit<50>,
    /// `next` of a page.
    cursor: Option<String>,
}

fn row(scene: &Scene) -> Row {
    let roots = scene.is_loaded.then_some(scene.root_count);
    let mut row = Row::new();
    row.insert("id".to_owned(), scene.id.clone().into());
    row.insert("path".to_owned(), scene.path.clone().into());
    row.insert("in_build".to_owned(), scene.build_index.is_some().into());
    row.insert("build_index".to_owned(), json!(scene.build_index));
    row.insert("loaded".to_owned(), scene.is_loaded.into());
    row.insert("roots".to_owned(), json!(roots));
    if let Some(problem) = &scene.problem {
        row.insert("problem".to_owned(), Value::from(problem.as_str()));
    }
    row
}

fn answer(all: &[Scene], is_all: bool, args: &Args) -> Result<Answer> {
    let part = args.name.as_deref().unwrap_or_default().to_lowercase();
    // No path contains one of these, so that the answer would be 0.
    if part.contains(['*', '?']) {
        return Err(ToolError::violation(
            "name",
            "a part of the asset path, without * and ?",
            &part,
        ));
    }
    let matching: Vec<&Scene> = all
        .iter()
        .filter(|scene| scene.path.to_lowercase().contains(&part))
        .filter(|scene| args.in_build.is_none_or(|wanted| wanted == scene.build_index.is_some()))
        .filter(|scene| args.loaded.is_none_or(|wanted| wanted == scene.is_loaded))
        .collect();
    let start = match &args.cursor {
        None => 0,
        Some(cursor) => {
            let place = cursor
                .strip_prefix("scenes:")
                .and_then(|place| place.parse::<usize>().ok());
            let place = place.filter(|place| *place <= matching.len());
            place.ok_or_else(|| ToolError::violation("cursor", "`next` of the previous page", cursor))?
        }
    };
    let limit = args.limit.get() as usize;
    let rows: Vec<Row> = matching
        .iter()
        .skip(start)
        .take(limit)
        .map(|scene| row(scene))
        .collect();
    let end = start + rows.len();
    Ok(Answer {
        total: Some(u32::try_from(matching.len()).unwrap_or(u32::MAX)),
        complete: end == matching.len() && is_all,
        rows,
        next: (end < matching.len()).then(|| format!("scenes:{end}")),
        ..Answer::default()
    })
}

/// List the project's scenes, loaded or not, with their place in the build list. For the contents call outline.
#[tool(category = "scene", needs = Scene, example = r#"{"in_build": true}"#)]
pub(crate) fn list_scenes(#[arguments] args: Args) -> Result<Reply<Answer>> {
    let (all, is_all) = all_scenes()?;
    Ok(answer(&all, is_all, &args)?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(index: u32, build_index: Option<u32>, is_loaded: bool) -> Scene {
        Scene {
            id: format!("scn:{index}"),
            name: format!("S{index}"),
            path: format!("Assets/S{index}.unity"),
            index,
            build_index,
            is_loaded,
            root_count: 3,
            problem: None,
        }
    }

    #[test]
    fn rejects_glob_in_name_filter() {
        let args = |name: &str| serde_json::from_value::<Args>(json!({ "name": name })).unwrap();
        let all = [scene(0, Some(0), true)];
        assert_eq!(answer(&all, true, &args("s0")).unwrap().rows.len(), 1);
        for glob in ["*S0*", "S?"] {
            let refused = answer(&all, true, &args(glob)).err().unwrap().to_string();
            assert!(
                refused.contains("name") && refused.contains("without * and ?"),
                "{refused}"
            );
        }
    }

    #[test]
    fn filters_and_pages_scenes() {
        let all = [scene(0, Some(0), true), scene(1, None, false), scene(2, Some(1), false)];
        let args = |json: Value| serde_json::from_value::<Args>(json).unwrap();
        let first = answer(&all, true, &args(json!({"in_build": true, "limit": 1}))).unwrap();
        assert_eq!((first.total, first.rows.len()), (Some(2), 1));
        assert_eq!(first.rows[0]["roots"], json!(3));
        let next = answer(
            &all,
            true,
            &args(json!({"in_build": true, "limit": 1, "cursor": first.next})),
        )
        .unwrap();
        assert_eq!(next.rows[0]["path"], json!("Assets/S2.unity"));
        assert_eq!(next.rows[0]["roots"], Value::Null);
        assert!(next.next.is_none());
        let unloaded = answer(&all, true, &args(json!({"loaded": false, "name": "s1"}))).unwrap();
        assert_eq!(unloaded.total, Some(1));
        assert!(unloaded.complete);
        assert!(!answer(&all, false, &args(json!({}))).unwrap().complete);
        assert!(answer(&all, true, &args(json!({"cursor": "x"}))).is_err());
    }
}
