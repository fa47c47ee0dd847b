using UnityEngine;

namespace EngineCheck
{
    /// <summary>Rays against colliders, against numbers computed by hand.</summary>
    internal static class PhysicsChecks
    {
        internal static void Run()
        {
            GameObject one = new GameObject("target");
            one.transform.position = new Vector3(0F, 0F, 5F);
            BoxCollider box = one.AddComponent<BoxCollider>();
            Ray ahead = new Ray(Vector3.zero, Vector3.forward);
            Check.Near(4.5F, Distance(ahead), "a box");
            one.transform.rotation = Quaternion.Euler(0F, 45F, 0F);
            Check.Near(5F - 0.70711F, Distance(ahead), "a box that is turned by 45 degrees");
            one.transform.rotation = Quaternion.identity;
            one.transform.localScale = new Vector3(1F, 1F, 3F);
            RaycastHit hit;
            Check.That(Physics.Raycast(ahead, out hit) && hit.collider == box, "a scaled box is hit");
            Check.Near(3.5F, hit.distance, "the distance of a scaled box");
            Check.Near(Vector3.back, hit.normal, "the normal of a box");
            Check.Near(new Vector3(0F, 0F, 3.5F), hit.point, "the point of a hit");
            one.transform.localScale = Vector3.one;
            Check.That(!Physics.Raycast(new Ray(new Vector3(0F, 0F, 5F), Vector3.forward)), "a ray that begins inside does not hit");
            Check.That(!Physics.Raycast(ahead, out hit, 4F), "a ray that is too short");
            Check.Near(new Vector3(1F, 1F, 1F), box.bounds.size, "the bounds of a box");
            Object.DestroyImmediate(box);
            SphereCollider sphere = one.AddComponent<SphereCollider>();
            Check.Near(4.5F, Distance(ahead), "a sphere");
            Check.Near(5F - 0.3F, Distance(new Ray(new Vector3(0.4F, 0F, 0F), Vector3.forward)), "a sphere off its middle: sqrt(0.25 - 0.16)");
            one.transform.localScale = new Vector3(1F, 2F, 1F);
            Check.Near(4F, Distance(ahead), "a sphere has the largest scale");
            one.transform.localScale = Vector3.one;
            Object.DestroyImmediate(sphere);
            CapsuleCollider capsule = one.AddComponent<CapsuleCollider>();
            capsule.height = 2F;
            Check.Near(4.5F, Distance(ahead), "the side of a capsule");
            Check.Near(4F, Distance(new Ray(new Vector3(0F, 5F, 5F), Vector3.down)), "the top of a capsule");
            Check.Near(5F - 0.3F, Distance(new Ray(new Vector3(0F, 0.9F, 0F), Vector3.forward)), "the round part of a capsule");
            capsule.isTrigger = true;
            Check.That(Physics.Raycast(ahead) && !Physics.Raycast(ahead, out hit, 99F, ~0, QueryTriggerInteraction.Ignore), "triggers");
            one.layer = 2;
            Check.That(!Physics.Raycast(ahead) && Physics.RaycastAll(ahead, 99F, ~0).Length == 1, "the layer that rays ignore");
            one.SetActive(false);
            Check.Same(0, Physics.RaycastAll(ahead, 99F, ~0).Length, "an inactive collider");
            GameObject cube = GameObject.CreatePrimitive(PrimitiveType.Cube);
            Check.That(cube.GetComponent<BoxCollider>() != null && cube.GetComponent<MeshRenderer>().sharedMaterial.name == "Default-Material", "a primitive");
            cube.transform.position = new Vector3(0F, 0F, 2F);
            cube.AddComponent<Rigidbody>();
            Check.That(Physics.Raycast(ahead, out hit) && hit.rigidbody == cube.GetComponent<Rigidbody>() && hit.transform == cube.transform, "the body of a hit");
            GameObject plane = GameObject.CreatePrimitive(PrimitiveType.Plane);
            Check.Near(new Vector3(10F, 0F, 10F), plane.GetComponent<MeshRenderer>().bounds.size, "the bounds of a plane");
        }

        private static float Distance(Ray ray)
        {
            RaycastHit hit;
            return Physics.Raycast(ray, out hit) ? hit.distance : -1F;
        }
    }
}
