import { hkdfSync } from 'node:crypto';

/** The purposes for which keys are derived. The names must not change, because the derived keys depend on them. */
type KeyPurpose =
  | 'sessions'
  | 'sealing'
  | 'audit head'
  | 'audit checkpoint'
  | 'history head'
  | 'history record'
  | 'access record'
  | 'record address'
  | 'view digest'
  | 'second factor'
  | 'record version'
  | 'pseudonym'
  | 'erasure';

const SALT = 'study-panel';
const KEY_BYTES = 32;
const ID_BYTES = 4;

/** A root key. It is never used directly, only to derive keys. */
export class RootKey {
  /** Identifies the key in databases, backups and messages. It is derived from the key but does not reveal it. */
  readonly id: string;
  readonly #secret: string;
  readonly #derived = new Map<string, Buffer>();

  constructor(secret: string) {
    this.#secret = secret;
    this.id = this.#expand('key id', ID_BYTES).toString('hex');
  }

  /** Derives the key for a purpose (HKDF, RFC 5869). `part` separates several uses of one purpose. */
  derive(purpose: KeyPurpose, part = ''): Buffer {
    const label = `${purpose}/${part}`;
    const key = this.#derived.get(label) ?? this.#expand(label, KEY_BYTES);
    this.#derived.set(label, key);
    return key;
  }

  #expand(label: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, SALT, label, bytes));
  }
}

/**
 * The current root key, whose derived keys sign and encrypt, and earlier root keys, whose derived keys only verify
 * and decrypt.
 */
export class KeyRing {
  readonly current: RootKey;
  readonly all: readonly RootKey[];
  readonly #secrets: readonly [string, ...string[]];

  /** Expects the current secret first, and then the earlier secrets. */
  constructor(secrets: readonly [string, ...string[]]) {
    const [current, ...earlier] = secrets;
    this.#secrets = secrets;
    this.current = new RootKey(current);
    this.all = [this.current, ...earlier.map((secret) => new RootKey(secret))];
  }

  /** Returns the secrets from which another thread of this process can create the same ring. */
  get secrets(): readonly [string, ...string[]] {
    return this.#secrets;
  }

  /** Returns the key with this id, if the ring has it. */
  find(id: string): RootKey | undefined {
    return this.all.find((key) => key.id === id);
  }
}
