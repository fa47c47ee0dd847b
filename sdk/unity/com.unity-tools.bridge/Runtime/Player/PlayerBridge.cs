using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The bridge of a running player: created once, pumped by a hidden object in each frame, stopped with the player.
    /// </summary>
    [AddComponentMenu("")]
    internal sealed class PlayerBridge : MonoBehaviour
    {
        internal const string Package = "0.1.0";

        /// <summary>Milliseconds of each frame that calls may use.</summary>
        private const int BudgetMs = 4;

        private static PlayerBridge instance;

        /// <summary>Reported scenes that the game created.</summary>
        private readonly List<string> made = new List<string>();

        private readonly BackgroundRun background = new BackgroundRun();

        private Bridge bridge;
        private Clock clock;
        private ConsoleLines console;
        private SceneTable scenes;
        private GameTime time;
        private HookFunctions hooks;
        private int frames;

        internal static void Begin()
        {
            if (instance != null)
            {
                return;
            }
            string why;
            HostFolder folder = HostFolder.OfEnvironment(Environment.GetEnvironmentVariable, out why);
            if (folder == null)
            {
                ConsoleLines.Say("error", "no link to a host: " + why);
                return;
            }
            GameObject hidden = new GameObject("Unity Tools Bridge") { hideFlags = HideFlags.HideAndDontSave };
            DontDestroyOnLoad(hidden);
            instance = hidden.AddComponent<PlayerBridge>();
            instance.Open(folder);
        }

        private static Identity Who(Functions functions)
        {
            return new Identity
            {
                Package = Package,
                Unity = Application.unityVersion,
                Runtime = ProjectFunctions.Runtime,
                Kind = "player",
                Platform = Application.platform.ToString(),
                ProcessId = Process.GetCurrentProcess().Id,
                Started = HostProcess.Started(Process.GetCurrentProcess().Id),
                ProjectName = Application.productName,
                Company = Application.companyName,
                ProjectVersion = Application.version,
                Instance = Chance.Digits(16),
                Capabilities = Able(functions)
            };
        }

        /// <summary>
        /// The capabilities of this player, with the names of the host; those of missing modules are left out.
        /// </summary>
        private static string[] Able(Functions functions)
        {
            List<string> words = new List<string> { "scene", "scene-edit", "code", "play" };
            if (functions.Names.Contains("screenshot/take"))
            {
                words.Add("screenshot");
            }
            if (functions.Names.Contains("hooks-edit/add"))
            {
                words.Add("hooks-fire");
            }
            return words.ToArray();
        }

        private void Open(HostFolder folder)
        {
            clock = new Clock();
            SceneFiles files = new SceneFiles();
            scenes = new SceneTable(gameObject, files);
            SceneInterfaces shared = new SceneInterfaces
            {
                Objects = new ObjectTable(),
                Scenes = scenes,
                Files = files,
                Facts = new ProjectFacts(),
                Prefabs = new PrefabFiles(),
                Writer = new SceneWriter(),
                Journal = new EditJournal()
            };
            ObjectTable objects = shared.Objects;
            time = new GameTime(clock);
            time.Begin(this);
            hooks = new HookFunctions(clock, (signature, times, texts) => HookReport.Send(bridge, signature, times, texts), () => bridge.Main.Loaded());
            Functions functions = new Functions();
            SingleEdits edits = shared.AddTo(functions, clock);
            new SelectionFunctions(objects, new SelectedObjects(), () => bridge.Tell("selection", "")).AddTo(functions);
            time.AddTo(functions, objects, edits);
            PlayerMode.AddTo(functions);
            hooks.AddTo(functions, UnityToolsBridge.AllowsCode);
            Parts.AddTo(functions, objects, scenes, new GameScreen());
            new AssemblyFunctions(() => bridge.Main.Loaded()).AddTo(functions, UnityToolsBridge.AllowsCode);
            bridge = new Bridge(Who(functions), functions, folder, new Journal(1), clock, "playing", ConsoleLines.Say);
            console = new ConsoleLines(bridge.Logs, clock);
            console.Listen();
            SceneManager.sceneLoaded += Loaded;
            SceneManager.sceneUnloaded += Unloaded;
            SceneManager.activeSceneChanged += Activated;
            bridge.Start();
        }

        private void Loaded(Scene scene, LoadSceneMode mode)
        {
            SceneEvent.Send(bridge, "added", scenes.Id(scene));
        }

        private void Unloaded(Scene scene)
        {
            string id = scenes.Id(scene);
            made.Remove(id);
            SceneEvent.Send(bridge, "removed", id);
        }

        /// <summary>
        /// Unity sends no event for a scene that the game creates, which has no file. It is reported in a later frame.
        /// </summary>
        private void Activated(Scene before, Scene scene)
        {
            if (!scene.IsValid() || !string.IsNullOrEmpty(scene.path))
            {
                return;
            }
            string id = scenes.Id(scene);
            if (!made.Contains(id))
            {
                made.Add(id);
                SceneEvent.Send(bridge, "added", id);
            }
        }

        private void Update()
        {
            if (bridge == null)
            {
                return;
            }
            hooks.Frame();
            // Checked rarely, because it takes a lock.
            if (++frames % 30 == 0)
            {
                LookAtLinks();
            }
            time.BeginFrame();
            bridge.Pump(BudgetMs);
        }

        private void LateUpdate()
        {
            if (bridge != null)
            {
                time.EndFrame();
            }
        }

        private void LookAtLinks()
        {
            long? alone = bridge.AloneFor;
            // A player in the background normally pauses.
            background.Keep(alone == null);
            time.LetGo(alone);
        }

        private void OnApplicationQuit()
        {
            Close("quitting");
        }

        // Unity calls OnApplicationQuit first, so a game destroyed the object, and another one follows.
        private void OnDestroy()
        {
            Close("reloading");
        }

        private void Close(string state)
        {
            if (bridge == null)
            {
                return;
            }
            hooks.End();
            console.Leave();
            SceneManager.sceneLoaded -= Loaded;
            SceneManager.sceneUnloaded -= Unloaded;
            SceneManager.activeSceneChanged -= Activated;
            bridge.Stop(state, 500);
            bridge = null;
        }
    }
}
