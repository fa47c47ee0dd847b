using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// One entry that a loaded assembly has, run on the main thread: at once, or frame by frame where it gives an enumerator. What it
    /// logs meanwhile is its own, what is logged between its frames is the game's.
    /// </summary>
    internal sealed class LoadedCode
    {
        private const int LongestText = 256 << 10;
        private const int MostLogs = 1000;

        private readonly MethodInfo method;
        private readonly string[] given;
        private readonly List<string> logs = new List<string>();

        private bool isBegun;
        private IEnumerator steps;
        private object result;
        private Exception thrown;

        internal LoadedCode(MethodInfo method, string[] given)
        {
            this.method = method;
            this.given = given;
        }

        /// <summary>Does its next part. False where it is through.</summary>
        internal bool Moves()
        {
            Application.logMessageReceived += Log;
            try
            {
                return Next();
            }
            catch (TargetInvocationException error)
            {
                thrown = error.InnerException ?? error;
            }
            // Whatever the code throws is what came of it.
            catch (Exception error)
            {
                thrown = error;
            }
            finally
            {
                Application.logMessageReceived -= Log;
            }
            return false;
        }

        /// <summary>Nobody waits for it any more: what it has not done is left.</summary>
        internal void Leave()
        {
            IDisposable left = steps as IDisposable;
            steps = null;
            if (left != null)
            {
                left.Dispose();
            }
        }

        internal void Tell(JsonWriter value)
        {
            value.Object().Name("logs").List();
            foreach (string line in logs)
            {
                value.Text(line);
            }
            value.EndList();
            if (result != null)
            {
                value.Name("value").Text(Surrogates.Cut(result.ToString(), LongestText));
            }
            if (thrown != null)
            {
                value.Name("exception").Text(Surrogates.Cut(thrown.ToString(), LongestText));
            }
            value.EndObject();
        }

        private bool Next()
        {
            if (!isBegun)
            {
                isBegun = true;
                result = method.Invoke(null, new object[] { given });
                steps = result as IEnumerator;
                result = steps == null ? result : null;
            }
            if (steps == null || !steps.MoveNext())
            {
                return false;
            }
            result = steps.Current;
            return true;
        }

        private void Log(string text, string stack, LogType kind)
        {
            if (logs.Count < MostLogs)
            {
                logs.Add(Surrogates.Cut(text, LogLine.LongestText));
            }
        }
    }
}
