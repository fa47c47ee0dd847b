using System.Threading;
using UnityEngine;

namespace Game
{
    /// <summary>Says something from two threads as it comes.</summary>
    public class Speaker : MonoBehaviour
    {
        private void Start()
        {
            Debug.LogWarning("spoken here");
            Thread other = new Thread(SpeakThere);
            other.Start();
            other.Join();
        }

        private void SpeakThere()
        {
            Debug.LogError("spoken there");
        }
    }
}
