using System.Collections.Generic;
using UnityEngine;

/// <summary>Values of an enum field.</summary>
public enum ProbeKind
{
    Small,
    Large,
}

/// <summary>A script with one field of each common type; it counts its messages.</summary>
public class Probe : MonoBehaviour
{
    public int number;
    public List<string> texts = new List<string>();
    public Vector3 place;
    public GameObject other;
    public ProbeKind kind;

    [SerializeField]
    private bool hidden = true;

    public static string messages = "";

    private void Awake()
    {
        messages += "Awake ";
    }

    private void OnEnable()
    {
        messages += "OnEnable ";
    }

    private void Start()
    {
        messages += "Start ";
    }

    private void Update()
    {
        number += hidden ? 1 : 0;
    }

    private void OnDisable()
    {
        messages += "OnDisable ";
    }

    private void OnDestroy()
    {
        messages += "OnDestroy ";
    }
}
