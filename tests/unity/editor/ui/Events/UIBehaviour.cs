namespace UnityEngine.EventSystems
{
    /// <summary>The base class of scripts of the user interface. Messages that the double does not send are absent.</summary>
    // Follows com.unity.ugui 1.0.0, EventSystem/UIBehaviour.cs: members.
    public abstract class UIBehaviour : MonoBehaviour
    {
        protected virtual void Awake()
        {
        }

        protected virtual void OnEnable()
        {
        }

        protected virtual void Start()
        {
        }

        protected virtual void OnDisable()
        {
        }

        protected virtual void OnDestroy()
        {
        }

        protected virtual void OnValidate()
        {
        }

        protected virtual void Reset()
        {
        }

        protected virtual void OnTransformParentChanged()
        {
        }

        public virtual bool IsActive()
        {
            return isActiveAndEnabled;
        }

        public bool IsDestroyed()
        {
            return this == null;
        }
    }
}
