// Stand-ins for the scripts that the scene of the player names, so that its first object begins the bridge; and what tests work on.
using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading;
using UnityEngine;
using UnityEngine.SceneManagement;
using UnityTools.Bridge;

public class Ball3DAcademy : MonoBehaviour
{
    private void Awake()
    {
        UnityToolsBridge.Begin();
    }

    /// <summary>All values of one object's components.</summary>
    public string Values(string path)
    {
        return Game.Census.Of(path);
    }

    /// <summary>All objects of the scene by means of their own, a line each: for tests to compare with.</summary>
    public string Listing()
    {
        StringBuilder all = new StringBuilder();
        foreach (Transform at in Resources.FindObjectsOfTypeAll<Transform>())
        {
            GameObject one = at.gameObject;
            if (one.scene != SceneManager.GetActiveScene() || one.hideFlags != HideFlags.None)
            {
                continue;
            }
            Component[] components = one.GetComponents<Component>();
            string types = string.Join(",", Array.ConvertAll(components, component => component.GetType().FullName));
            Rigidbody body = one.GetComponent<Rigidbody>();
            string parent = at.parent == null ? "" : at.parent.gameObject.GetInstanceID().ToString();
            all.Append(one.GetInstanceID()).Append('|').Append(one.name).Append('|').Append(one.tag).Append('|').Append(one.layer).Append('|');
            all.Append(one.activeInHierarchy ? 1 : 0).Append('|').Append(parent).Append('|').Append(types).Append('|');
            all.Append(body == null ? "" : body.mass.ToString("R")).Append('|').Append(at.localPosition.x.ToString("R")).Append('\n');
        }
        return all.ToString();
    }
}

public class Ball3DAgent : MonoBehaviour
{
}

public class Brain : MonoBehaviour
{
}

public class Ball3DDecision : MonoBehaviour
{
}

namespace Game
{
    [Flags]
    public enum Keys
    {
        Red = 1,
        Blue = 2
    }

    [Serializable]
    public struct Slot
    {
        public string item;
        public int count;
    }

    public class Door : MonoBehaviour
    {
        public float speed = 0.1f;
        public long serial = 9007199254740993;
        public Keys keys = Keys.Red;
        public Color tint = Color.white;
        public Vector3 hinge = new Vector3(1, 2, 3);
        public List<int> codes = new List<int> { 1, 2, 3 };
        public Slot[] slots = { new Slot { item = "lamp", count = 2 } };
        public GameObject target;

        [SerializeField]
        private int opened;

        public int Opened
        {
            get { return opened; }
        }

        public int Open(int times)
        {
            opened += times;
            return opened;
        }

        public void Pull(int by, string who)
        {
            // What a Harmony does as a method is entered, the stand-in of the tests can't.
            Type standIn = Type.GetType("HarmonyLib.StandIn, 0Harmony", false);
            if (standIn != null)
            {
                standIn.GetMethod("Entered").Invoke(null, new object[] { typeof(Door).GetMethod("Pull"), new object[] { by, who } });
            }
        }

        /// <summary>Writes where it outlives the game.</summary>
        public void Note(string file, string line)
        {
            File.AppendAllText(file, line + "\n");
        }

        public void Jam()
        {
            throw new InvalidOperationException("the door is stuck");
        }

        public void Quit()
        {
            Application.Quit();
        }

        public void Sweep()
        {
            Destroy(GameObject.Find("Unity Tools Bridge"));
            SceneManager.LoadScene(0);
        }

        /// <summary>The game goes on in a scene of its own making, and leaves this one.</summary>
        public void Climb()
        {
            Scene first = SceneManager.GetActiveScene();
            SceneManager.SetActiveScene(SceneManager.CreateScene("Attic"));
            new GameObject("Chest");
            SceneManager.UnloadSceneAsync(first);
        }

        public void Hurry()
        {
            Time.timeScale = 3;
        }

        /// <summary>So few frames in a second that what is asked at once is answered in one of them.</summary>
        public void Slow()
        {
            QualitySettings.vSyncCount = 0;
            Application.targetFrameRate = 5;
        }

        public void Leave()
        {
            SceneManager.LoadScene(0);
        }

        public void Speak(string text)
        {
            Debug.LogWarning(text + " here");
            Thread other = new Thread(() => Debug.LogError(text + " there"));
            other.Start();
            other.Join();
        }
    }
}
