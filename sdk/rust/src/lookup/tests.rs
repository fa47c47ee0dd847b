//! Tests of the lookup by id, path and name, among few objects and among many objects with the same name.

use super::{World, is_id, search};
use crate::unity::objects::{ObjectCard, ObjectFilter};
use crate::unity::types::{PageInfo, PageRequest};
use crate::{ErrorKind, ToolError};
use serde_json::Value;

/// A fake source of objects with these paths. The number in an object's id is the index of its path.
struct Paths(Vec<String>);

impl Paths {
    fn new(paths: &[&str]) -> Self {
        Self(paths.iter().map(|path| (*path).to_owned()).collect())
    }

    fn card(&self, at: usize) -> ObjectCard {
        let path = self.0[at].clone();
        ObjectCard {
            id: format!("obj:{at}"),
            name: path.rsplit('/').next().unwrap().to_owned(),
            path,
            tag: "Untagged".to_owned(),
            layer: 0,
            active: true,
            active_in_hierarchy: true,
            component_count: 1,
            scene: "scn:0".to_owned(),
            parent: None,
            child_count: 0,
            opaque: false,
            global_id: None,
        }
    }

    fn page(&self, matching: &[usize], page: &PageRequest) -> (Vec<ObjectCard>, PageInfo) {
        let (start, limit) = (page.offset as usize, page.limit as usize);
        let cards = matching
            .iter()
            .skip(start)
            .take(limit)
            .map(|at| self.card(*at))
            .collect();
        let info = PageInfo {
            total: matching.len() as u32,
            next_offset: (start + limit < matching.len()).then_some(page.offset + page.limit),
            next_cursor: None,
            scanned: None,
        };
        (cards, info)
    }

    fn where_path(&self, fits: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.0.len()).filter(|at| fits(&self.0[*at])).collect()
    }
}

impl World for Paths {
    fn get(&self, id: &str) -> Result<ObjectCard, ToolError> {
        let at = id[4..].parse::<usize>().ok().filter(|at| *at < self.0.len());
        at.map(|at| self.card(at))
            .ok_or_else(|| ToolError::not_found(format!("there is no {id}")))
    }

    fn find(&self, path: &str, page: &PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), ToolError> {
        Ok(self.page(&self.where_path(|known| known == path), page))
    }

    fn list(&self, filter: &ObjectFilter, page: &PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), ToolError> {
        let part = filter.name.as_deref().unwrap_or_default().to_lowercase();
        let fits = |path: &str| path.rsplit('/').next().unwrap().to_lowercase().contains(&part);
        Ok(self.page(&self.where_path(fits), page))
    }
}

#[test]
fn prefers_id_over_path_and_path_over_name() {
    let world = Paths::new(&["/obj:2", "/Level", "/Level/Door", "/Doors", "/House/Doors"]);
    for (given, id) in [
        ("obj:2", "obj:2"),
        ("/Level/Door", "obj:2"),
        ("Level/Door", "obj:2"),
        ("/Doors", "obj:3"),
        ("Door", "obj:2"),
        ("Level", "obj:1"),
    ] {
        assert_eq!(search(&world, "object_id", given).unwrap().id, id, "{given}");
    }
}

/// Returns the candidates in the details of the error.
fn candidates(error: &ToolError) -> Vec<Value> {
    let mut details: Value = serde_json::from_str(error.details.as_ref().unwrap()).unwrap();
    serde_json::from_value(details["candidates"].take()).unwrap()
}

#[test]
fn ambiguous_name_error_lists_all_candidates() {
    let world = Paths::new(&["/A/Cube", "/B/Cube", "/A/Cube", "/cube"]);
    for (given, count, ids) in [
        ("Cube", 3, vec!["obj:0", "obj:1", "obj:2"]),
        ("/A/Cube", 2, vec!["obj:0", "obj:2"]),
    ] {
        let error = search(&world, "object_id", given).unwrap_err();
        assert_eq!(error.kind, ErrorKind::InvalidArgument);
        assert!(error.message.contains(&format!("of {count} objects")), "{error}");
        let told = candidates(&error);
        let named: Vec<&str> = told.iter().map(|one| one["id"].as_str().unwrap()).collect();
        assert_eq!(named, ids);
    }
}

/// A fake source of objects in two scenes. It fails the test if a missing object is requested.
struct TwoScenes(Paths);

impl World for TwoScenes {
    fn get(&self, id: &str) -> Result<ObjectCard, ToolError> {
        self.0.get(id)
    }

    fn find(&self, path: &str, page: &PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), ToolError> {
        // Like in the host, a sibling number counts within one scene.
        let (mut found, info) = self.0.find(path.trim_end_matches("[1]"), page)?;
        assert!(info.total > 0, "{path} was requested, but no test names it");
        for (at, card) in found.iter_mut().enumerate() {
            card.scene = format!("scn:{at}");
        }
        Ok((found, info))
    }

    fn list(&self, filter: &ObjectFilter, page: &PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), ToolError> {
        self.0.list(filter, page)
    }
}

#[test]
fn ambiguity_error_distinguishes_objects_by_scene() {
    let world = TwoScenes(Paths::new(&["/Main Camera", "/Main Camera"]));
    let error = search(&world, "object_id", "/Main Camera").unwrap_err();
    assert!(
        error
            .message
            .ends_with("obj:0 (/Main Camera of scn:0), obj:1 (/Main Camera of scn:1)"),
        "{error}"
    );
}

#[test]
fn missing_object_error_suggests_similar_objects() {
    let world = Paths::new(&["/Player", "/Lamp"]);
    let error = search(&world, "object_id", "player").unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotFound);
    assert_eq!(error.hint.as_deref(), Some("did you mean obj:0 (/Player)?"));
    let error = search(&world, "object_id", "Nothing").unwrap_err();
    assert!(error.hint.as_ref().unwrap().contains("part of its name"));
    assert_eq!(search(&world, "id", "obj:7").unwrap_err().kind, ErrorKind::NotFound);
    let long = "x".repeat(10_000);
    assert!(search(&world, "id", &long).unwrap_err().message.len() < 300);
    assert_eq!(search(&world, "id", "").unwrap_err().kind, ErrorKind::InvalidArgument);
}

#[test]
fn finds_name_after_many_partial_matches_within_search_limit() {
    let mut paths = vec!["/Cubes".to_owned(); 1_200];
    paths.push("/Cube".to_owned());
    assert_eq!(search(&Paths(paths), "id", "Cube").unwrap().id, "obj:1200");
    let many = Paths(vec!["/Cubes".to_owned(); 20_500]);
    let error = search(&many, "id", "Cube").unwrap_err();
    assert_eq!(error.kind, ErrorKind::InvalidArgument);
    assert!(error.message.contains("too many names"), "{error}");
    let same = Paths(vec!["/Cube".to_owned(); 1_200]);
    let error = search(&same, "id", "Cube").unwrap_err();
    assert!(error.message.contains("of more than 10 objects"), "{error}");
    assert_eq!(candidates(&error).len(), 10);
}

#[test]
fn recognizes_object_ids_including_negative_ones() {
    for id in ["obj:0", "obj:12", "obj:-92"] {
        assert!(is_id(id), "{id}");
    }
    for name in ["obj:", "obj:-", "obj:1x", "obj:--1", "12"] {
        assert!(!is_id(name), "{name}");
    }
}
