namespace UnityDouble
{
    /// <summary>A saved reference by instance id to an object that may be absent, such as a script, a prefab or an asset that is not loaded.</summary>
    public struct Pointer
    {
        public int Id;

        public Pointer(int id)
        {
            Id = id;
        }

        /// <summary>Null if the object is absent.</summary>
        public UnityEngine.Object Target
        {
            get { return World.Find(Id); }
        }
    }
}
