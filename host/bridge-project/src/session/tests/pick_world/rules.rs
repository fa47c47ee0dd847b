//! Tests of Unity's physics rules for rays, for each kind of collider.

use super::*;
use crate::session::Session;

const BOX: &str = "65 BoxCollider\n  m_Enabled: 1\n";

/// A quaternion that rotates by 90 degrees about the z axis, from x to y.
const QUARTER: [f64; 4] = [
    0.0,
    0.0,
    std::f64::consts::FRAC_1_SQRT_2,
    std::f64::consts::FRAC_1_SQRT_2,
];

fn built_in(mesh: u32, convex: u8) -> String {
    format!(
        "64 MeshCollider\n  m_Convex: {convex}\n  m_Mesh: {{fileID: {mesh}, guid: 0000000000000000e000000000000000, type: 0}}\n"
    )
}

/// Returns the hits at the center of the screen in a scene with only this thing.
fn hits_of(thing: Thing<'_>) -> Vec<(String, f64)> {
    let (_project, mut session) = with_camera(&[thing]);
    middle(&mut session)
}

#[test]
fn each_collider_scales_by_its_own_rule() {
    let scaled = |scale, component| Thing {
        scale,
        ..thing("T", [0.0, 0.0, 11.0], component)
    };
    let table = [
        ("box", scaled([1.0, 1.0, -4.0], BOX), 8.0),
        (
            "box, centre",
            scaled([1.0, 1.0, 2.0], "65 BoxCollider\n  m_Center: {x: 0, y: 0, z: 1}\n"),
            11.0,
        ),
        (
            "ball, largest axis",
            scaled([1.0, -3.0, 2.0], "135 SphereCollider\n  m_Radius: 0.5\n"),
            8.5,
        ),
        (
            "capsule along y",
            scaled(
                [2.0, 5.0, 3.0],
                "136 CapsuleCollider\n  m_Radius: 0.5\n  m_Height: 2\n  m_Direction: 1\n",
            ),
            8.5,
        ),
        (
            "capsule along z",
            scaled(
                [1.0, 2.0, 3.0],
                "136 CapsuleCollider\n  m_Radius: 0.5\n  m_Height: 2\n  m_Direction: 2\n",
            ),
            7.0,
        ),
        (
            "capsule along x",
            scaled(
                [5.0, 2.0, 1.0],
                "136 CapsuleCollider\n  m_Radius: 0.5\n  m_Height: 2\n  m_Direction: 0\n",
            ),
            9.0,
        ),
        (
            "capsule shorter than its caps",
            scaled([4.0, 1.0, 1.0], "136 CapsuleCollider\n  m_Radius: 0.5\n  m_Height: 1\n"),
            8.0,
        ),
        (
            "character",
            scaled(
                [2.0, 1.0, 1.0],
                "143 CharacterController\n  m_Radius: 0.5\n  m_Height: 2\n",
            ),
            9.0,
        ),
    ];
    for (name, thing, distance) in table {
        let found = hits_of(thing);
        assert!(is(&found, &[("T", distance)]), "{name}: {found:?}, expected {distance}");
    }
}

#[test]
fn character_controller_ignores_rotation() {
    let tall = "143 CharacterController\n  m_Radius: 0.5\n  m_Height: 8\n  m_Center: {x: 0, y: 0, z: 0}\n";
    // Two units to the left of the view: only a capsule on its side would reach the middle.
    let turned = Thing {
        turn: QUARTER,
        ..thing("T", [-2.0, 0.0, 11.0], tall)
    };
    assert!(hits_of(turned).is_empty());
    let capsule = tall.replace("143 CharacterController", "136 CapsuleCollider");
    assert!(is(
        &hits_of(Thing {
            component: &capsule,
            ..turned
        }),
        &[("T", 9.5)]
    ));
}

#[test]
fn hits_non_convex_built_in_meshes_only_from_the_front() {
    let at = [0.0, 0.0, 11.0];
    let half = std::f64::consts::FRAC_1_SQRT_2;
    // About x: the front of a plane turns from up towards the camera, or away from it.
    let (towards, away) = ([-half, 0.0, 0.0, half], [half, 0.0, 0.0, half]);
    let table = [
        ("cube", 10202, 0, [0.0, 0.0, 0.0, 1.0], Some((9.5, false))),
        ("cylinder", 10206, 0, [0.0, 0.0, 0.0, 1.0], Some((9.5, true))),
        ("sphere", 10207, 1, [0.0, 0.0, 0.0, 1.0], Some((9.5, true))),
        ("capsule", 10208, 0, [0.0, 0.0, 0.0, 1.0], Some((9.5, true))),
        ("plane, towards", 10209, 0, towards, Some((10.0, false))),
        ("plane, away", 10209, 0, away, None),
        ("quad, towards", 10210, 0, [0.0, 0.0, 0.0, 1.0], Some((10.0, false))),
        ("quad, away", 10210, 0, [0.0, 1.0, 0.0, 0.0], None),
        (
            "quad, away, as a hull",
            10210,
            1,
            [0.0, 1.0, 0.0, 0.0],
            Some((10.0, true)),
        ),
    ];
    for (name, mesh, convex, turn, expected) in table {
        let component = built_in(mesh, convex);
        let (_project, mut session) = with_camera(&[Thing {
            turn,
            ..thing("T", at, &component)
        }]);
        let (picked, _) = pick(&mut session, 500.0, 250.0);
        let found = picked.hits.first().map(|hit| (hit.distance, hit.approximate.is_some()));
        match (found, expected) {
            (None, None) => {}
            (Some((at, approximate)), Some((distance, wanted))) => {
                assert!(
                    (at - distance).abs() < 1e-6 && approximate == wanted,
                    "{name}: {found:?}"
                );
            }
            _ => panic!("{name}: {found:?}"),
        }
        assert!(picked.not_tested.is_empty());
    }
}

#[test]
fn rays_pass_through_colliders_that_unity_ignores() {
    let at = [0.0, 0.0, 5.0];
    let open = thing("T", at, BOX);
    let table = [
        ("ignored layer", Thing { layer: 2, ..open }),
        ("inactive", Thing { active: false, ..open }),
        ("disabled", thing("T", at, "65 BoxCollider\n  m_Enabled: 0\n")),
        (
            "around the eye",
            thing("T", [0.0, 0.0, 1.0], "65 BoxCollider\n  m_Size: {x: 9, y: 9, z: 9}\n"),
        ),
        ("2D", thing("T", at, "61 BoxCollider2D\n  m_Enabled: 1\n")),
        ("no mesh", thing("T", at, "64 MeshCollider\n  m_Mesh: {fileID: 0}\n")),
    ];
    assert!(is(&hits_of(open), &[("T", 3.5)]));
    for (name, thing) in table {
        let (_project, mut session) = with_camera(&[thing]);
        let (picked, _) = pick(&mut session, 500.0, 250.0);
        assert!(
            picked.hits.is_empty() && picked.not_tested.is_empty(),
            "{name}: {picked:?}"
        );
    }
    let parent = Thing {
        active: false,
        ..thing("Off", [0.0; 3], "65 BoxCollider\n  m_Enabled: 0\n")
    };
    let (_project, mut session) = with_camera(&[parent, Thing { parent: 1, ..open }]);
    assert!(middle(&mut session).is_empty());
}

#[test]
fn applies_physics_settings_of_the_project() {
    let trigger = thing("Zone", [0.0, 0.0, 5.0], "65 BoxCollider\n  m_IsTrigger: 1\n");
    let component = built_in(10202, 0);
    let shell = Thing {
        scale: [20.0; 3],
        ..thing("Shell", [0.0; 3], &component)
    };
    let (project, mut session) = with_camera(&[trigger, shell]);
    assert!(is(&middle(&mut session), &[("Zone", 3.5)]));
    project.write(
        "ProjectSettings/DynamicsManager.asset",
        format!("{HEAD}--- !u!55 &1\nPhysicsManager:\n  m_QueriesHitBackfaces: 1\n  m_QueriesHitTriggers: 0\n"),
    );
    let mut session = open(project.root());
    assert!(is(&middle(&mut session), &[("Shell", 9.0)]));
}

#[test]
fn reports_colliders_of_unknown_shape_as_not_tested() {
    let at = [0.0, 0.0, 5.0];
    let imported = format!(
        "64 MeshCollider\n  m_Mesh: {{fileID: 4300000, guid: {}, type: 3}}\n",
        guid('e')
    );
    let things = [
        thing("Far Rock", [9.0, 0.0, 5.0], &imported),
        thing("Rock", at, &imported),
        thing("Land", [20.0, 0.0, 5.0], "154 TerrainCollider\n  m_Enabled: 1\n"),
        thing("Off", at, "154 TerrainCollider\n  m_Enabled: 0\n"),
        thing("Flat", [30.0, 0.0, 5.0], "64 MeshCollider\n  m_Mesh: {fileID: 77}\n"),
    ];
    let (project, mut session) = with_camera(&things);
    let told = |session: &mut Session| pick(session, 500.0, 250.0).0.not_tested;
    let lines = told(&mut session);
    let starts = [
        "/Rock: MeshCollider on a mesh that is not among",
        "/Far Rock: ",
        "/Land: TerrainCollider",
        "/Flat: MeshCollider on a mesh inside",
    ];
    assert_eq!(lines.len(), starts.len());
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    project.asset("Assets/Rock.fbx", &guid('e'), "binary");
    let mut session = open(project.root());
    assert!(told(&mut session)[0].contains("Assets/Rock.fbx"));
}

#[test]
fn marks_hits_on_sheared_colliders_as_approximate() {
    let squeezed = Thing {
        scale: [1.0, 4.0, 1.0],
        ..thing("Up", [0.0, 0.0, 9.0], "65 BoxCollider\n  m_Enabled: 0\n")
    };
    let eighth = std::f64::consts::FRAC_PI_8;
    let turned = Thing {
        turn: [0.0, 0.0, eighth.sin(), eighth.cos()],
        parent: 1,
        ..thing("T", [0.0; 3], BOX)
    };
    let (_project, mut session) = with_camera(&[squeezed, turned]);
    let (picked, _) = pick(&mut session, 500.0, 250.0);
    assert!((picked.hits[0].distance - 7.5).abs() < 1e-6);
    assert!(
        picked.hits[0]
            .approximate
            .as_deref()
            .is_some_and(|why| why.contains("shear"))
    );
}

#[test]
fn truncates_list_of_untested_colliders_and_counts_all() {
    let names: Vec<String> = (0..60).map(|at| format!("Land {at}")).collect();
    let things: Vec<Thing<'_>> = (0_u32..)
        .zip(&names)
        .map(|(at, name)| thing(name, [f64::from(at), 0.0, 5.0], "154 TerrainCollider\n  m_Enabled: 1\n"))
        .collect();
    let (_project, mut session) = with_camera(&things);
    let (picked, _) = pick(&mut session, 500.0, 250.0);
    assert_eq!(
        (picked.not_tested.len(), picked.not_tested_total),
        (Picked::MOST_UNTESTED, 60)
    );
    assert!(picked.not_tested[0].starts_with("/Land 0:"));
}
