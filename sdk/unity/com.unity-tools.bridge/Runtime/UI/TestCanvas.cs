using System.Collections.Generic;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.UI;

namespace UnityTools.Bridge
{
    /// <summary>`test-ui`: two blocks above everything else, like those that the bridge creates for a folder.</summary>
    internal sealed class TestCanvas
    {
        /// <summary>Unity's built-in layer `UI`.</summary>
        private const int Layer = 5;

        private static readonly string[] Names = { "McpTestBlock_Left", "McpTestBlock_Right" };

        /// <summary>
        /// The x positions of their centres as fractions of the screen width; both are vertically centred.
        /// </summary>
        private static readonly float[] Middles = { 0.35f, 0.65f };

        private readonly ObjectTable objects;
        private readonly List<GameObject> blocks = new List<GameObject>();
        private GameObject root;
        private GameObject system;

        internal TestCanvas(ObjectTable objects)
        {
            this.objects = objects;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("test-ui-edit/spawn", Spawn);
            functions.AddSteps("test-ui-edit/destroy", Destroy);
        }

        private void Spawn(CallJob asked, JsonWriter value)
        {
            if (root != null && blocks.TrueForAll(block => block != null))
            {
                asked.Note("the test canvas was there already");
            }
            else
            {
                if (root != null)
                {
                    asked.Note("parts of the earlier test canvas were gone; all of it was created again");
                    Object.Destroy(root);
                }
                Make();
                if (EventSystem.current == null)
                {
                    system = new GameObject("EventSystem", typeof(EventSystem));
                    asked.Note("no EventSystem is active in its scene; one was made and goes away with DestroyTestUi");
                }
            }
            value.Object().Name("reply").Text("test-ui").Name("value").Object().Name("root").Text(objects.Id(root)).Name("blocks").List();
            foreach (GameObject block in blocks)
            {
                value.List().Text(block.name).Text(objects.Id(block)).EndList();
            }
            value.EndList().EndObject().EndObject();
        }

        private void Make()
        {
            root = new GameObject("McpTestCanvas", typeof(Canvas), typeof(CanvasScaler), typeof(GraphicRaycaster)) { layer = Layer };
            Canvas canvas = root.GetComponent<Canvas>();
            canvas.renderMode = RenderMode.ScreenSpaceOverlay;
            canvas.sortingOrder = short.MaxValue;
            CanvasScaler scaler = root.GetComponent<CanvasScaler>();
            scaler.uiScaleMode = CanvasScaler.ScaleMode.ScaleWithScreenSize;
            scaler.referenceResolution = new Vector2(1920, 1080);
            scaler.matchWidthOrHeight = 0.5f;
            blocks.Clear();
            for (int at = 0; at < Names.Length; at++)
            {
                GameObject block = new GameObject(Names[at], typeof(RectTransform), typeof(Image)) { layer = Layer };
                RectTransform place = (RectTransform)block.transform;
                place.SetParent(root.transform, false);
                place.anchorMin = place.anchorMax = new Vector2(Middles[at], 0.5f);
                place.sizeDelta = new Vector2(180, 180);
                blocks.Add(block);
            }
        }

        private IEnumerator<Rest> Destroy(CallJob asked, JsonWriter value)
        {
            if (root == null)
            {
                asked.Note("there was no test canvas");
            }
            GameObject[] gone = { root, system };
            foreach (GameObject one in gone)
            {
                if (one != null)
                {
                    Object.Destroy(one);
                }
            }
            while (gone[0] != null || gone[1] != null)
            {
                yield return Rest.Frame;
            }
            Paged.Done(value);
        }
    }
}
