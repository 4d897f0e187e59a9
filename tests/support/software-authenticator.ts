import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyQuestion } from '~/lib/core/form/passkey-question';
import { defined } from '../../shared/defined';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

/** The ways in which an answer can differ from that of an honest browser and authenticator. */
interface Deviations {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** False if the authenticator has not checked that it is the user. */
  verified?: boolean;
  counter?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator in software with one passkey, and the browser in front of it. Answers are JSON, as browsers post. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16).toString('base64url');
  /** Zero if it does not count, as synchronized passkeys do. */
  counter: number;

  constructor(counter = 1) {
    this.counter = counter;
  }

  /** Answers the question for a new passkey. */
  create(question: PasskeyQuestion, deviations: Deviations = {}): string {
    if (question.kind !== 'add') throw new Error('the page asks for an existing passkey');
    const { rp, challenge } = question.options;
    const key = this.#keys.publicKey.export({ format: 'jwk' });
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, 16]),
      Buffer.from(this.id, 'base64url'),
      encode(
        new Map<Cbor, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(defined(key.x), 'base64url')],
          [-3, Buffer.from(defined(key.y), 'base64url')],
        ]),
      ),
    ]);
    const authData = this.#buildData(defined(rp.id), deviations, credential);
    const attestation = new Map<Cbor, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: buildClientData('webauthn.create', challenge, question.origin, deviations),
      attestationObject: encode(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers the question for an existing passkey. */
  prove(question: PasskeyQuestion, deviations: Deviations = {}): string {
    if (question.kind !== 'prove') throw new Error('the page asks for a new passkey');
    const { rpId, challenge } = question.options;
    if (this.counter > 0) this.counter += 1;
    const data = this.#buildData(defined(rpId), deviations);
    const clientData = buildClientData('webauthn.get', challenge, question.origin, deviations);
    const hash = createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest();
    return this.#answer({
      clientDataJSON: clientData,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, hash]), this.#keys.privateKey).toString(
        'base64url',
      ),
    });
  }

  #buildData(rpId: string, deviations: Deviations, credential = Buffer.alloc(0)): Buffer {
    const { verified = true, counter = this.counter } = deviations;
    const rest = Buffer.alloc(5);
    rest[0] =
      USER_PRESENT | (verified ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
    rest.writeUInt32BE(counter, 1);
    const rpIdHash = createHash('sha256')
      .update(deviations.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, rest, credential]);
  }

  #answer(response: Record<string, unknown>): string {
    const { id } = this;
    return JSON.stringify({
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    });
  }
}

function buildClientData(
  type: string,
  challenge: string,
  origin: string,
  deviations: Deviations,
): string {
  const data = { type, challenge, origin, crossOrigin: false };
  const { type: otherType = type, challenge: otherChallenge = challenge } = deviations;
  const changed = {
    ...data,
    ...{ type: otherType, challenge: otherChallenge, origin: deviations.origin ?? origin },
  };
  return Buffer.from(JSON.stringify(changed)).toString('base64url');
}

/** Encodes the few kinds of values that an authenticator sends, in CBOR (RFC 8949). */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number')
    return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value]);
  return Buffer.concat([
    encodeHead(5, value.size),
    ...[...value].flatMap(([key, content]) => [encode(key), encode(content)]),
  ]);
}

function encodeHead(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}
