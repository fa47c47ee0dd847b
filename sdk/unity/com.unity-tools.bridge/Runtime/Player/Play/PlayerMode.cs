namespace UnityTools.Bridge
{
    /// <summary>`play-edit/set-mode` of a player, which has no other mode than to play.</summary>
    internal static class PlayerMode
    {
        internal static void AddTo(Functions functions)
        {
            functions.Add("play-edit/set-mode", Set);
        }

        private static void Set(CallJob asked, JsonWriter value)
        {
            throw new Failure("unsupported", "this Unity is a player: its game plays from its start to its end, and only an editor has a play mode")
            {
                Hint = "to hold the game, freeze it; to go on by ticks, step it"
            };
        }
    }
}
