using System;

namespace NUnit.Framework
{
    /// <summary>A test method.</summary>
    // Follows NUnit's manual, "Attributes": names and targets of all attributes of this file.
    [AttributeUsage(AttributeTargets.Method)]
    public class TestAttribute : Attribute
    {
    }

    /// <summary>A test method with arguments; each attribute is one test.</summary>
    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public class TestCaseAttribute : Attribute
    {
        public TestCaseAttribute(params object[] arguments)
        {
            Arguments = arguments ?? new object[] { null };
        }

        public object[] Arguments { get; private set; }
    }

    /// <summary>A class with tests. A class with test methods needs no attribute.</summary>
    [AttributeUsage(AttributeTargets.Class)]
    public class TestFixtureAttribute : Attribute
    {
    }

    /// <summary>A method that runs before each test of its class.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    public class SetUpAttribute : Attribute
    {
    }

    /// <summary>A method that runs after each test of its class.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    public class TearDownAttribute : Attribute
    {
    }

    /// <summary>A category of a test or of all tests of a class.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Method, AllowMultiple = true)]
    public class CategoryAttribute : Attribute
    {
        public CategoryAttribute(string name)
        {
            Name = name;
        }

        public string Name { get; private set; }
    }

    /// <summary>A test that is skipped, with the reason.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
    public class IgnoreAttribute : Attribute
    {
        public IgnoreAttribute(string reason)
        {
            Reason = reason;
        }

        public string Reason { get; private set; }
    }

    /// <summary>A test that runs only if its name selects it.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
    public class ExplicitAttribute : Attribute
    {
    }
}
