using System;
using System.Collections;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    // Follows Runtime/Export/Scripting/Coroutines.cs, WaitForSeconds.cs and the neighbouring files: the yield instructions.

    public class YieldInstruction
    {
    }

    public sealed class WaitForSeconds : YieldInstruction
    {
        internal float m_Seconds;

        public WaitForSeconds(float seconds)
        {
            m_Seconds = seconds;
        }
    }

    public sealed class WaitForEndOfFrame : YieldInstruction
    {
    }

    public sealed class WaitForFixedUpdate : YieldInstruction
    {
    }

    public abstract class CustomYieldInstruction : IEnumerator
    {
        public abstract bool keepWaiting { get; }

        public object Current
        {
            get { return null; }
        }

        public bool MoveNext()
        {
            return keepWaiting;
        }

        public virtual void Reset()
        {
        }
    }

    public sealed class WaitUntil : CustomYieldInstruction
    {
        private readonly Func<bool> predicate;

        public WaitUntil(Func<bool> predicate)
        {
            this.predicate = predicate;
        }

        public override bool keepWaiting
        {
            get { return !predicate(); }
        }
    }

    public sealed class WaitWhile : CustomYieldInstruction
    {
        private readonly Func<bool> predicate;

        public WaitWhile(Func<bool> predicate)
        {
            this.predicate = predicate;
        }

        public override bool keepWaiting
        {
            get { return predicate(); }
        }
    }

    public class WaitForSecondsRealtime : CustomYieldInstruction
    {
        private float until = -1F;

        public WaitForSecondsRealtime(float time)
        {
            waitTime = time;
        }

        public float waitTime { get; set; }

        public override bool keepWaiting
        {
            get
            {
                until = until < 0F ? Time.realtimeSinceStartup + waitTime : until;
                bool waits = Time.realtimeSinceStartup < until;
                until = waits ? until : -1F;
                return waits;
            }
        }
    }

    /// <summary>An operation that ends in a later frame.</summary>
    // Follows Runtime/Export/Scripting/AsyncOperation.cs: members.
    public class AsyncOperation : YieldInstruction
    {
        private Action<AsyncOperation> listeners;

        public bool isDone { get; private set; }

        public float progress
        {
            get { return isDone ? 1F : 0F; }
        }

        public event Action<AsyncOperation> completed
        {
            add
            {
                if (isDone)
                {
                    value(this);
                }
                else
                {
                    listeners += value;
                }
            }

            remove
            {
                listeners -= value;
            }
        }

        internal void Complete()
        {
            isDone = true;
            Action<AsyncOperation> called = listeners;
            listeners = null;
            Raising.Each(called, one => ((Action<AsyncOperation>)one)(this));
        }
    }

    /// <summary>A running coroutine.</summary>
    public sealed class Coroutine : YieldInstruction
    {
        internal readonly IEnumerator Routine;
        internal readonly string Method;

        /// <summary>The enumerators that the coroutine entered by yielding them, the innermost last.</summary>
        internal readonly List<IEnumerator> Inner = new List<IEnumerator>();

        internal bool IsOver;
        internal object Waits;
        internal float Until;

        internal Coroutine(IEnumerator routine, string method)
        {
            Routine = routine;
            Method = method;
        }
    }
}

namespace UnityDouble
{
    /// <summary>The times in a frame at which coroutines go on.</summary>
    internal enum FramePoint
    {
        FixedUpdate,
        Update,
        EndOfFrame
    }

    /// <summary>The coroutines of one script.</summary>
    internal sealed class CoroutineList
    {
        private readonly UnityEngine.MonoBehaviour owner;
        private readonly List<UnityEngine.Coroutine> running = new List<UnityEngine.Coroutine>();

        internal CoroutineList(UnityEngine.MonoBehaviour owner)
        {
            this.owner = owner;
        }

        /// <summary>Runs the coroutine to its first yield at once.</summary>
        internal UnityEngine.Coroutine Start(IEnumerator routine, string method)
        {
            UnityEngine.Coroutine made = new UnityEngine.Coroutine(routine, method);
            running.Add(made);
            Step(made);
            return made;
        }

        internal void Stop(Predicate<UnityEngine.Coroutine> which)
        {
            foreach (UnityEngine.Coroutine one in running.FindAll(which))
            {
                one.IsOver = true;
                running.Remove(one);
            }
        }

        internal void Continue(FramePoint point)
        {
            foreach (UnityEngine.Coroutine one in running.ToArray())
            {
                if (!one.IsOver && owner.m_Alive && IsDue(one, point))
                {
                    Step(one);
                }
            }
        }

        private static bool IsDue(UnityEngine.Coroutine one, FramePoint point)
        {
            object waits = one.Waits;
            if (waits is UnityEngine.WaitForFixedUpdate || waits is UnityEngine.WaitForEndOfFrame)
            {
                return point == (waits is UnityEngine.WaitForFixedUpdate ? FramePoint.FixedUpdate : FramePoint.EndOfFrame);
            }
            if (point != FramePoint.Update)
            {
                return false;
            }
            UnityEngine.Coroutine other = waits as UnityEngine.Coroutine;
            UnityEngine.AsyncOperation operation = waits as UnityEngine.AsyncOperation;
            return !(waits is UnityEngine.WaitForSeconds && UnityEngine.Time.time < one.Until) && (other == null || other.IsOver) && (operation == null || operation.isDone);
        }

        private void Step(UnityEngine.Coroutine one)
        {
            IEnumerator at = one.Inner.Count > 0 ? one.Inner[one.Inner.Count - 1] : one.Routine;
            bool more;
            try
            {
                more = at.MoveNext();
            }
            catch (Exception error)
            {
                UnityEngine.Debug.LogException(error, owner);
                End(one);
                return;
            }
            if (!more && one.Inner.Count > 0)
            {
                one.Inner.RemoveAt(one.Inner.Count - 1);
                Step(one);
                return;
            }
            if (!more)
            {
                End(one);
                return;
            }
            one.Waits = at.Current;
            IEnumerator inner = one.Waits as IEnumerator;
            if (inner != null)
            {
                one.Waits = null;
                one.Inner.Add(inner);
                Step(one);
                return;
            }
            UnityEngine.WaitForSeconds seconds = one.Waits as UnityEngine.WaitForSeconds;
            one.Until = seconds == null ? 0F : UnityEngine.Time.time + seconds.m_Seconds;
        }

        private void End(UnityEngine.Coroutine one)
        {
            one.IsOver = true;
            running.Remove(one);
        }
    }
}
