using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Runs one entry point of a loaded assembly on the main thread: in one step, or frame by frame if it returns an
    /// enumerator. Log lines during its steps count as its output; lines between its steps belong to the game.
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

        /// <summary>Runs the next step. Returns false when it has ended.</summary>
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
            // An exception of the code becomes its outcome.
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

        /// <summary>No call waits for it any more: the remaining steps are skipped.</summary>
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
