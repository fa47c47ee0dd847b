using System.Collections;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

namespace Game.PlayTests
{
    public class WalkTests
    {
        [Test]
        public void Plays()
        {
            Assert.IsTrue(Application.isPlaying);
        }

        [UnityTest]
        public IEnumerator Walks_for_frames()
        {
            int first = Time.frameCount;
            yield return null;
            yield return null;
            Assert.IsTrue(Time.frameCount > first);
        }

        [Test]
        public void Falls()
        {
            Assert.Fail("it fell");
        }

        [UnityTest, Explicit]
        public IEnumerator Walks_forever()
        {
            while (true)
            {
                yield return null;
            }
        }
    }
}
