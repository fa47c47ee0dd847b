using System.Collections.Generic;

namespace UnityEngine.EventSystems
{
    /// <summary>Finds what is at a point of the screen.</summary>
    // Follows com.unity.ugui 1.0.0, EventSystem/Raycasters/BaseRaycaster.cs: members.
    public abstract class BaseRaycaster : UIBehaviour
    {
        internal static readonly List<BaseRaycaster> Enabled = new List<BaseRaycaster>();

        public abstract Camera eventCamera { get; }

        public virtual int sortOrderPriority
        {
            get { return int.MinValue; }
        }

        public virtual int renderOrderPriority
        {
            get { return int.MinValue; }
        }

        public abstract void Raycast(PointerEventData eventData, List<RaycastResult> resultAppendList);

        protected override void OnEnable()
        {
            base.OnEnable();
            Enabled.Add(this);
        }

        protected override void OnDisable()
        {
            Enabled.Remove(this);
            base.OnDisable();
        }
    }
}
