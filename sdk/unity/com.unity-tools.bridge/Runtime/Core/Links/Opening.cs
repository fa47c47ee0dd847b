namespace UnityTools.Bridge
{
    /// <summary>
    /// Unity's side of the first frames, without a socket: nothing is obeyed before the host has proved that it knows the secret.
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

        /// <summary>Set once the host's proof did not hold: this is no host of the file's.</summary>
        internal bool IsStranger { get; private set; }

        /// <summary>Set once the host said that no version is common: its words.</summary>
        internal string RefusedBecause { get; private set; }

        /// <summary>The host's last word of the opening; null until it came.</summary>
        internal Welcome Welcome { get; private set; }

        /// <summary>What came, and what is to be sent; null for nothing.</summary>
        /// <exception cref="BadFrame">What ends the link.</exception>
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
                    throw new BadFrame("the proof does not hold: whoever answers there does not know the host's secret");
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
