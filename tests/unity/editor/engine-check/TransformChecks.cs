using UnityEngine;

namespace EngineCheck
{
    /// <summary>Places in space and in the hierarchy, against numbers computed by hand.</summary>
    internal static class TransformChecks
    {
        internal static void Run()
        {
            Places();
            Parents();
            Siblings();
            Rects();
            Cameras();
        }

        private static Transform Make(string name, Transform parent)
        {
            Transform made = new GameObject(name).transform;
            made.SetParent(parent, false);
            return made;
        }

        private static void Places()
        {
            Transform parent = Make("parent", null);
            parent.position = new Vector3(1F, 2F, 3F);
            parent.rotation = Quaternion.Euler(0F, 90F, 0F);
            parent.localScale = new Vector3(2F, 2F, 2F);
            Transform child = Make("child", parent);
            child.localPosition = new Vector3(1F, 0F, 0F);
            Check.Near(new Vector3(1F, 2F, 1F), child.position, "the place of a child: (1, 2, 3) + 2 * (0, 0, -1)");
            Check.Near(new Vector3(1F, 0F, 0F), child.forward, "the direction of a child");
            Check.Near(new Vector3(2F, 2F, 2F), child.lossyScale, "the scale of a child");
            Check.Near(new Vector3(0F, 90F, 0F), child.eulerAngles, "the angles of a child");
            child.position = new Vector3(1F, 2F, 3F);
            Check.Near(Vector3.zero, child.localPosition, "the local place at the parent");
            child.eulerAngles = Vector3.zero;
            Check.Near(new Vector3(0F, 270F, 0F), child.localEulerAngles, "local angles against the parent's");
            Check.Near(new Vector3(3F, 2F, 3F), parent.TransformPoint(0F, 0F, 1F), "TransformPoint");
            Check.Near(new Vector3(0F, 0F, 1F), parent.InverseTransformPoint(new Vector3(3F, 2F, 3F)), "InverseTransformPoint");
            child.localPosition = Vector3.zero;
            child.localRotation = Quaternion.identity;
            child.Translate(0F, 0F, 1F);
            Check.Near(new Vector3(2F, 2F, 3F), child.position, "Translate along its own axis, without the scale");
            child.RotateAround(new Vector3(1F, 2F, 3F), Vector3.up, 90F);
            Check.Near(new Vector3(1F, 2F, 2F), child.position, "RotateAround");
            child.LookAt(new Vector3(1F, 2F, 10F));
            Check.Near(Vector3.forward, child.forward, "LookAt");
        }

        private static void Parents()
        {
            Transform parent = Make("parent", null);
            parent.position = new Vector3(10F, 0F, 0F);
            parent.localScale = new Vector3(2F, 4F, 5F);
            Transform child = Make("child", null);
            child.position = new Vector3(12F, 4F, 5F);
            child.SetParent(parent);
            Check.Near(new Vector3(1F, 1F, 1F), child.localPosition, "local place after SetParent");
            Check.Near(new Vector3(0.5F, 0.25F, 0.2F), child.localScale, "local scale after SetParent");
            Check.Near(new Vector3(12F, 4F, 5F), child.position, "the place stays");
            child.SetParent(null, false);
            Check.Near(new Vector3(1F, 1F, 1F), child.position, "without the world place the local values stay");
            Check.That(child.parent == null && child.gameObject.scene == parent.gameObject.scene, "a root again");
            parent.SetParent(child);
            child.SetParent(parent);
            Check.That(child.parent == null && parent.parent == child, "a transform does not become its own descendant");
            Check.That(parent.IsChildOf(child) && parent.IsChildOf(parent) && !child.IsChildOf(parent), "IsChildOf");
            Check.That(parent.root == child && child.Find("parent") == parent && child.hierarchyCount == 2, "root, Find, hierarchyCount");
        }

        private static void Siblings()
        {
            Transform parent = Make("siblings", null);
            Transform a = Make("a", parent);
            Transform b = Make("b", parent);
            Transform c = Make("c", parent);
            Check.Same("abc", Names(parent), "children in the order of their arrival");
            c.SetSiblingIndex(0);
            Check.Same("cab", Names(parent), "SetSiblingIndex");
            c.SetAsLastSibling();
            Check.Same("abc", Names(parent), "SetAsLastSibling");
            a.SetSiblingIndex(99);
            Check.Same("bca", Names(parent), "an index beyond the end");
            Check.Same(2, a.GetSiblingIndex(), "GetSiblingIndex");
            Check.That(b == parent.GetChild(0) && parent.childCount == 3, "GetChild");
            Check.Throws<UnityException>(() => parent.GetChild(3), "a child that does not exist");
            int before = parent.GetSiblingIndex();
            parent.SetAsFirstSibling();
            Check.That(before > 0 && parent.GetSiblingIndex() == 0 && parent.gameObject.scene.GetRootGameObjects()[0] == parent.gameObject, "the order of roots");
            parent.DetachChildren();
            Check.That(parent.childCount == 0 && a.parent == null, "DetachChildren");
        }

        private static string Names(Transform of)
        {
            string names = "";
            foreach (Transform child in of)
            {
                names += child.name;
            }
            return names;
        }

        private static void Rects()
        {
            RectTransform parent = new GameObject("rect", typeof(RectTransform)).GetComponent<RectTransform>();
            parent.sizeDelta = new Vector2(400F, 200F);
            RectTransform child = new GameObject("inner", typeof(RectTransform)).GetComponent<RectTransform>();
            child.SetParent(parent, false);
            Check.Same(new Rect(-50F, -50F, 100F, 100F), child.rect, "the rectangle of a new RectTransform");
            child.anchorMin = Vector2.zero;
            child.anchorMax = Vector2.one;
            child.sizeDelta = new Vector2(-20F, -10F);
            Check.Same(new Rect(-190F, -95F, 380F, 190F), child.rect, "stretched anchors");
            Check.Same(new Vector2(10F, 5F), child.offsetMin, "offsetMin");
            child.anchorMax = Vector2.zero;
            child.anchoredPosition = new Vector2(10F, 20F);
            Check.Near(new Vector3(-190F, -80F, 0F), child.localPosition, "the local place by anchors at a corner: (-200, -100) + (10, 20)");
            child.localPosition = Vector3.zero;
            Check.Same(new Vector2(200F, 100F), child.anchoredPosition, "the anchored place of the middle");
        }

        private static void Cameras()
        {
            Camera camera = new GameObject("camera").AddComponent<Camera>();
            camera.transform.position = new Vector3(0F, 1F, -10F);
            Ray ray = camera.ScreenPointToRay(new Vector3(320F, 240F, 0F));
            Check.Near(Vector3.forward, ray.direction, "the ray through the middle");
            Check.Near(new Vector3(0F, 1F, -9.7F), ray.origin, "the ray begins at the near plane");
            Ray corner = camera.ScreenPointToRay(new Vector3(320F, 480F, 0F));
            Check.Near(30F, Vector3.Angle(Vector3.forward, corner.direction), "the ray through the upper edge: half of 60 degrees");
            camera.orthographic = true;
            Check.Near(new Vector3(0F, 6F, -9.7F), camera.ScreenPointToRay(new Vector3(320F, 480F, 0F)).origin, "an orthographic ray");
            Check.Near(new Vector3(320F, 240F, 10F), camera.WorldToScreenPoint(new Vector3(0F, 1F, 0F)), "WorldToScreenPoint");
        }
    }
}
