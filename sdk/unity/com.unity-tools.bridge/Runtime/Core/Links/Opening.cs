namespace UnityTools.Bridge
{
    /// <summary>
    /// Unity's side of the opening handshake, without a socket. No call is accepted before the host has proved that it
    /// knows the secret.
    /// </summary>
    internal sealed class Opening
    {
        private enum Stage
        {
            Challenge,
            Welcome,
            Over
        }

        private readonly Secret secret;
        private readonly string nonce;
        private Stage stage = Stage.Challenge;

        internal Opening(Secret secret, string nonce)
        {
            this.secret = secret;
            this.nonce = nonce;
        }

        /// <summary>Set if the proof of the host was wrong: this is not the host of the file.</summary>
        internal bool IsStranger { get; private set; }

        /// <summary>Set if the host reported that there is no common version: the message of the host.</summary>
        internal string RefusedBecause { get; private set; }

        /// <summary>The last frame of the opening from the host; null until it arrives.</summary>
        internal Welcome Welcome { get; private set; }

        /// <summary>Handles a frame; returns the frame to send, or null if absent.</summary>
        /// <exception cref="BadFrame">The frame ends the link.</exception>
        internal string Take(HostFrame frame)
        {
            Stage before = stage;
            stage = Stage.Over;
            Refused refused = frame as Refused;
            if (refused != null && before == Stage.Challenge)
            {
                RefusedBecause = refused.Message;
                throw new BadFrame(Protocol.CloseVersions, "no common version");
            }
            Challenge challenge = frame as Challenge;
            if (challenge != null && before == Stage.Challenge)
            {
                if (!secret.HostHolds(challenge.Proof, nonce, challenge.Nonce))
                {
                    IsStranger = true;
                    throw new BadFrame("the proof does not hold: the process that answers there does not know the host's secret");
                }
                stage = Stage.Welcome;
                return UnityFrames.Proof(secret.UnityProof(nonce, challenge.Nonce));
            }
            Welcome welcome = frame as Welcome;
            if (welcome != null && before == Stage.Welcome)
            {
                Welcome = welcome;
                return null;
            }
            throw new BadFrame(before == Stage.Challenge ? "`challenge` comes first" : "`welcome` comes behind the proof");
        }
    }
}
