//! Namespaces of engine classes that are not in the namespace `UnityEngine`.

const ELSEWHERE: [(&str, &[&str]); 9] = [
    ("UnityEngine.AI", &["NavMeshAgent", "NavMeshObstacle", "OffMeshLink"]),
    (
        "UnityEngine.Animations",
        &[
            "AimConstraint",
            "LookAtConstraint",
            "ParentConstraint",
            "PositionConstraint",
            "RotationConstraint",
            "ScaleConstraint",
        ],
    ),
    ("UnityEngine.Playables", &["PlayableDirector"]),
    ("UnityEngine.Rendering", &["SortingGroup"]),
    (
        "UnityEngine.Tilemaps",
        &["Tilemap", "TilemapCollider2D", "TilemapRenderer"],
    ),
    ("UnityEngine.U2D", &["SpriteShapeRenderer"]),
    ("UnityEngine.VFX", &["VFXRenderer", "VisualEffect"]),
    ("UnityEngine.Video", &["VideoPlayer"]),
    ("UnityEngine.XR.WSA", &["WorldAnchor"]),
];

/// Returns the full name of the engine class with that short name: `UnityEngine.Camera` for `Camera`.
pub fn full_name(class: &str) -> String {
    let namespace = ELSEWHERE
        .iter()
        .find(|(_, classes)| classes.contains(&class))
        .map_or("UnityEngine", |(namespace, _)| *namespace);
    format!("{namespace}.{class}")
}
