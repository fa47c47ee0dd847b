namespace UnityEngine.EventSystems
{
    /// <content>The functions for each kind of event.</content>
    public static partial class ExecuteEvents
    {
        public static EventFunction<IPointerEnterHandler> pointerEnterHandler
        {
            get { return (handler, data) => handler.OnPointerEnter(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IPointerExitHandler> pointerExitHandler
        {
            get { return (handler, data) => handler.OnPointerExit(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IPointerDownHandler> pointerDownHandler
        {
            get { return (handler, data) => handler.OnPointerDown(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IPointerUpHandler> pointerUpHandler
        {
            get { return (handler, data) => handler.OnPointerUp(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IPointerClickHandler> pointerClickHandler
        {
            get { return (handler, data) => handler.OnPointerClick(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IBeginDragHandler> beginDragHandler
        {
            get { return (handler, data) => handler.OnBeginDrag(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IInitializePotentialDragHandler> initializePotentialDrag
        {
            get { return (handler, data) => handler.OnInitializePotentialDrag(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IDragHandler> dragHandler
        {
            get { return (handler, data) => handler.OnDrag(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IEndDragHandler> endDragHandler
        {
            get { return (handler, data) => handler.OnEndDrag(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IDropHandler> dropHandler
        {
            get { return (handler, data) => handler.OnDrop(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IScrollHandler> scrollHandler
        {
            get { return (handler, data) => handler.OnScroll(ValidateEventData<PointerEventData>(data)); }
        }

        public static EventFunction<IUpdateSelectedHandler> updateSelectedHandler
        {
            get { return (handler, data) => handler.OnUpdateSelected(data); }
        }

        public static EventFunction<ISelectHandler> selectHandler
        {
            get { return (handler, data) => handler.OnSelect(data); }
        }

        public static EventFunction<IDeselectHandler> deselectHandler
        {
            get { return (handler, data) => handler.OnDeselect(data); }
        }

        public static EventFunction<IMoveHandler> moveHandler
        {
            get { return (handler, data) => handler.OnMove(ValidateEventData<AxisEventData>(data)); }
        }

        public static EventFunction<ISubmitHandler> submitHandler
        {
            get { return (handler, data) => handler.OnSubmit(data); }
        }

        public static EventFunction<ICancelHandler> cancelHandler
        {
            get { return (handler, data) => handler.OnCancel(data); }
        }
    }
}
