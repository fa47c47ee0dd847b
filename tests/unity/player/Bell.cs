using UnityEngine;
using UnityEngine.EventSystems;

namespace Game
{
    /// <summary>Counts what a player does with it.</summary>
    public class Bell : MonoBehaviour, IPointerClickHandler, IBeginDragHandler, IDragHandler, IEndDragHandler, IDropHandler, IScrollHandler, ISubmitHandler
    {
        public int clicks;
        public int moves;
        public int drops;
        public int submits;
        public Vector2 scrolled;
        public Vector2 pulled;

        public void OnPointerClick(PointerEventData data)
        {
            clicks++;
        }

        public void OnBeginDrag(PointerEventData data)
        {
            pulled = Vector2.zero;
        }

        public void OnDrag(PointerEventData data)
        {
            moves++;
            pulled += data.delta;
        }

        public void OnEndDrag(PointerEventData data)
        {
            moves = -moves;
        }

        public void OnDrop(PointerEventData data)
        {
            drops++;
        }

        public void OnScroll(PointerEventData data)
        {
            scrolled += data.scrollDelta;
        }

        public void OnSubmit(BaseEventData data)
        {
            submits++;
        }
    }
}
