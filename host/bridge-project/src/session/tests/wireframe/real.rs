//! Tests of wireframe pictures of the sample project and of real projects.

use super::*;
use crate::session::Session;

fn sample(scene: &str) -> Session {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let options = ProjectOptions {
        open: OpenScenes::Paths(vec![scene.to_owned()]),
        ..ProjectOptions::new(&root)
    };
    Session::open(&root, &options, &|_, _| true).expect("the sample")
}

/// The front corners of the box that a pick hits must be where the pick's camera projects them.
#[test]
fn draws_sample_box_where_a_pick_hits_it() {
    let mut session = sample("Assets/Scenes/Main.unity");
    let picture = wireframe(&mut session, 1920, 1080);
    assert_eq!(read_words(&picture), WORDS);
    let at = host_bridge::ScreenPoint {
        x: Some(960.0),
        y: Some(540.0),
        normalized: false,
    };
    let command = Command::PickWorld {
        aim: host_bridge::Aim::Screen(at),
        viewer: host_bridge::Viewer::default(),
    };
    let Reply::Picked(picked) = session.run(command).expect("a pick").reply else {
        panic!("no pick")
    };
    assert_eq!(picked.hits[0].path, "/World/Target Box");
    let Vector3 { z, .. } = picked.hits[0].position;
    let view = session.view().looking_camera().expect("a camera").view;
    let node = session.view().find(picked.hits[0].object).expect("it");
    let placed = session.view().placement(node).matrix;
    for corner in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
        let corner = placed.transform_point3(DVec3::new(corner.0, corner.1, -0.5));
        assert!((corner.z - z).abs() < 1e-6, "{corner} {z}");
        let pixel = view
            .project(corner, glam::DVec2::new(1920.0, 1080.0))
            .expect("in front");
        assert!(picture.is_near(pixel.x, pixel.y, Ink::Collider), "{pixel}");
    }
    assert!(picture.count(Ink::Rectangle) > 5_000);
    let told = picture.not_drawn.join("; ");
    for part in ["instance of a model file", "UI rectangles' texts and images"] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn lays_out_rectangles_for_the_picture_size() {
    let mut session = sample("Assets/Scenes/Main.unity");
    let before = session.view().screen();
    let small = wireframe(&mut session, 480, 270);
    assert_eq!(session.view().screen(), before);
    let large = wireframe(&mut session, 1920, 1080);
    assert!(small.count(Ink::Rectangle) > 500 && large.count(Ink::Rectangle) > small.count(Ink::Rectangle));
    // The same canvas, a quarter as large: its scaler uses the size of the picture.
    let laid = session.view().rectangles(&session.view().looking().scenes);
    let mut edges = laid.outlines().filter(|(_, _, shown)| *shown == Shown::OnScreen);
    let inside = edges.any(|(_, corners, _)| {
        let middle = (corners[0] + corners[1]) * 0.5;
        let seen = DVec2::new(middle.x, middle.y);
        seen.cmpge(DVec2::splat(1.0)).all() && seen.x < 1919.0 && seen.y < 1079.0 && {
            large.is_near(seen.x, seen.y, Ink::Rectangle)
        }
    });
    assert!(inside);
}

#[test]
fn draws_world_space_canvas_seen_by_the_camera() {
    let mut session = sample("Assets/Scenes/Arena.unity");
    let picture = wireframe(&mut session, 640, 360);
    assert!(picture.count(Ink::Rectangle) > 0 && picture.count(Ink::Collider) > 0);
    assert!(
        picture.not_drawn.iter().any(|line| line == "1 other camera's view"),
        "{:?}",
        picture.not_drawn
    );
}

/// In real scenes, each picture can be decoded and contains its text labels.
#[test]
fn draws_labeled_pictures_of_real_scenes() {
    let Some(folder) = tests_projects::folder() else {
        return;
    };
    let mut drawn = 0;
    for (name, expected) in tests_projects::expected(&folder) {
        for (path, _) in expected {
            let root = folder.join(&name);
            let options = ProjectOptions {
                open: OpenScenes::Paths(vec![path]),
                ..ProjectOptions::new(&root)
            };
            let mut session = Session::open(&root, &options, &|_, _| true).expect("a project");
            if session.view().looking_camera().is_err() {
                continue;
            }
            let picture = wireframe(&mut session, 320, 200);
            assert_eq!(read_words(&picture), WORDS);
            drawn += usize::from(picture.count(Ink::Collider) + picture.count(Ink::Rectangle) > 0);
        }
    }
    println!("{drawn} pictures with lines");
    assert!(drawn > 3, "{drawn}");
}
