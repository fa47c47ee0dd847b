//! Tests of joined pages: the order of the rows, the totals, and the cursors through all pages.

use super::*;
use host_bridge::{Column, CursorPage, ObjectId, OrderKey, Per, Scope, ValueText};

fn request(limit: u32, descending: Option<bool>) -> QueryRequest {
    let mass = Column::Fact("depth".to_owned());
    QueryRequest {
        scope: Scope::Project,
        filter: Vec::new(),
        per: Per::Object,
        select: Vec::new(),
        order: descending
            .map(|descending| OrderKey {
                column: mass,
                descending,
            })
            .into_iter()
            .collect(),
        page: CursorPage {
            limit,
            cursor: None,
            max_bytes: 1 << 16,
        },
    }
}

/// Digest of the loaded scenes.
const SCENES: u64 = u64::MAX;

/// One part with these numbers as its sorted keys, in pages of `size` rows.
struct Source(Vec<i64>, usize);

impl Source {
    fn part(&self, place: Place) -> Part {
        self.try_part(place).expect("unchanged rows")
    }

    fn try_part(&self, place: Place) -> Result<Part, BridgeError> {
        let (cursor, skip, seen) = match place {
            Place::End(total) => return Ok(Part::ended(total)),
            Place::Page { cursor, skip, seen } => (cursor, skip, seen),
        };
        let from: usize = cursor.as_deref().map_or(0, |cursor| cursor.parse().expect("a number"));
        let page: Vec<i64> = self.0.iter().skip(from).take(self.1).copied().collect();
        let until = from + page.len();
        let rows = page.into_iter().map(|number| QueryRow {
            object: ObjectId(number),
            file: "Assets/A.unity".to_owned(),
            path: format!("/{number}"),
            component: None,
            cells: vec![Cell(Some(ValueText::from_json_text(number.to_string())))],
        });
        let answer = QueryAnswer {
            total: self.0.len() as u64,
            complete: true,
            rows: rows.collect(),
            next: (until < self.0.len()).then(|| until.to_string()),
            not_searched: Vec::new(),
            not_searched_total: 0,
        };
        Part::new(answer, Vec::new(), cursor, skip, seen)
    }
}

/// Reads all pages and returns the ids of their rows. Each page has the total of both parts.
fn all_rows(editor: &Source, files: &Source, request: &QueryRequest) -> Vec<i64> {
    let keyed = with_key_columns(request).expect("few columns");
    let (mut found, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let places = Places::read(cursor.as_deref()).expect("a cursor of this host");
        let replied = join(
            editor.part(places.editor),
            files.part(places.files),
            &keyed,
            request.select.len(),
            SCENES,
        );
        let Reply::Found(answer) = replied.reply else {
            panic!("{replied:?}")
        };
        assert_eq!(answer.total, (editor.0.len() + files.0.len()) as u64);
        assert!(answer.rows.iter().all(|row| row.cells.is_empty()), "{answer:?}");
        assert!(!answer.rows.is_empty() || answer.next.is_none(), "{answer:?}");
        found.extend(answer.rows.iter().map(|row| row.object.0));
        cursor = answer.next;
        if cursor.is_none() {
            return found;
        }
    }
}

#[test]
fn rows_of_editor_come_first_without_an_order() {
    for size in [1, 2, 3, 50] {
        for limit in [1, 2, 3, 50] {
            let (editor, files) = (Source(vec![5, 1, 3], size), Source(vec![4, 2], size));
            let found = all_rows(&editor, &files, &request(limit, None));
            assert_eq!(found, [5, 1, 3, 4, 2], "{size} {limit}");
        }
    }
}

#[test]
fn rows_of_both_parts_are_merged_by_the_order() {
    for size in [1, 2, 3, 50] {
        for limit in [1, 2, 3, 50] {
            let (editor, files) = (Source(vec![1, 4, 4, 9], size), Source(vec![2, 4, 7, 8], size));
            let found = all_rows(&editor, &files, &request(limit, Some(false)));
            assert_eq!(found, [1, 2, 4, 4, 4, 7, 8, 9], "{size} {limit}");
            let (editor, files) = (Source(vec![9, 4], size), Source(vec![8, 7, 2], size));
            let found = all_rows(&editor, &files, &request(limit, Some(true)));
            assert_eq!(found, [9, 8, 7, 4, 2], "{size} {limit}");
        }
    }
    let nothing = all_rows(&Source(Vec::new(), 5), &Source(Vec::new(), 5), &request(5, None));
    assert!(nothing.is_empty());
}

#[test]
fn page_ends_at_its_bytes_and_continues_there() {
    let (editor, files) = (Source((0..9).collect(), 50), Source((9..20).collect(), 50));
    let mut small = request(50, None);
    small.page.max_bytes = 200;
    assert_eq!(all_rows(&editor, &files, &small), (0..20).collect::<Vec<_>>());
}

#[test]
fn failed_part_makes_the_answer_incomplete() {
    let error = BridgeError::new(BridgeErrorKind::NotFound, "there is no component type Gate");
    let keyed = request(5, None);
    let files = Source(vec![1], 5).part(Place::default());
    let replied = join(
        Part::not_searched("the loaded scenes", &error),
        files,
        &keyed,
        0,
        SCENES,
    );
    let Reply::Found(answer) = replied.reply else {
        panic!("{replied:?}")
    };
    assert_eq!((answer.total, answer.not_searched_total), (1, 1));
    assert!(answer.not_searched[0].why.contains("no component type Gate"));
}

#[test]
fn keeps_state_of_incomplete_part_in_cursor() {
    let keyed = request(1, None);
    let mut editor = Source(vec![1], 5).part(Place::default());
    editor.answer.complete = false;
    let replied = join(editor, Source(vec![2], 5).part(Place::default()), &keyed, 0, SCENES);
    let Reply::Found(answer) = replied.reply else {
        panic!("{replied:?}")
    };
    let places = Places::read(answer.next.as_deref()).expect("a cursor");
    assert!(
        matches!(
            places.editor,
            Place::Page {
                cursor: None,
                skip: 1,
                ..
            }
        ),
        "{places:?}"
    );
    assert!(!answer.complete);
}

/// Returns the places after the first page, which has `limit` rows.
fn places_after_first(editor: &Source, files: &Source, keyed: &QueryRequest) -> Places {
    let (editor, files) = (editor.part(Place::default()), files.part(Place::default()));
    match join(editor, files, keyed, 0, SCENES).reply {
        Reply::Found(answer) => Places::read(answer.next.as_deref()).expect("a cursor"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rejects_cursor_after_returned_rows_have_changed() {
    let keyed = with_key_columns(&request(4, Some(false))).expect("few columns");
    let (editor, files) = (Source(vec![1, 4, 9], 5), Source(vec![2, 3, 8], 5));
    let places = || places_after_first(&editor, &files, &keyed);
    for changed in [vec![4, 9], vec![1, 9], vec![0, 1, 4, 9], vec![1]] {
        let error = Source(changed, 5).try_part(places().editor).expect_err("other rows");
        assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error}");
    }
    // Rows after those of the first page may change.
    for unchanged in [vec![1, 4, 9], vec![1, 4], vec![1, 4, 5, 9]] {
        assert!(Source(unchanged, 5).try_part(places().editor).is_ok());
    }
    assert!(Source(vec![2, 4, 8], 5).try_part(places().files).is_err());
}

#[test]
fn rejects_cursor_after_other_scenes_were_loaded() {
    let keyed = request(1, None);
    let places = places_after_first(&Source(vec![1], 5), &Source(vec![2], 5), &keyed);
    assert!(places.require_scenes(SCENES).is_ok() && Places::default().require_scenes(SCENES).is_ok());
    let error = places.require_scenes(SCENES - 1).expect_err("other scenes");
    assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error}");
    let scenes = |paths: &[&str]| digest_of_scenes(&paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>());
    assert_ne!(
        scenes(&["Assets/A.unity"]),
        scenes(&["Assets/A.unity", "Assets/B.unity"])
    );
}

#[test]
fn ordered_page_of_an_incomplete_search_has_no_next() {
    for (descending, has_next) in [(None, true), (Some(false), false)] {
        let keyed = with_key_columns(&request(1, descending)).expect("few columns");
        let mut files = Source(vec![2], 5).part(Place::default());
        files.answer.complete = false;
        let editor = Source(vec![1], 5).part(Place::default());
        let Reply::Found(answer) = join(editor, files, &keyed, 0, SCENES).reply else {
            panic!("found objects")
        };
        assert_eq!((answer.next.is_some(), answer.complete), (has_next, false));
    }
}

#[test]
fn rejects_texts_that_are_no_cursor() {
    let other = |text: &str| BASE64URL_NOPAD.encode(text.as_bytes());
    for cursor in [
        "",
        "12:34",
        "%",
        &other("[]"),
        &other("[1]"),
        &other("[-1, 2]"),
        &other("[1, 2]"),
        &other("[[501, null, 1], 2, 3]"),
        &other("[[1, null], 2, 3]"),
        &other("[[1, 2, 3], 2, 3]"),
        &other("[1, 2, null]"),
        &other("{}"),
    ] {
        let error = Places::read(Some(cursor)).expect_err(cursor);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{cursor}");
    }
    let places = Places {
        editor: Place::End(7),
        files: Place::Page {
            cursor: Some("12:34".to_owned()),
            skip: 3,
            seen: u64::MAX,
        },
        scenes: Some(SCENES),
    };
    assert_eq!(Places::read(Some(&places.text())).expect("its own"), places);
}

#[test]
fn rejects_more_columns_than_a_query_can_have() {
    let mut wide = request(5, Some(true));
    let column = |number: usize| Column::Fact(format!("fact-{number}"));
    wide.select = (0..MOST_COLUMNS).map(column).collect();
    let error = with_key_columns(&wide).expect_err("33 columns");
    assert!(error.message.contains("33 different columns"), "{error}");
    wide.order[0].column = column(3);
    assert_eq!(with_key_columns(&wide).expect("32 columns").select.len(), MOST_COLUMNS);
}
