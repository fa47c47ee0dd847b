using UnityEngine;

/// <summary>An asset with one value.</summary>
public class Settings : ScriptableObject
{
    public int value;
}
