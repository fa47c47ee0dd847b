using System;
using System.Reflection;

namespace UnityEngine.Events
{
    /// <summary>An event without arguments.</summary>
    // Follows Runtime/Export/UnityEvent/UnityEvent.cs and artifacts/generated/UnityEvent: members.
    [Serializable]
    public class UnityEvent : UnityEventBase
    {
        public void AddListener(UnityAction call)
        {
            Add(call);
        }

        public void RemoveListener(UnityAction call)
        {
            Remove(call);
        }

        public void Invoke()
        {
            Run(one => ((UnityAction)one)());
        }

        protected override MethodInfo FindMethod_Impl(string name, Type targetObjType)
        {
            return GetValidMethodInfo(targetObjType, name, Type.EmptyTypes);
        }
    }

    [Serializable]
    public class UnityEvent<T0> : UnityEventBase
    {
        public void AddListener(UnityAction<T0> call)
        {
            Add(call);
        }

        public void RemoveListener(UnityAction<T0> call)
        {
            Remove(call);
        }

        public void Invoke(T0 arg0)
        {
            Run(one => ((UnityAction<T0>)one)(arg0), arg0);
        }

        protected override MethodInfo FindMethod_Impl(string name, Type targetObjType)
        {
            return GetValidMethodInfo(targetObjType, name, new[] { typeof(T0) });
        }
    }

    [Serializable]
    public class UnityEvent<T0, T1> : UnityEventBase
    {
        public void AddListener(UnityAction<T0, T1> call)
        {
            Add(call);
        }

        public void RemoveListener(UnityAction<T0, T1> call)
        {
            Remove(call);
        }

        public void Invoke(T0 arg0, T1 arg1)
        {
            Run(one => ((UnityAction<T0, T1>)one)(arg0, arg1), arg0, arg1);
        }

        protected override MethodInfo FindMethod_Impl(string name, Type targetObjType)
        {
            return GetValidMethodInfo(targetObjType, name, new[] { typeof(T0), typeof(T1) });
        }
    }

    [Serializable]
    public class UnityEvent<T0, T1, T2> : UnityEventBase
    {
        public void AddListener(UnityAction<T0, T1, T2> call)
        {
            Add(call);
        }

        public void RemoveListener(UnityAction<T0, T1, T2> call)
        {
            Remove(call);
        }

        public void Invoke(T0 arg0, T1 arg1, T2 arg2)
        {
            Run(one => ((UnityAction<T0, T1, T2>)one)(arg0, arg1, arg2), arg0, arg1, arg2);
        }

        protected override MethodInfo FindMethod_Impl(string name, Type targetObjType)
        {
            return GetValidMethodInfo(targetObjType, name, new[] { typeof(T0), typeof(T1), typeof(T2) });
        }
    }

    [Serializable]
    public class UnityEvent<T0, T1, T2, T3> : UnityEventBase
    {
        public void AddListener(UnityAction<T0, T1, T2, T3> call)
        {
            Add(call);
        }

        public void RemoveListener(UnityAction<T0, T1, T2, T3> call)
        {
            Remove(call);
        }

        public void Invoke(T0 arg0, T1 arg1, T2 arg2, T3 arg3)
        {
            Run(one => ((UnityAction<T0, T1, T2, T3>)one)(arg0, arg1, arg2, arg3), arg0, arg1, arg2, arg3);
        }

        protected override MethodInfo FindMethod_Impl(string name, Type targetObjType)
        {
            return GetValidMethodInfo(targetObjType, name, new[] { typeof(T0), typeof(T1), typeof(T2), typeof(T3) });
        }
    }
}
