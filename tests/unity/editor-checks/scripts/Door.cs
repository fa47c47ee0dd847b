using System.Reflection;

/// <summary>A method that a hook is set on. The stand-in for Harmony changes no method, so it says itself that it is entered.</summary>
public static class Door
{
    public static string Pull(int by, string who)
    {
        HarmonyLib.StandIn.Entered(typeof(Door).GetMethod("Pull"), new object[] { by, who });
        return "pulled";
    }
}
