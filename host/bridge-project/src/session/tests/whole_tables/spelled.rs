//! Tests of components of the real projects, compared with the text of their files (`spelled.py`). Fractions are the
//! nearest 32-bit numbers, texts of scripts without source are unchanged, and values computed from anchors and
//! rotations are correct.

use super::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    file: String,
    path: String,
    at: usize,
    /// Leaf fields by serialized name. Each value is the expected C# name and the value in the file.
    fields: BTreeMap<String, (String, Value)>,
    rect: Option<[Option<f64>; 2]>,
    turn: Option<[f64; 4]>,
}

#[derive(Default)]
struct Tally {
    numbers: usize,
    texts: usize,
    positions: usize,
    angles: usize,
    wrong: Vec<String>,
}

impl Tally {
    /// Compares a value that a command returned with the leaves in the file.
    fn compare(&mut self, place: &str, seen: &Value, right: &Value) {
        match right {
            Value::Null => {}
            Value::Array(items) => match seen.as_array() {
                Some(seen) if seen.len() == items.len() => {
                    for (at, (seen, right)) in seen.iter().zip(items).enumerate() {
                        self.compare(&format!("{place}[{at}]"), seen, right);
                    }
                }
                _ => self.wrong.push(format!("{place}: {seen}, not {} items", items.len())),
            },
            Value::Object(parts) if parts.contains_key("spelling") => self.leaf(place, seen, parts),
            Value::Object(parts) => {
                for (key, pair) in parts["members"].as_object().expect("members") {
                    // A script's class keeps its names; a structure of Unity's has those of C#.
                    let usual = pair[0].as_str().expect("a name");
                    let seen = seen.get(key).or_else(|| seen.get(usual)).unwrap_or(&Value::Null);
                    self.compare(&format!("{place}.{key}"), seen, &pair[1]);
                }
            }
            _ => panic!("{place}: {right}"),
        }
    }

    fn leaf(&mut self, place: &str, seen: &Value, right: &serde_json::Map<String, Value>) {
        let spelling = right["spelling"].as_str().expect("a spelling");
        let bits = right.get("bits").and_then(Value::as_u64);
        let is_right = match (seen, bits) {
            (Value::String(text), _) => {
                self.texts += 1;
                text == spelling
            }
            #[expect(clippy::cast_possible_truncation, reason = "the cast gives the intended number")]
            (Value::Number(number), Some(bits)) => {
                self.numbers += 1;
                let number = number.as_f64().expect("a number");
                let single = number as f32;
                // Answers contain no negative zero.
                let is_zero = single == 0.0 && bits & 0x7fff_ffff == 0;
                is_zero || u64::from(single.to_bits()) == bits
            }
            _ => false,
        };
        if !is_right {
            self.wrong.push(format!("{place}: {seen}, not {spelling:?} ({bits:?})"));
        }
    }

    /// Compares x and y of a RectTransform's position. A coordinate in `right` is `None` if it depends on the screen.
    fn position(&mut self, place: &str, seen: &Value, right: [Option<f64>; 2]) {
        for (axis, right) in right.into_iter().enumerate() {
            let Some(right) = right else { continue };
            self.positions += 1;
            #[expect(clippy::cast_possible_truncation, reason = "Unity's own precision")]
            let is_right = seen[axis].as_f64().is_some_and(|seen| seen as f32 == right as f32);
            if !is_right {
                self.wrong.push(format!("{place}[{axis}]: {}, not {right}", seen[axis]));
            }
        }
    }

    /// Compares angles in degrees with a rotation. Unity applies the angles in the order z, x, y.
    fn angles(&mut self, place: &str, seen: &Value, turn: [f64; 4]) {
        self.angles += 1;
        let half = |axis: usize| seen[axis].as_f64().expect("an angle").to_radians() / 2.0;
        let [(sx, cx), (sy, cy), (sz, cz)] = [0, 1, 2].map(|axis| half(axis).sin_cos());
        let told = [
            cy * sx * cz + sy * cx * sz,
            sy * cx * cz - cy * sx * sz,
            cy * cx * sz - sy * sx * cz,
            cy * cx * cz + sy * sx * sz,
        ];
        let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
        let turn = if length > 1e-12 {
            turn.map(|part| part / length)
        } else {
            [0.0, 0.0, 0.0, 1.0]
        };
        let same: f64 = told.iter().zip(turn).map(|(one, other)| one * other).sum();
        if same.abs() < 1.0 - 1e-9 {
            self.wrong.push(format!("{place}: {seen}, not the angles of {turn:?}"));
        }
    }
}

fn compare(name: &str) -> Option<Tally> {
    let root = tests_projects::folder()?.join(name);
    let second = tests_projects::second_reader("spelled.py", &root)?;
    let rows: Vec<Row> = serde_json::from_value(second).expect("rows");
    let mut session = open(&root);
    let (objects, _) = objects(&mut session, &Scope::Project, &[]);
    let components = components(&mut session, &objects);
    let ids: BTreeMap<(&str, &str), ObjectId> = objects
        .iter()
        .map(|object| ((&*object.file, &*object.path), object.id))
        .collect();
    let (mut tally, nothing) = (Tally::default(), Vec::new());
    for row in &rows {
        let place = format!("{}{}[{}]", row.file, row.path, row.at);
        let Some(id) = ids.get(&(&*row.file, &*row.path)) else {
            tally.wrong.push(format!("{place}: no such object"));
            continue;
        };
        let Some(component) = components.get(id).unwrap_or(&nothing).get(row.at) else {
            tally.wrong.push(format!("{place}: no such component"));
            continue;
        };
        for (key, (usual, right)) in &row.fields {
            let place = format!("{place} {}.{key}", component.type_name);
            match component.fields.get(usual).or_else(|| component.fields.get(key)) {
                Some(seen) => tally.compare(&place, seen, right),
                None => tally.wrong.push(format!("{place}: not read")),
            }
        }
        if let Some(right) = row.rect {
            tally.position(&place, &component.fields["localPosition"], right);
        }
        if let Some(turn) = row.turn {
            tally.angles(&place, &component.fields["localEulerAngles"], turn);
        }
    }
    println!(
        "{name}: {} components, {} numbers, {} texts, {} positions, {} angles",
        rows.len(),
        tally.numbers,
        tally.texts,
        tally.positions,
        tally.angles
    );
    expect_none(&tally.wrong);
    Some(tally)
}

#[test]
fn component_values_of_cli_loop_match_the_file_text() {
    compare("cli-loop");
}

#[test]
fn component_values_of_fluid_sim_match_the_file_text() {
    compare("fluid-sim");
}

#[test]
fn component_values_of_mirror_examples_match_the_file_text() {
    compare("mirror-examples");
}

#[test]
fn component_values_of_ui_effect_match_the_file_text() {
    compare("ui-effect");
}

#[test]
fn component_values_of_univrm_viewer_match_the_file_text() {
    compare("univrm-viewer");
}
