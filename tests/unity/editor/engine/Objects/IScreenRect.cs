namespace UnityEngine
{
    /// <summary>A component that lays its rectangle over the screen.</summary>
    internal interface IScreenRect
    {
        bool Covers(out Vector2 size);
    }
}
