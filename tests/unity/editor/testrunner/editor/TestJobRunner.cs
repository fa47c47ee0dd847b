using System;
using System.Collections;
using UnityEditor.SceneManagement;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor.TestTools.TestRunner.TestRun
{
    /// <summary>Takes one run through its steps, in the updates of the editor.</summary>
    // Follows UnityEditor.TestRunner/TestRun/TestJobRunner.cs and TaskList.cs: modified scenes, test scene, run, old scenes.
    internal sealed class TestJobRunner
    {
        private readonly TestJobData data;
        private TestExecution execution;
        private IEnumerator steps;
        private bool locked;
#if !TEST_FRAMEWORK_1_1
        private bool requested;
#endif

        internal TestJobRunner(TestJobData data)
        {
            this.data = data;
            data.Runner = this;
        }

        internal void Start()
        {
            EditorApplication.update += ExecuteStep;
        }

        // Follows TestJobRunner.CancelRun, EditModeRunTask.cs and ExitPlayModeTask.cs: a cancelled play-mode run reports no end.
        internal bool CancelRun()
        {
            if (data.Phase == "leaving" || !data.isRunning)
            {
                return false;
            }
            if (data.Mode == TestMode.PlayMode)
            {
                Leave();
            }
            else if (execution != null)
            {
                execution.IsCancelled = true;
            }
            else
            {
                Stop();
            }
            return true;
        }

        private void ExecuteStep()
        {
            try
            {
                Step();
            }
            catch (Exception error) when (!(error is System.Threading.ThreadAbortException))
            {
                Debug.LogException(error);
                Stop();
                TestCallbackList.RaiseError("An unexpected error happened while running tests.");
            }
        }

        private void Step()
        {
            switch (data.Phase)
            {
                case "begin":
                    Begin();
                    break;
                case "entering":
                    // Follows EnterPlayModeTask.cs: requests play mode, after a reload once more, and waits until the editor plays.
                    // PlaymodeLauncher.cs of 1.1.33 requests it only once.
                    if (EditorApplication.isPlaying)
                    {
                        Enter("running");
                    }
#if !TEST_FRAMEWORK_1_1
                    else if (!requested)
                    {
                        requested = true;
                        EditorApplication.isPlaying = true;
                    }
#endif
                    break;
                case "running":
                    Run();
                    break;
                case "leaving":
                    // Follows ExitPlayModeTask.cs and RestoreSceneSetupTask.cs.
                    if (!EditorApplication.isPlaying)
                    {
                        RestoreScenes();
                        Stop();
                    }
                    break;
                default:
                    throw new InvalidOperationException("unknown phase of a test run: " + data.Phase);
            }
        }

        private void Begin()
        {
            // Follows SaveModifiedSceneTask.cs: a dialog asks the user, and "cancel" ends the run without any callback.
            if (!EditorSceneManager.SaveCurrentModifiedScenesIfUserWantsTo())
            {
                Stop();
                return;
            }
            Scene first = SceneManager.GetSceneAt(0);
            bool isUntitled = SceneManager.sceneCount == 1 && string.IsNullOrEmpty(first.path);
            data.Scenes = isUntitled ? null : EditorSceneManager.GetSceneManagerSetup();
            bool plays = data.Mode == TestMode.PlayMode;
            // Follows CreateBootstrapSceneTask.cs. The scene of a play-mode run has a file there, and none here.
            EditorSceneManager.NewScene(plays ? NewSceneSetup.EmptyScene : NewSceneSetup.DefaultGameObjects, NewSceneMode.Single);
            Enter(plays ? "entering" : "running");
#if TEST_FRAMEWORK_1_1
            EditorApplication.isPlaying = plays;
#endif
        }

        private void Run()
        {
            if (steps == null)
            {
                execution = new TestExecution(data.Names);
                data.editModeRunner = data.Mode == TestMode.EditMode ? new EditModeRunner(execution) : null;
                steps = execution.Run(TestTree.Build(data.Mode));
                if (data.Mode == TestMode.EditMode)
                {
                    // Follows EditModeRunner.cs: no reload happens while edit-mode tests run.
                    EditorApplication.LockReloadAssemblies();
                    locked = true;
                }
            }
            bool plays = data.Mode == TestMode.PlayMode;
            if (plays && !EditorApplication.isPlaying)
            {
                Aborted();
                return;
            }
            if (steps.MoveNext())
            {
                return;
            }
            if (plays)
            {
                Leave();
                return;
            }
            RestoreScenes();
            Stop();
        }

        // Follows PlayModeRunTask.cs of 1.4.6, which reports an error. Version 1.1.33 only reopens the scenes.
        private void Aborted()
        {
            RestoreScenes();
#if TEST_FRAMEWORK_1_1
            Stop();
#else
            throw new InvalidOperationException("Playmode tests were aborted because the player was stopped.");
#endif
        }

        private void Leave()
        {
            Enter("leaving");
            EditorApplication.isPlaying = false;
        }

        private void Enter(string phase)
        {
            data.Phase = phase;
            TestJobDataHolder.instance.Save();
        }

        private void RestoreScenes()
        {
            if (data.Scenes != null)
            {
                EditorSceneManager.RestoreSceneManagerSetup(data.Scenes);
            }
            else
            {
                EditorSceneManager.NewScene(NewSceneSetup.DefaultGameObjects, NewSceneMode.Single);
            }
        }

        private void Stop()
        {
            EditorApplication.update -= ExecuteStep;
            TestJobDataHolder.instance.Remove(data);
            if (locked)
            {
                locked = false;
                EditorApplication.UnlockReloadAssemblies();
            }
        }
    }
}
