using System;

namespace UnityEngine.TestTools
{
    /// <summary>A test that returns an enumerator and may wait for the next frame by `yield return null`.</summary>
    // Follows UnityEngine.TestRunner/NUnitExtensions/Attributes/UnityTestAttribute.cs of com.unity.test-framework 1.4.6.
    [AttributeUsage(AttributeTargets.Method)]
    public class UnityTestAttribute : Attribute
    {
    }
}
