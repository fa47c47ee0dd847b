using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.SceneManagement;
using UnityEngine.UI;

/// <summary>Scenes for the checks of pictures and picks, made as the user would.</summary>
public static class Screens
{
    /// <summary>A panel of 200 x 100 in the middle of the screen with a button of 50 x 50 at its left, and a cover above it at the right.</summary>
    public static string MakePanel()
    {
        new GameObject("Events", typeof(EventSystem));
        GameObject canvas = new GameObject("Canvas", typeof(Canvas), typeof(CanvasScaler), typeof(GraphicRaycaster));
        canvas.GetComponent<Canvas>().renderMode = RenderMode.ScreenSpaceOverlay;
        GameObject panel = Add(canvas, "Panel", 0F, 0F, 200F, 100F, typeof(Image), typeof(Panel));
        Add(panel, "Button", -50F, 0F, 50F, 50F, typeof(Image), typeof(Button));
        Add(canvas, "Cover", 80F, 0F, 40F, 100F, typeof(Image));
        GameObject far = new GameObject("Front", typeof(Canvas), typeof(GraphicRaycaster));
        far.GetComponent<Canvas>().renderMode = RenderMode.ScreenSpaceOverlay;
        far.GetComponent<Canvas>().sortingOrder = 5;
        Add(far, "Top", 0F, 40F, 20F, 20F, typeof(Image));
        return Mark();
    }

    /// <summary>A camera at (0, 0, -10), two boxes of size 1 before it at (0, 0, 0) and (0, 0, 5), and one at (3, 0, 0).</summary>
    public static string MakeBoxes()
    {
        foreach (Camera old in Camera.allCameras)
        {
            Object.DestroyImmediate(old.gameObject);
        }
        GameObject camera = new GameObject("Eye", typeof(Camera));
        camera.tag = "MainCamera";
        camera.transform.position = new Vector3(0F, 0F, -10F);
        camera.GetComponent<Camera>().clearFlags = CameraClearFlags.SolidColor;
        camera.GetComponent<Camera>().backgroundColor = new Color32(200, 100, 50, 255);
        Box("Near", 0F, 0F);
        Box("Far", 0F, 5F);
        Box("Side", 3F, 0F);
        return Mark();
    }

    /// <summary>A camera that draws the upper half above the others.</summary>
    public static string AddUpperCamera()
    {
        Camera camera = new GameObject("Upper", typeof(Camera)).GetComponent<Camera>();
        camera.depth = 3F;
        camera.rect = new Rect(0F, 0.5F, 1F, 0.5F);
        camera.clearFlags = CameraClearFlags.SolidColor;
        camera.backgroundColor = new Color32(0, 0, 255, 255);
        return Mark();
    }

    public static string RemoveCameras()
    {
        foreach (Camera camera in Camera.allCameras)
        {
            camera.enabled = false;
        }
        return Mark();
    }

    /// <summary>Another window covers the game view.</summary>
    public static string CoverView()
    {
        UnityDouble.Settings.IsViewVisible = false;
        return "covered";
    }

    public static string Move(string name, float x)
    {
        GameObject.Find(name).transform.position = new Vector3(x, 0F, 0F);
        return "moved";
    }

    public static string Read(string field)
    {
        Component panel = GameObject.Find("Panel").GetComponent("Panel");
        return System.Convert.ToString(panel.GetType().GetField(field).GetValue(panel), System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>Textures and targets that a picture could have left behind.</summary>
    public static string Leftovers()
    {
        int targets = System.Array.FindAll(Resources.FindObjectsOfTypeAll<Camera>(), one => one.targetTexture != null).Length;
        return Resources.FindObjectsOfTypeAll<Texture2D>().Length + Resources.FindObjectsOfTypeAll<RenderTexture>().Length + targets + "";
    }

    public static string Dirty()
    {
        return SceneManager.GetActiveScene().isDirty.ToString();
    }

    private static GameObject Add(GameObject parent, string name, float x, float y, float width, float height, params System.Type[] parts)
    {
        GameObject made = new GameObject(name, typeof(RectTransform));
        made.transform.SetParent(parent.transform, false);
        foreach (System.Type part in parts)
        {
            made.AddComponent(part);
        }
        RectTransform place = (RectTransform)made.transform;
        place.anchoredPosition = new Vector2(x, y);
        place.sizeDelta = new Vector2(width, height);
        return made;
    }

    private static void Box(string name, float x, float z)
    {
        GameObject box = new GameObject(name, typeof(BoxCollider));
        box.transform.position = new Vector3(x, 0F, z);
    }

    private static string Mark()
    {
        return EditorSceneManager.MarkSceneDirty(SceneManager.GetActiveScene()).ToString();
    }
}
