/** Sessions, second factors, and the counts that protect signing in. */
export interface SessionTables {
  /** Written by rate-limiter-flexible; `expire` is in milliseconds since the epoch. */
  throttle: { key: string; points: number; expire: number | null };
  session: {
    token_hash: string;
    username: string;
    /** The session's content as JSON. */
    data: string;
    /** Milliseconds since the epoch, like `seen_at`. */
    created_at: number;
    seen_at: number;
    /** The session's id on its user's profile. */
    public_id: string | null;
    user_id: string | null;
    /** See lib/session/user-key.server.ts. Null in sessions from earlier versions. */
    user_key: string | null;
    /** The browser and the operating system without exact versions. */
    device: string | null;
    /**
     * The time in milliseconds since the epoch at which the host was last asked about the user. A time long ago
     * marks the session for a check (app/lib/core/server/check-sessions-anew.server.ts).
     */
    checked_at: number | null;
    /** The time in milliseconds since the epoch at which the session was locked. Null if it is not locked. */
    locked_at: number | null;
  };
  /** The sessions that were ended within a day: by a sign-out, by their user or by the panel. */
  ended_session: {
    token_hash: string;
    /** The user's key. */
    owner: string;
    /** Milliseconds since the epoch. */
    ended_at: number;
  };
  /** The usernames of users who have signed in through a remote host: see lib/auth/account-name.server.ts. */
  known_account: { name_hash: string; username: string };
  /** The second factors of users: see lib/factor/factor-store.server.ts. */
  second_factor: {
    /** The user's key. */
    owner: string;
    /** The address of the API host, or `embedded`. */
    host: string;
    username: string;
    /**
     * The id of a panel key and, encrypted with that key, the secret of the authenticator app. Empty if the user has
     * only passkeys.
     */
    secret: string;
    /** The number of the time step whose code was accepted last. No code of this step or an earlier one is accepted. */
    last_step: number;
    /** The time in milliseconds since the epoch at which the app was set up or, without one, the first passkey. */
    created_at: number;
  };
  /** The passkeys of users: see lib/factor/passkey-store.server.ts. */
  passkey: {
    /** The id on the page of the second factor. */
    id: string;
    /** The user's key. */
    owner: string;
    /** The id that the authenticator chose, in Base64url, like `public_key`. */
    credential_id: string;
    /** The public key in the COSE format. */
    public_key: string;
    /** The last counter of signatures that the authenticator sent. Zero if it does not count. */
    counter: number;
    /** The ways in which the browser reaches the authenticator, as a JSON list. */
    transports: string;
    /** The domain for which the passkey was made. It is of no use at another address of the panel. */
    rp_id: string;
    name: string;
    /** Milliseconds since the epoch, like `used_at`. */
    created_at: number;
    used_at: number | null;
  };
  /** The challenges that wait for the signature of a passkey. */
  passkey_challenge: {
    /** Random bytes in Base64url. */
    challenge: string;
    /** The hash of the session's token. */
    session: string;
    /** `add` for a new passkey, or `prove` for the use of one. */
    purpose: string;
    /** Milliseconds since the epoch. */
    created_at: number;
  };
  /** The recovery codes that have not been used. */
  second_factor_code: {
    owner: string;
    /** See lib/factor/recovery-codes.ts. */
    hash: string;
  };
}
