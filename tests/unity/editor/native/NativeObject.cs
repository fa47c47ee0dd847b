using System;

namespace UnityDouble
{
    /// <summary>
    /// Base of the objects that live in the first AppDomain, or that the first AppDomain calls in another one. Their
    /// proxies stay valid until the AppDomain is unloaded.
    /// </summary>
    public abstract class NativeObject : MarshalByRefObject
    {
        /// <summary>Returns no lease: the object lives as long as its AppDomain.</summary>
        public override object InitializeLifetimeService()
        {
            return null;
        }
    }
}
