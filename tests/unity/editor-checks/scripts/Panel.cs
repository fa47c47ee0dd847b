using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.UI;

/// <summary>A user interface that counts what is done to it.</summary>
public class Panel : MonoBehaviour, IDragHandler, IBeginDragHandler, IEndDragHandler, IScrollHandler
{
    public int clicks;
    public int drags;
    public int framesOfDrags;
    public float scrolled;
    private int lastFrame;

    public void Click()
    {
        clicks++;
    }

    public void OnBeginDrag(PointerEventData data)
    {
        lastFrame = Time.frameCount;
    }

    public void OnDrag(PointerEventData data)
    {
        drags++;
        framesOfDrags += Time.frameCount == lastFrame ? 0 : 1;
        lastFrame = Time.frameCount;
    }

    public void OnEndDrag(PointerEventData data)
    {
    }

    public void OnScroll(PointerEventData data)
    {
        scrolled += data.scrollDelta.y;
    }

    private void Start()
    {
        Button button = GetComponentInChildren<Button>();
        if (button != null)
        {
            button.onClick.AddListener(Click);
        }
    }
}
