using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>`hooks` and `hooks-edit`. They are served only if this process contains a Harmony.</summary>
    internal sealed class HookFunctions
    {
        private const int Most = 256;
        private const int TellMs = 250;

        private const string Template = "static void Prefix(System.Reflection.MethodBase __originalMethod, object[] __args)\n{\n}\n";

        private sealed class Hook
        {
            internal MethodInfo Method;
            internal string Signature;
            internal bool Enabled;

            /// <summary>The prefix of the method while the hook is enabled.</summary>
            internal MethodInfo Before;

            /// <summary>Null if no source was set.</summary>
            internal HookSource Source;
        }

        private readonly List<Hook> hooks = new List<Hook>();
        private readonly Harmony harmony = Harmony.Find("unity-tools.bridge");
        private readonly Clock clock;
        private readonly Action loaded;
        private readonly Action<string, int, List<string>> tell;
        private long told;

        /// <param name="tell">Gets a signature, the number of calls, and the arguments of some calls.</param>
        /// <param name="loaded">Called for each loaded assembly.</param>
        internal HookFunctions(Clock clock, Action<string, int, List<string>> tell, Action loaded)
        {
            this.clock = clock;
            this.loaded = loaded;
            this.tell = tell;
        }

        /// <param name="allowCode">Whether hooks may have source code.</param>
        internal void AddTo(Functions functions, bool allowCode)
        {
            if (harmony == null)
            {
                return;
            }
            functions.Add("hooks/list-hooks", List);
            functions.Add("hooks/list-methods", Methods);
            functions.Add("hooks-edit/add", Add);
            functions.Add("hooks-edit/remove", Remove);
            functions.Add("hooks-edit/set-enabled", SetEnabled);
            functions.Add("hooks/get-source", Source);
            if (allowCode)
            {
                functions.Add("link/load-hook", SetSource);
            }
        }

        internal List<string> Signatures
        {
            get { return hooks.ConvertAll(hook => hook.Signature); }
        }

        /// <summary>Called once in each frame.</summary>
        internal void Frame()
        {
            if (FiredHooks.Any && clock.Milliseconds - told >= TellMs)
            {
                told = clock.Milliseconds;
                FiredHooks.Take(tell);
            }
        }

        /// <summary>Removes all hooks.</summary>
        internal void End()
        {
            foreach (Hook hook in hooks)
            {
                Off(hook);
            }
            hooks.Clear();
        }

        private void List(CallJob asked, JsonWriter value)
        {
            Paged.Write(value, "hooks", new Arguments(asked).Inner("page"), hooks, (hook, to) =>
            {
                to.Object().Name("signature").Text(hook.Signature).Name("enabled").Bool(hook.Enabled);
                to.Name("not-firing").TextOrNull(hook.Enabled ? null : "it is switched off").EndObject();
            });
        }

        private void Methods(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            string part = args.TextIfAny("filter");
            List<MethodInfo> found = HookedMethods.Of(args.Text("type-name"));
            found.RemoveAll(method => part != null && !Words.Holds(HookedMethods.Signature(method), part));
            Paged.Write(value, "hook-methods", args.Inner("page"), found, (method, to) =>
            {
                to.Object().Name("name").Text(method.Name).Name("signature").Text(HookedMethods.Signature(method));
                to.Name("origin").Text("assembly").Name("resolved").Bool(true).EndObject();
            });
        }

        private void Add(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            MethodInfo method = HookedMethods.Find(args.Text("type-name"), args.Text("method"));
            string signature = HookedMethods.Signature(method);
            if (hooks.Exists(one => one.Signature == signature))
            {
                throw new Failure("invalid-argument", "Method is already hooked") { Hint = "`" + signature + "` has a hook; switch it or remove it" };
            }
            if (hooks.Count >= Most)
            {
                throw new Failure("conflict", "this Unity holds " + Most + " hooks already") { Hint = "remove one first" };
            }
            Hook hook = new Hook { Method = method, Signature = signature };
            On(hook);
            hooks.Add(hook);
            if (hook.Before == FiredHooks.WithoutArguments)
            {
                asked.Note("the Harmony in this game is older than 2.1: calls of the method are reported without arguments");
            }
            value.Object().Name("reply").Text("signature").Name("value").Text(signature).EndObject();
        }

        private void Remove(CallJob asked, JsonWriter value)
        {
            Hook hook = Known(new Arguments(asked));
            Off(hook);
            hooks.Remove(hook);
            Paged.Done(value);
        }

        private void SetEnabled(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Hook hook = Known(args);
            if (args.Bool("enabled"))
            {
                On(hook);
            }
            else
            {
                Off(hook);
            }
            Paged.Done(value);
        }

        private void Source(CallJob asked, JsonWriter value)
        {
            Hook hook = Known(new Arguments(asked));
            if (hook.Source == null)
            {
                asked.Note("no source was set for this hook; this is a template");
            }
            string text = hook.Source == null ? Template : hook.Source.Text;
            value.Object().Name("reply").Text("source").Name("value").Text(text).EndObject();
        }

        /// <summary>If the new source is rejected, the previous one stays active.</summary>
        private void SetSource(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Hook hook = Known(args);
            HookSource before = hook.Source;
            string text = args.Text("source");
            HookSource source = HookSource.Of(LoadedAssembly.Type(asked, args.Text("type"), loaded), text);
            bool wasOn = hook.Enabled;
            Off(hook);
            hook.Source = source;
            if (wasOn)
            {
                try
                {
                    On(hook);
                }
                catch (Failure)
                {
                    hook.Source = before;
                    On(hook);
                    throw;
                }
            }
            value.Object().EndObject();
        }

        private Hook Known(Arguments args)
        {
            string signature = args.Text("signature");
            Hook hook = hooks.Find(one => one.Signature == signature);
            if (hook == null)
            {
                throw new Failure("not-found", "`" + signature + "` has no hook") { Hint = "list the hooks" };
            }
            return hook;
        }

        private void On(Hook hook)
        {
            if (hook.Enabled)
            {
                return;
            }
            FiredHooks.Watch(hook.Method, hook.Signature);
            hook.Before = FiredHooks.WithArguments;
            try
            {
                harmony.Patch(hook.Method, "prefix", hook.Before);
            }
            catch (Failure)
            {
                // Harmony rejects the prefix if it does not support `__args`. Any other error occurs again below.
                hook.Before = FiredHooks.WithoutArguments;
                harmony.Patch(hook.Method, "prefix", hook.Before);
            }
            try
            {
                if (hook.Source != null)
                {
                    hook.Source.On(harmony, hook.Method);
                }
            }
            catch (Failure)
            {
                harmony.Remove(hook.Method, hook.Before);
                FiredHooks.Forget(hook.Method);
                throw;
            }
            hook.Enabled = true;
        }

        private void Off(Hook hook)
        {
            if (hook.Enabled)
            {
                if (hook.Source != null)
                {
                    hook.Source.Off(harmony, hook.Method);
                }
                harmony.Remove(hook.Method, hook.Before);
                FiredHooks.Forget(hook.Method);
                hook.Enabled = false;
            }
        }
    }
}
