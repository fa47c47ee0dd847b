using UnityEngine;

namespace EngineCheck
{
    /// <summary>Arithmetic and text of the value types, against numbers computed by hand.</summary>
    internal static class ValueChecks
    {
        internal static void Run()
        {
            Check.Same("(1.00, 2.50, -3.00)", new Vector3(1F, 2.5F, -3F).ToString(), "text of a Vector3");
            Check.Same("(0.00, 0.00)", Vector2.zero.ToString(), "text of a Vector2");
            Check.Same("(1, -2)", new Vector2Int(1, -2).ToString(), "text of a Vector2Int");
            Check.Same("(0.00000, 0.00000, 0.00000, 1.00000)", Quaternion.identity.ToString(), "text of a Quaternion");
            Check.Same("RGBA(1.000, 0.500, 0.000, 1.000)", new Color(1F, 0.5F, 0F).ToString(), "text of a Color");
            Check.Same("RGBA(255, 128, 0, 255)", ((Color32)new Color(1F, 0.5F, 0F)).ToString(), "text of a Color32");
            Check.Same("(x:1.00, y:2.00, width:3.00, height:4.00)", new Rect(1F, 2F, 3F, 4F).ToString(), "text of a Rect");
            Check.Same("Center: (0.00, 0.00, 0.00), Extents: (0.50, 1.00, 1.50)", new Bounds(Vector3.zero, new Vector3(1F, 2F, 3F)).ToString(), "text of Bounds");
            Check.Same("Origin: (0.00, 0.00, 0.00), Dir: (0.00, 0.00, 1.00)", new Ray(Vector3.zero, new Vector3(0F, 0F, 5F)).ToString(), "text of a Ray");
            Check.Same("0123456789abcdef0123456789abcdef", Hash128.Parse("0123456789abcdef0123456789abcdef").ToString(), "text of a Hash128");
            Rotations();
            Curves();
            Color color;
            Check.That(ColorUtility.TryParseHtmlString("#F80", out color) && color == new Color(1F, 136F / 255F, 0F), "three digits of a colour");
            Check.That(!ColorUtility.TryParseHtmlString("FF8800", out color), "a colour needs a # or a name");
            Matrix4x4 matrix = Matrix4x4.TRS(new Vector3(1F, 2F, 3F), Quaternion.Euler(10F, 20F, 30F), new Vector3(2F, 3F, 4F));
            Check.Near(new Vector3(5F, 6F, 7F), matrix.inverse.MultiplyPoint(matrix.MultiplyPoint(new Vector3(5F, 6F, 7F))), "a matrix and its inverse");
            Check.That(Vector3.one == Vector3.one + new Vector3(0.000001F, 0F, 0F), "== of vectors is approximate");
            Check.That(!Vector3.one.Equals(Vector3.one + new Vector3(0.000001F, 0F, 0F)), "Equals of vectors is exact");
        }

        private static void Rotations()
        {
            Quaternion turn = Quaternion.Euler(10F, 20F, 30F);
            Check.Near(0.12768F, turn.x, "x of Euler(10, 20, 30)");
            Check.Near(0.14488F, turn.y, "y of Euler(10, 20, 30)");
            Check.Near(0.2393F, turn.z, "z of Euler(10, 20, 30)");
            Check.Near(0.95155F, turn.w, "w of Euler(10, 20, 30)");
            Check.That((turn.eulerAngles - new Vector3(10F, 20F, 30F)).magnitude < 0.001F, "euler angles of Euler(10, 20, 30): " + turn.eulerAngles);
            Check.That((Quaternion.Euler(-30F, 200F, 350F).eulerAngles - new Vector3(330F, 200F, 350F)).magnitude < 0.001F, "euler angles are from 0 to 360");
            Check.Near(new Vector3(0F, 0F, -1F), Quaternion.Euler(0F, 90F, 0F) * Vector3.right, "right turned by 90 degrees about y");
            Check.Near(new Vector3(1F, 0F, 0F), Quaternion.Euler(0F, 90F, 0F) * Vector3.forward, "forward turned by 90 degrees about y");
            Check.Near(new Vector3(0F, -1F, 0F), Quaternion.Euler(90F, 0F, 0F) * Vector3.forward, "forward turned by 90 degrees about x");
            Check.That(Quaternion.AngleAxis(90F, Vector3.up) == Quaternion.Euler(0F, 90F, 0F), "AngleAxis and Euler");
            Check.Near(Vector3.left, Quaternion.LookRotation(Vector3.left) * Vector3.forward, "LookRotation");
            Check.Near(Vector3.down, Quaternion.FromToRotation(Vector3.right, Vector3.down) * Vector3.right, "FromToRotation");
            Check.Near(Vector3.back, Quaternion.FromToRotation(Vector3.forward, Vector3.back) * Vector3.forward, "FromToRotation to the opposite");
            Check.Near(45F, Quaternion.Angle(Quaternion.identity, Quaternion.Slerp(Quaternion.identity, Quaternion.Euler(0F, 90F, 0F), 0.5F)), "half of a Slerp");
        }

        private static void Curves()
        {
            AnimationCurve line = AnimationCurve.Linear(0F, 0F, 2F, 4F);
            Check.Near(2F, line.Evaluate(1F), "the middle of a linear curve");
            Check.Near(4F, line.Evaluate(9F), "a curve after its end");
            AnimationCurve ease = AnimationCurve.EaseInOut(0F, 0F, 1F, 1F);
            Check.Near(0.15625F, ease.Evaluate(0.25F), "a quarter of an ease curve: 3 t² - 2 t³");
            Gradient gradient = new Gradient();
            gradient.SetKeys(new[] { new GradientColorKey(Color.black, 0F), new GradientColorKey(Color.white, 1F) }, new[] { new GradientAlphaKey(1F, 0F), new GradientAlphaKey(0F, 1F) });
            Check.That(gradient.Evaluate(0.25F) == new Color(0.25F, 0.25F, 0.25F, 0.75F), "a quarter of a gradient");
        }
    }
}
