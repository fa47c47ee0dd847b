using UnityEngine;

/// <summary>A component of the prefabs of assets.py.</summary>
public class Lamp : MonoBehaviour
{
    public float power = 1f;
    public Material glow;
    public string[] labels = { "one", "two" };
}
