import type { SignedInUser } from './user';

/** A message that the next page shows once. */
export interface Toast {
  kind: 'success' | 'error';
  text: string;
  /**
   * True if the message stays visible until the user opens the next page, because there is something left to
   * do.
   */
  stays?: boolean;
  /** The address that undoes the change when the token is posted to it. */
  undo?: { href: string; token: string };
}

export interface SessionData {
  user: SignedInUser;
  /** The name with which the user has signed in. The host may know the user by this name only. */
  account: string;
  /** A user who has entered the password, but not the code of the second factor. */
  pending: PendingSignIn;
  /** The time in milliseconds since the epoch at which the user last proved who they are: see decision 0209. */
  provenAt: number;
  /** The authenticator app that the user is setting up. */
  factorSetup: FactorSetup;
  /** The passkey that the user is adding. */
  passkeySetup: PasskeySetup;
  /** The browser and the operating system without exact versions, for the list of the user's sessions. */
  device: string;
  /** The message that the next page shows. */
  toast: Toast;
  /** New recovery codes, encrypted, which one page shows once. */
  recoveryCodes: string;
  /** The database columns of a live session. Every read returns them; they cannot be set. */
  record: SessionRecord;
}

/**
 * A sign-in that waits for the code of the second factor. A session with a pending sign-in has no `user`, so that every
 * guard treats it as signed out.
 */
export interface PendingSignIn {
  user: SignedInUser;
  account: string;
  /** The user's key at that time. It no longer equals `getUserKey(user)` if the panel now uses another API host. */
  owner: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface FactorSetup {
  /** The secret of the authenticator app, encrypted. */
  secret: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface PasskeySetup {
  name: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface SessionRecord {
  public_id: string | null;
  created_at: number;
  seen_at: number;
  checked_at: number | null;
  locked_at: number | null;
}
