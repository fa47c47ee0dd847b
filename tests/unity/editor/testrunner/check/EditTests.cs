using System.Collections;
using NUnit.Framework;
using UnityEngine.TestTools;

namespace Game.Tests
{
    public class DoorTests
    {
        private int steps;

        [SetUp]
        public void Prepare()
        {
            steps = 1;
        }

        [Test]
        public void Opens()
        {
            Assert.AreEqual(1, steps);
        }

        [Test]
        public void Closes()
        {
            Assert.AreEqual("shut", "open");
        }

        [Test, Category("Slow")]
        public void Locks()
        {
            Assert.IsTrue(true);
        }

        [Test, Ignore("no key yet")]
        public void Unlocks()
        {
            Assert.Fail("it must not run");
        }

        [Test, Explicit]
        public void Burns()
        {
            Assert.Fail("it burned");
        }

        [TestCase(1, 2)]
        [TestCase(2, 3)]
        [TestCase(2, 4)]
        public void Counts(int one, int next)
        {
            Assert.AreEqual(next, one + 1);
        }

        [UnityTest]
        public IEnumerator Waits()
        {
            for (int at = 0; at < 20; at++)
            {
                yield return null;
            }
            Assert.AreEqual(1, steps);
        }
    }

    [Category("Slow")]
    public class LongTests
    {
        [TestCase(3), Explicit]
        [TestCase(3)]
        public void Repeats(int number)
        {
            Assert.AreEqual(3, number);
        }

        [UnityTest, Explicit]
        public IEnumerator Never_ends()
        {
            while (true)
            {
                yield return null;
            }
        }
    }
}
