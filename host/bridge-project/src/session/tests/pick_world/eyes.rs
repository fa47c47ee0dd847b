//! Tests of picks with special cameras: viewports, orthographic or rotated cameras, render textures, or no camera.

use super::*;
use crate::session::Session;

const BALL: &str = "135 SphereCollider\n  m_Radius: 1\n";

/// Creates a scene with a sphere in front of a camera with these fields at the origin.
fn seen_by(fields: &str) -> (TinyProject, Session) {
    let camera = format!("20 Camera\n{fields}");
    let things = [thing("Ball", [0.0, 0.0, 10.0], BALL), thing("Eye", [0.0; 3], &camera)];
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), scene(&things));
    let session = open(project.root());
    (project, session)
}

#[test]
fn picks_only_inside_the_camera_viewport() {
    let part =
        "  near clip plane: 1\n  m_NormalizedViewPortRect:\n    x: 0.5\n    y: 0.5\n    width: 0.5\n    height: 0.5\n";
    let (_project, mut session) = seen_by(part);
    let (picked, diagnostics) = pick(&mut session, 750.0, 375.0);
    assert_eq!(picked.hits.len(), 1);
    assert!((picked.hits[0].distance - 8.0).abs() < 1e-9 && diagnostics.is_empty());
    let (picked, diagnostics) = pick(&mut session, 499.0, 375.0);
    assert!(picked.hits.is_empty());
    assert_eq!(picked.screen, (1000, 500));
    assert!(
        diagnostics[0].contains("outside the area that /Eye draws"),
        "{diagnostics:?}"
    );
}

#[test]
fn orthographic_camera_casts_parallel_rays() {
    let flat = "  near clip plane: 1\n  orthographic: 1\n  orthographic size: 5\n";
    let (_project, mut session) = seen_by(flat);
    assert!(is(&middle(&mut session), &[("Ball", 8.0)]));
    // Half the height is 5 units on 250 pixels: 30 pixels are 0.6 units.
    let (picked, _) = pick(&mut session, 530.0, 250.0);
    assert!((picked.hits[0].distance - 8.2).abs() < 1e-9);
    assert!((picked.hits[0].position.x - 0.6).abs() < 1e-9);
    assert!(pick(&mut session, 551.0, 250.0).0.hits.is_empty());
    // A near plane behind the camera shows objects behind it.
    let (_project, mut session) = seen_by("  near clip plane: -20\n  orthographic: 1\n");
    assert!(is(&middle(&mut session), &[("Ball", 29.0)]));
}

#[test]
fn camera_ignores_the_scale_of_its_object() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let things = [
        thing("Ball", [10.0, 0.0, 0.0], BALL),
        Thing {
            scale: [3.0, 0.1, 7.0],
            turn: [0.0, half, 0.0, half],
            ..thing("Eye", [0.0; 3], CAMERA)
        },
    ];
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), scene(&things));
    assert!(is(&middle(&mut open(project.root())), &[("Ball", 8.0)]));
}

#[test]
fn reports_cameras_that_do_not_draw_to_the_main_display() {
    let table = [
        (
            "  m_TargetTexture: {fileID: 8400000, guid: 11111111111111111111111111111111, type: 2}\n",
            "a texture",
        ),
        ("  m_TargetDisplay: 1\n", "display 2"),
    ];
    for (fields, says) in table {
        let (_project, mut session) = seen_by(fields);
        let (picked, diagnostics) = pick(&mut session, 500.0, 250.0);
        assert_eq!(picked.hits.len(), 1);
        assert!(diagnostics[0].contains(says), "{diagnostics:?}");
    }
    let (_project, mut session) = seen_by("  m_Enabled: 0\n");
    let (picked, diagnostics) = pick(&mut session, 500.0, 250.0);
    assert!(picked.hits.is_empty() && diagnostics[0].contains("the only camera is disabled"));
    let (_project, mut session) =
        seen_by("  m_NormalizedViewPortRect:\n    x: 2\n    y: 0\n    width: 1\n    height: 1\n");
    assert!(pick(&mut session, 500.0, 250.0).1[0].contains("outside"));
}

#[test]
fn extreme_numbers_yield_finite_hits_or_untested_colliders() {
    let huge = "3e38";
    let component =
        format!("65 BoxCollider\n  m_Size: {{x: {huge}, y: {huge}, z: nan}}\n  m_Center: {{x: {huge}, y: 0, z: 0}}\n");
    let big = [3e38; 3];
    let nested: Vec<Thing<'_>> = (0..12)
        .map(|at| Thing {
            scale: big,
            parent: at,
            ..thing("Deep", big, &component)
        })
        .collect();
    let (_project, mut session) = with_camera(&nested);
    let (picked, _) = pick(&mut session, 500.0, 250.0);
    for hit in &picked.hits {
        assert!(hit.distance.is_finite() && hit.position.x.is_finite());
    }
    assert!(picked.not_tested.iter().any(|line| line.contains("too large")));
}

/// In real scenes, hits are sorted by distance, their objects exist, and their points project to the picked pixel.
#[test]
fn hits_in_real_scenes_project_to_the_picked_pixel() {
    let Some(folder) = tests_projects::folder() else {
        return;
    };
    let (mut hits, mut scenes) = (0, 0);
    for (name, expected) in tests_projects::expected(&folder) {
        for (path, _) in expected {
            let root = folder.join(&name);
            let options = ProjectOptions {
                open: OpenScenes::Paths(vec![path]),
                ..ProjectOptions::new(&root)
            };
            let mut session = Session::open(&root, &options, &|_, _| true).expect("a project");
            scenes += 1;
            let Ok(Active { view, .. }) = session.view().looking_camera() else {
                continue;
            };
            let screen = session.view().screen_size();
            for at in 0..64_u32 {
                let (x, y) = (f64::from(at % 8 + 1) / 9.0, f64::from(at / 8 + 1) / 9.0);
                let pixel = screen * glam::DVec2::new(x, y);
                let (picked, _) = pick(&mut session, pixel.x, pixel.y);
                assert!(picked.hits.windows(2).all(|pair| pair[0].distance <= pair[1].distance));
                for hit in picked.hits {
                    hits += 1;
                    let place = glam::DVec3::new(hit.position.x, hit.position.y, hit.position.z);
                    let back = view.project(place, screen).expect("in front");
                    assert!(
                        back.truncate().distance(pixel) < 1e-3,
                        "{}: {back} for {pixel}",
                        hit.path
                    );
                    assert!(session.view().find(hit.object).is_ok());
                }
            }
        }
    }
    println!("{hits} hits in {scenes} scenes");
    assert!(hits > 100, "{hits}");
}
