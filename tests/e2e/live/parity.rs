//! Two bridges, one scene: the sample project's scenes are rebuilt in a real game by tools alone, and what rays and points meet is the same in both.
//!
//! Not rebuilt are the parts of models, and scripts that the game has not.

use super::query::frozen_game;
use super::rebuilding::{rebuild, rows};
use super::{free, sample};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

const POINTS: u64 = 500;

/// Scene, camera, and how many objects it has at least.
const SCENES: [(&str, &str, usize); 2] = [
    ("Assets/Scenes/Main.unity", "/Main Camera", 120),
    ("Assets/Scenes/Arena.unity", "/Arena Camera", 40),
];

/// Numbers that look random and are the same each time.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let digits = u32::try_from(self.0 >> 33).unwrap_or_default();
        f64::from(digits) / f64::from(1_u32 << 31)
    }
}

/// What of an answer both must have alike, the nearest first.
struct Hit {
    path: String,
    collider: String,
    distance: f64,
    point: Vec<f64>,
    is_approximate: bool,
}

impl Hit {
    /// Within a thousandth of a unit, but where the folder says that it does not know so well.
    fn is_near(&self, real: &Self) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() <= 1e-3;
        let points =
            self.point.len() == real.point.len() && self.point.iter().zip(&real.point).all(|(a, b)| near(*a, *b));
        self.path == real.path
            && self.collider == real.collider
            && (self.is_approximate || (near(self.distance, real.distance) && points))
    }
}

fn hits(answer: &Value) -> Result<Vec<Hit>> {
    let hits = rows(answer)?.iter().map(|row| {
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let point = row["point"].as_array().map(Vec::as_slice).unwrap_or_default();
        Hit {
            path: text("path"),
            collider: text("collider"),
            distance: row["distance"].as_f64().unwrap_or_default(),
            point: point.iter().filter_map(Value::as_f64).collect(),
            is_approximate: row.get("approximate").is_some(),
        }
    });
    Ok(hits.collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folder_raycasts_hit_the_same_as_in_a_game() -> Result<()> {
    let Some((_host, _player, game)) = frozen_game("one scene on two bridges").await? else {
        return Ok(());
    };
    let folder = free().set("unity.live", "false").set("project.screen", "[640, 480]");
    let folder = folder.project(&sample()).start().await?;
    let client = folder.client().await?;
    for (scene, camera, least) in SCENES {
        client.ask("open_scene", json!({ "scene": scene })).await?;
        let made = rebuild(&client, &game, scene).await?;
        ensure!(made.len() >= least, "{} objects of {scene}", made.len());
        let odd = made.iter().find(|pair| pair.folder == pair.game);
        ensure!(
            odd.is_none(),
            "one number on both sides: {:?}",
            odd.map(|pair| &pair.path)
        );
        for ui in [false, true] {
            let (mut seeded, mut met, mut untested) = (Seeded(20_171_123), 0, 0);
            for _ in 0..POINTS {
                let point = [seeded.next(), seeded.next()];
                let mut asked = json!({ "camera": camera, "screen": point, "normalized": true, "ui": ui });
                let of_game = asked.clone();
                asked["scene"] = json!(scene);
                let (ours, theirs) = tokio::try_join!(client.ask("raycast", asked), game.ask("raycast", of_game))?;
                let (known, real) = (hits(&ours)?, hits(&theirs)?);
                let alike =
                    known.len() == real.len() && known.iter().zip(&real).all(|(known, real)| known.is_near(real));
                let told = ours.get("not_tested").is_some();
                ensure!(alike || told, "{scene}, UI {ui}, at {point:?}:\n{ours}\n{theirs}");
                met += usize::from(!real.is_empty());
                untested += usize::from(!alike);
            }
            let least = if ui { 10 } else { 100 };
            ensure!(
                met > least && untested < 50,
                "{scene}, UI {ui}: {met} met, {untested} not tested"
            );
        }
    }
    Ok(())
}
