using UnityEngine;

/// <summary>Counts the frames and physics ticks of a game, and pauses the editor in one of them.</summary>
public class Counter : MonoBehaviour
{
    public int frames;
    public int ticks;
    public int pauseAt = -1;

    private void Update()
    {
        frames++;
        if (frames == pauseAt)
        {
            Debug.Break();
        }
    }

    private void FixedUpdate()
    {
        ticks++;
    }
}
