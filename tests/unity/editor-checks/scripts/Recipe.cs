using System;
using UnityEngine;

/// <summary>An asset with fields of several kinds.</summary>
public class Recipe : ScriptableObject
{
    [Serializable]
    public struct Portion
    {
        public string what;
        public int amount;
    }

    public enum Meal
    {
        Lunch,
        Dinner
    }

    public int size = 2;
    public double weight = 0.5;
    public bool hot;
    public Meal meal;
    public Vector3 place;
    public Color colour = Color.white;
    public Material cover;
    public Recipe next;
    public Portion[] portions = { new Portion { what = "salt", amount = 1 } };
    [SerializeField] private string title = "soup";

    private void OnValidate()
    {
        size = Mathf.Min(size, 100);
    }

    public string Title
    {
        get { return title; }
    }
}

public abstract class Unfinished : ScriptableObject
{
}
