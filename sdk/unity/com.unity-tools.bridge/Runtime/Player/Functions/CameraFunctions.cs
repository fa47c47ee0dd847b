using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>`camera`: the active camera.</summary>
    internal sealed class CameraFunctions
    {
        private readonly ObjectTable objects;

        internal CameraFunctions(ObjectTable objects)
        {
            this.objects = objects;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("camera/active", Active);
        }

        private void Active(CallJob asked, JsonWriter value)
        {
            Camera camera = Camera.main;
            Transform at = camera == null ? null : camera.transform;
            value.Object().Name("reply").Text("camera").Name("value").Object();
            value.Name("object").TextOrNull(camera == null ? null : objects.Id(camera.gameObject));
            value.Name("name").Text(camera == null ? "<none>" : camera.name).Name("is-freecam").Bool(false);
            value.Name("fov").Number(camera == null ? 0 : camera.fieldOfView).Name("orthographic-size");
            if (camera != null && camera.orthographic)
            {
                value.Number(camera.orthographicSize);
            }
            else
            {
                value.Null();
            }
            Vector(value.Name("position"), at == null ? Vector3.zero : at.position);
            Vector(value.Name("rotation"), at == null ? Vector3.zero : at.eulerAngles);
            value.EndObject().EndObject();
        }

        private static void Vector(JsonWriter value, Vector3 vector)
        {
            value.List().Number(vector.x).Number(vector.y).Number(vector.z).EndList();
        }
    }
}
