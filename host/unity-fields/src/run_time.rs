//! C# members of Unity's own components that exist only at run time, so that no file stores them.

use crate::bases::derives_from;

/// Members that exist only at run time and are often requested, as rows `Type member…`; derived types inherit them.
const TABLE: &str = "\
Transform lossyScale forward right up worldToLocalMatrix localToWorldMatrix childCount hasChanged root
Rigidbody velocity angularVelocity linearVelocity position rotation worldCenterOfMass
Rigidbody2D velocity angularVelocity linearVelocity linearVelocityX linearVelocityY position rotation worldCenterOfMass attachedColliderCount
ArticulationBody velocity angularVelocity linearVelocity jointPosition jointVelocity jointForce worldCenterOfMass isRoot
CharacterController velocity isGrounded collisionFlags
Collider bounds attachedRigidbody
Collider2D bounds attachedRigidbody shapeCount
WheelCollider isGrounded rpm sprungMass
Joint currentForce currentTorque
Joint2D reactionForce reactionTorque
HingeJoint angle velocity
Renderer bounds isVisible worldToLocalMatrix localToWorldMatrix
Camera velocity pixelWidth pixelHeight scaledPixelWidth scaledPixelHeight worldToCameraMatrix cameraToWorldMatrix activeTexture
Animator deltaPosition deltaRotation velocity angularVelocity rootPosition rootRotation bodyPosition bodyRotation humanScale isHuman isInitialized playbackTime parameters layerCount
Animation isPlaying
AudioSource isPlaying isVirtual time timeSamples
ParticleSystem isPlaying isPaused isStopped isEmitting particleCount time
VideoPlayer isPlaying isPaused isPrepared frame frameCount time length
PlayableDirector state time
NavMeshAgent velocity desiredVelocity nextPosition remainingDistance destination steeringTarget hasPath pathPending pathStatus path isOnNavMesh isOnOffMeshLink isStopped isPathStale
RectTransform rect
Canvas pixelRect isRootCanvas rootCanvas
Graphic canvas canvasRenderer depth preferredWidth preferredHeight mainTexture
Terrain patchBoundsMultiplier";

/// Returns true if components of this type (full or short name) have the C# member only at run time.
pub fn is_run_time_only(type_name: &str, member: &str) -> bool {
    let short = type_name.rsplit('.').next().unwrap_or(type_name);
    TABLE.lines().any(|line| {
        let mut words = line.split_whitespace();
        let of = words.next().unwrap_or_default();
        words.any(|word| word == member) && (short.eq_ignore_ascii_case(of) || derives_from(type_name, of))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{component_names, csharp_name, find_type};
    use unity_yaml::parse_bare;

    #[test]
    fn run_time_members_exclude_serialized_fields() {
        assert!(
            is_run_time_only("UnityEngine.Rigidbody", "velocity") && is_run_time_only("rigidbody2d", "linearVelocity")
        );
        assert!(is_run_time_only("UnityEngine.MeshCollider", "bounds"));
        assert!(!is_run_time_only("Rigidbody", "mass") && !is_run_time_only("Game.Player", "velocity"));
        for name in component_names() {
            let fields = find_type(name).map(|spec| spec.fields.clone()).unwrap_or_default();
            let tree = parse_bare(&fields).expect("fields");
            for (key, _) in tree.entries() {
                let shown = csharp_name(name, key).unwrap_or_else(|| key.to_string());
                assert!(!is_run_time_only(name, &shown), "{name}.{shown}");
            }
        }
    }
}
