using System;

namespace NUnit.Framework
{
    /// <summary>An assertion that does not hold.</summary>
    [Serializable]
    public class AssertionException : Exception
    {
        public AssertionException(string message)
            : base(message)
        {
        }
    }

    /// <summary>The end of a test that ignores itself.</summary>
    [Serializable]
    public class IgnoreException : Exception
    {
        public IgnoreException(string message)
            : base(message)
        {
        }
    }

    /// <summary>The end of a test without a result.</summary>
    [Serializable]
    public class InconclusiveException : Exception
    {
        public InconclusiveException(string message)
            : base(message)
        {
        }
    }

    /// <summary>Assertions of tests.</summary>
    // Follows NUnit's manual, "Assertions": names, and the form of the messages.
    public static class Assert
    {
        public static void AreEqual(object expected, object actual)
        {
            if (!Equals(expected, actual))
            {
                throw new AssertionException("  Expected: " + Text(expected) + "\n  But was:  " + Text(actual) + "\n");
            }
        }

        public static void IsTrue(bool condition)
        {
            AreEqual(true, condition);
        }

        public static void IsFalse(bool condition)
        {
            AreEqual(false, condition);
        }

        public static void Fail()
        {
            Fail(string.Empty);
        }

        public static void Fail(string message)
        {
            throw new AssertionException(message);
        }

        public static void Ignore(string message)
        {
            throw new IgnoreException(message);
        }

        public static void Inconclusive(string message)
        {
            throw new InconclusiveException(message);
        }

        private static string Text(object value)
        {
            string text = value as string;
            return value == null ? "null" : text == null ? Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture) : "\"" + text + "\"";
        }
    }
}
