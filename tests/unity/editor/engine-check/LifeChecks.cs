using System;
using UnityDouble;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace EngineCheck
{
    /// <summary>The order of messages to scripts, coroutines, time and the load of scenes.</summary>
    internal static class LifeChecks
    {
        private const string SceneText = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &100\nGameObject:\n  m_Component:\n  - component: {fileID: 101}\n  - component: {fileID: 102}\n"
            + "  m_Name: Loaded\n  m_IsActive: 1\n--- !u!4 &101\nTransform:\n  m_GameObject: {fileID: 100}\n--- !u!114 &102\nMonoBehaviour:\n  m_GameObject: {fileID: 100}\n  m_Enabled: 1\n"
            + "  m_Script: {fileID: 11500000, guid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, type: 3}\n";

        private sealed class OneScene : AssetSource
        {
            public override Type ScriptType(FileReference script)
            {
                return typeof(Noting);
            }

            public override FileReference ScriptFile(Type type)
            {
                return null;
            }

            public override UnityEngine.Object Load(FileReference file, Type wanted)
            {
                return null;
            }

            public override LoadedFile Prefab(string guid)
            {
                return null;
            }

            public override string SceneText(string path)
            {
                return path == "Assets/Next.unity" ? LifeChecks.SceneText : null;
            }

            public override string Guid(string path)
            {
                return null;
            }
        }

        internal static void Run()
        {
            Logs();
            EditMode();
            World.Assets = new OneScene();
            World.BuildScenes.Add("Assets/Next.unity");
            Settings.IsPlaying = true;
            PlayerLoop.Begin();
            Order();
            Coroutines();
            Times();
            Loads();
            PlayerLoop.End();
            Settings.IsPlaying = false;
        }

        private static void Logs()
        {
            string heard = "";
            Application.LogCallback listener = (text, stack, type) => heard += type + " " + text + " " + stack.Split('\n')[0] + "|" + (stack.Contains("EngineCheck.LifeChecks:Logs() (at ") ? "frame" : stack);
            Application.logMessageReceived += listener;
            Debug.LogWarning("careful");
            Application.logMessageReceived -= listener;
            Check.Same("Warning careful UnityEngine.Debug:LogWarning(Object)|frame", heard, "a log message with its stack");
            Debug.LogFormat("{0} {1}", 1.5F, null);
            Check.Same("Log: 1.5 ", Check.Logged(), "a formatted message");
            Debug.LogException(new InvalidOperationException("outer", new ArgumentException("inner")));
            Check.Same("Exception: ArgumentException: inner", Check.Logged(), "an exception is named by its innermost one");
        }

        private static void EditMode()
        {
            GameObject one = new GameObject("edit");
            one.AddComponent<Noting>();
            Check.Same("", Journal.Take(), "a script in edit mode");
            one.AddComponent<EditNoting>();
            Check.Same("edit.Awake edit.OnEnable", Journal.Take(), "a script that runs in edit mode");
            one.SetActive(false);
            one.SetActive(true);
            Check.Same("edit.OnDisable edit.OnEnable", Journal.Take(), "activity in edit mode");
            UnityEngine.Object.DestroyImmediate(one);
            Check.Same("edit.OnDisable edit.OnDestroy", Journal.Take(), "destruction in edit mode");
        }

        private static void Order()
        {
            GameObject one = new GameObject("a");
            Noting script = one.AddComponent<Noting>();
            Check.Same("a.Awake a.OnEnable", Journal.Take(), "AddComponent awakes and enables at once");
            new GameObject("b").AddComponent<EarlyNoting>();
            Journal.Take();
            PlayerLoop.Frame(0.03F);
            Check.Same("b.Start a.Start b.FixedUpdate a.FixedUpdate b.Update a.Update b.LateUpdate a.LateUpdate", Journal.Take(), "a frame, in the order of DefaultExecutionOrder");
            script.enabled = false;
            PlayerLoop.Frame(0.001F);
            Check.Same("a.OnDisable b.Update b.LateUpdate", Journal.Take(), "a disabled script");
            script.enabled = true;
            GameObject off = new GameObject("off");
            off.SetActive(false);
            off.AddComponent<Noting>();
            Check.Same("a.OnEnable", Journal.Take(), "a script on an inactive object is not awoken");
            off.SetActive(true);
            Check.Same("off.Awake off.OnEnable", Journal.Take(), "activation awakes it");
            UnityEngine.Object.Destroy(off);
            Check.That(off != null, "Destroy waits for the end of the frame");
            PlayerLoop.Frame(0.001F);
            Check.That(off == null, "the end of the frame destroys");
            Check.That(Journal.Take().EndsWith("off.LateUpdate off.OnDisable off.OnDestroy", StringComparison.Ordinal), "OnDisable and OnDestroy at the end");
            Noting bad = new GameObject("bad").AddComponent<Noting>();
            bad.throws = true;
            Check.Logged();
            PlayerLoop.Frame(0.001F);
            Check.That(Check.Logged() == "Exception: InvalidOperationException: on purpose" && Journal.Take().Contains("bad.Update"), "an exception is logged, and the frame goes on");
            UnityEngine.Object.DestroyImmediate(bad.gameObject);
            GameObject copy = UnityEngine.Object.Instantiate(one);
            Check.That(Journal.Take().EndsWith("a(Clone).Awake a(Clone).OnEnable", StringComparison.Ordinal), "a copy is awoken once it has its name");
            UnityEngine.Object.DestroyImmediate(copy);
            UnityEngine.Object.DestroyImmediate(one);
            UnityEngine.Object.DestroyImmediate(GameObject.Find("b"));
            Journal.Take();
        }

        private static void Coroutines()
        {
            Noting script = new GameObject("co").AddComponent<Noting>();
            PlayerLoop.Frame(0.001F);
            Journal.Take();
            script.StartCoroutine(script.Counting());
            Check.Same("co.first", Journal.Take(), "a coroutine runs to its first yield at once");
            PlayerLoop.Frame(0.001F);
            Check.Same("co.Update co.second co.LateUpdate", Journal.Take(), "null waits for the next frame, between Update and LateUpdate");
            PlayerLoop.Frame(0.001F);
            Check.That(!Journal.Take().Contains("third"), "WaitForSeconds waits");
            PlayerLoop.Frame(0.3F);
            Check.That(Journal.Take().EndsWith("co.Update co.third co.LateUpdate co.end", StringComparison.Ordinal), "WaitForSeconds ends, WaitForEndOfFrame in the same frame");
            script.StartCoroutine(script.Counting());
            script.gameObject.SetActive(false);
            script.gameObject.SetActive(true);
            Journal.Take();
            PlayerLoop.Frame(0.001F);
            Check.That(!Journal.Take().Contains("second"), "coroutines end with the activity of the object");
            UnityEngine.Object.DestroyImmediate(script.gameObject);
            Journal.Take();
        }

        private static void Times()
        {
            float before = Time.time;
            int frames = Time.frameCount;
            Time.timeScale = 0.5F;
            PlayerLoop.Frame(0.1F);
            Check.Near(before + 0.05F, Time.time, "time at half speed");
            Check.Near(0.1F, Time.unscaledDeltaTime, "unscaled time");
            Check.Same(frames + 1, Time.frameCount, "the number of frames");
            Time.timeScale = 0F;
            PlayerLoop.Frame(0.1F);
            Check.Near(before + 0.05F, Time.time, "time stands still");
            Time.timeScale = 1F;
            Time.captureFramerate = 50;
            PlayerLoop.Frame(7F);
            Check.Near(0.02F, Time.deltaTime, "a fixed frame rate");
            Time.captureFramerate = 0;
            PlayerLoop.Frame(7F);
            Check.Near(Time.maximumDeltaTime, Time.deltaTime, "the longest frame");
            Time.timeScale = -1F;
            Check.That(Check.Logged().Contains("timeScale is out of range") && Time.timeScale == 1F, "a negative speed");
        }

        private static void Loads()
        {
            string heard = "";
            SceneManager.sceneLoaded += (scene, mode) => heard += "loaded " + scene.name + " " + mode + " " + Journal.Take() + ";";
            SceneManager.sceneUnloaded += scene => heard += "unloaded;";
            SceneManager.activeSceneChanged += (old, now) => heard += "active " + now.name + ";";
            GameObject stays = new GameObject("stays");
            UnityEngine.Object.DontDestroyOnLoad(stays);
            GameObject goes = new GameObject("goes");
            GameObject unsaved = new GameObject("unsaved") { hideFlags = HideFlags.HideAndDontSave };
            SceneManager.LoadScene("Next");
            Check.That(goes != null && heard == "", "LoadScene takes effect in the next frame");
            Journal.Take();
            PlayerLoop.Frame(0.001F);
            Check.Same("active Next;unloaded;loaded Next Single Loaded.Awake Loaded.OnEnable;", heard, "the events of a load");
            Check.That(unsaved != null && unsaved.scene.name == "Next", "an object that is not saved outlives its scene");
            Check.That(goes == null && stays != null && stays.scene.name == "DontDestroyOnLoad", "only persistent objects survive");
            Check.That(Journal.Take().StartsWith("Loaded.Start", StringComparison.Ordinal), "Start after sceneLoaded");
            Check.That(SceneManager.sceneCount == 1 && SceneManager.GetActiveScene().buildIndex == 0, "the loaded scene");
            SceneManager.LoadScene(0, LoadSceneMode.Additive);
            PlayerLoop.Frame(0.001F);
            Check.Same(2, SceneManager.sceneCount, "an additive load");
            Scene made = SceneManager.CreateScene("Made");
            Check.That(made.isLoaded && made.path == "" && made.buildIndex == -1, "a scene that the game creates");
            SceneManager.LoadScene("Nowhere");
            Check.That(Check.Logged().Contains("couldn't be loaded because it has not been added to the build settings"), "a scene that is not in the build");
        }
    }
}
