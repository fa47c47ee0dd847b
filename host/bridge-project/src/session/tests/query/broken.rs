//! Tests of references to assets of the sample project: to an object that its material lacks, and to a ScriptableObject.

use super::*;
use crate::session::changing::batch::tests::sample;
use crate::session::tests::references;

#[test]
fn finds_reference_to_object_that_its_asset_lacks() {
    let mut session = references::open(&sample());
    let filter = vec![type_filter("PlayerController", &[("skin", Op::Missing, None)])];
    let select = ["skin", "settings"].map(|name| field("PlayerController", name));
    let answer = find(&mut session, request(Scope::Project, filter, select.to_vec())).expect("rows");
    assert_eq!((answer.total, answer.rows[0].path.as_str()), (1, "/Player"));
    let cells = answer.rows[0].cells.iter().map(|cell| {
        let cell = cell.0.as_ref().expect("a value");
        cell.to_value().expect("JSON")
    });
    let skin = json!({"missing": "5953e1a269b953599b321bcde3db049b", "type": "UnityEngine.Material"});
    let settings = json!({
        "ref": "Assets/Settings/GameSettings.asset",
        "name": "GameSettings",
        "type": "Sample.Game.GameSettings",
    });
    assert_eq!(cells.collect::<Vec<_>>(), [skin, settings]);
}
