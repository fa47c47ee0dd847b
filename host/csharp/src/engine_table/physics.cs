// Public methods of UnityEngine 2022.3's physics that are not marked obsolete.
namespace UnityEngine
{
    public class Rigidbody : Component
    {
        public Vector3 velocity { get; set; }
        public Vector3 angularVelocity { get; set; }
        public float drag { get; set; }
        public float angularDrag { get; set; }
        public float mass { get; set; }
        public bool useGravity { get; set; }
        public float maxDepenetrationVelocity { get; set; }
        public bool isKinematic { get; set; }
        public bool freezeRotation { get; set; }
        public RigidbodyConstraints constraints { get; set; }
        public CollisionDetectionMode collisionDetectionMode { get; set; }
        public bool automaticCenterOfMass { get; set; }
        public Vector3 centerOfMass { get; set; }
        public Vector3 worldCenterOfMass { get; }
        public bool automaticInertiaTensor { get; set; }
        public Quaternion inertiaTensorRotation { get; set; }
        public Vector3 inertiaTensor { get; set; }
        public bool detectCollisions { get; set; }
        public Vector3 position { get; set; }
        public Quaternion rotation { get; set; }
        public RigidbodyInterpolation interpolation { get; set; }
        public int solverIterations { get; set; }
        public float sleepThreshold { get; set; }
        public float maxAngularVelocity { get; set; }
        public float maxLinearVelocity { get; set; }
        public int solverVelocityIterations { get; set; }
        public LayerMask excludeLayers { get; set; }
        public LayerMask includeLayers { get; set; }
        public void SetDensity(float density);
        public void MovePosition(Vector3 position);
        public void MoveRotation(Quaternion rot);
        public void Move(Vector3 position, Quaternion rotation);
        public void Sleep();
        public bool IsSleeping();
        public void WakeUp();
        public void ResetCenterOfMass();
        public void ResetInertiaTensor();
        public Vector3 GetRelativePointVelocity(Vector3 relativePoint);
        public Vector3 GetPointVelocity(Vector3 worldPoint);
        public Vector3 GetAccumulatedForce(float step = 0);
        public Vector3 GetAccumulatedForce();
        public Vector3 GetAccumulatedTorque(float step = 0);
        public Vector3 GetAccumulatedTorque();
        public void AddForce(Vector3 force, ForceMode mode = 0);
        public void AddForce(Vector3 force);
        public void AddForce(float x, float y, float z, ForceMode mode = 0);
        public void AddForce(float x, float y, float z);
        public void AddRelativeForce(Vector3 force, ForceMode mode = 0);
        public void AddRelativeForce(Vector3 force);
        public void AddRelativeForce(float x, float y, float z, ForceMode mode = 0);
        public void AddRelativeForce(float x, float y, float z);
        public void AddTorque(Vector3 torque, ForceMode mode = 0);
        public void AddTorque(Vector3 torque);
        public void AddTorque(float x, float y, float z, ForceMode mode = 0);
        public void AddTorque(float x, float y, float z);
        public void AddRelativeTorque(Vector3 torque, ForceMode mode = 0);
        public void AddRelativeTorque(Vector3 torque);
        public void AddRelativeTorque(float x, float y, float z, ForceMode mode = 0);
        public void AddRelativeTorque(float x, float y, float z);
        public void AddForceAtPosition(Vector3 force, Vector3 position, ForceMode mode = 0);
        public void AddForceAtPosition(Vector3 force, Vector3 position);
        public void AddExplosionForce(float explosionForce, Vector3 explosionPosition, float explosionRadius, float upwardsModifier = 0, ForceMode mode = 0);
        public void AddExplosionForce(float explosionForce, Vector3 explosionPosition, float explosionRadius, float upwardsModifier);
        public void AddExplosionForce(float explosionForce, Vector3 explosionPosition, float explosionRadius);
        public Vector3 ClosestPointOnBounds(Vector3 position);
        public bool SweepTest(Vector3 direction, out RaycastHit hitInfo, float maxDistance = 0, QueryTriggerInteraction queryTriggerInteraction = 0);
        public bool SweepTest(Vector3 direction, out RaycastHit hitInfo, float maxDistance);
        public bool SweepTest(Vector3 direction, out RaycastHit hitInfo);
        public RaycastHit[] SweepTestAll(Vector3 direction, float maxDistance = 0, QueryTriggerInteraction queryTriggerInteraction = 0);
        public RaycastHit[] SweepTestAll(Vector3 direction, float maxDistance);
        public RaycastHit[] SweepTestAll(Vector3 direction);
    }

    public class Collider : Component
    {
        public bool enabled { get; set; }
        public Rigidbody attachedRigidbody { get; }
        public ArticulationBody attachedArticulationBody { get; }
        public bool isTrigger { get; set; }
        public float contactOffset { get; set; }
        public Bounds bounds { get; }
        public bool hasModifiableContacts { get; set; }
        public bool providesContacts { get; set; }
        public int layerOverridePriority { get; set; }
        public LayerMask excludeLayers { get; set; }
        public LayerMask includeLayers { get; set; }
        public PhysicMaterial sharedMaterial { get; set; }
        public PhysicMaterial material { get; set; }
        public Vector3 ClosestPoint(Vector3 position);
        public bool Raycast(Ray ray, out RaycastHit hitInfo, float maxDistance);
        public Vector3 ClosestPointOnBounds(Vector3 position);
    }
}
