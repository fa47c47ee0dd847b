using UnityEngine;

/// <summary>Reports its object once, when it is created; a reloaded or copied scene keeps the mark.</summary>
[ExecuteAlways]
public class Born : MonoBehaviour
{
    public bool isReported;
    public int value;

    private void Awake()
    {
        if (!isReported)
        {
            isReported = true;
            Ledger.Add("create", name, "");
        }
    }
}
