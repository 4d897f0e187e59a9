import type { Row } from 'shared/list/memory';
import { nameRevealed } from '../access/access-words';
import { storeReveal } from '../access/note-access.server';
import { nameRecords } from '../access/shown-records';
import type { Entity } from '../entities/entity';
import { withLock } from '../form/with-lock.server';
import { type ProofRefusal, requireProof } from '../proof/require-recent-proof.server';
import { refuseBusy } from '../server/refuse';
import type { SignedIn } from '../session/guard.server';
import { getUserKey } from '../session/user-key.server';
import { addReveal, countReveals, resetReveals } from './count-reveals.server';

/** Every reveal of this number within an hour needs a proof. */
const PROVEN_EVERY = 20;

const BUSY = 'Another value is still being revealed. Go back and try again in a minute.';

/** A value that a user wants to see: a field of a record. */
interface WantedValue {
  entity: Entity;
  row: Row;
  field: string;
}

/** The user who reveals a value, with what they have entered to prove who they are. */
interface Revealer {
  signedIn: SignedIn;
  proof: string;
  /** The network address of the client. */
  address: string;
}

/**
 * Stores in the access log that a user reveals a value. Returns undefined if the page may show the value. Returns the
 * question by which the user must prove who they are if it is their 20th reveal within an hour. Throws a 503 response,
 * so that the value is not shown, if the reveal cannot be counted or stored. Reveals of one user run one after another.
 */
export function permitReveal(
  { signedIn, proof, address }: Revealer,
  { entity, row, field }: WantedValue,
): Promise<ProofRefusal | undefined> {
  const { user } = signedIn;
  return withLock(
    `reveal ${getUserKey(user)}`,
    async () => {
      if ((await countReveals(user)) >= PROVEN_EVERY - 1) {
        const refusal = await requireProof(signedIn, proof, address);
        if (refusal) return explain(refusal, proof);
        await resetReveals(user);
      }
      await addReveal(user);
      await storeReveal(user, nameRevealed(entity.name, field), nameRecords(entity, row));
      return undefined;
    },
    async () => refuseBusy(BUSY),
  );
}

/** Returns a refusal whose first question says why it is asked. */
function explain({ question, status }: ProofRefusal, proof: string): ProofRefusal {
  if (proof !== '') return { question, status };
  const message = `You have revealed ${PROVEN_EVERY - 1} values within an hour. ${question.message}, then select Reveal again`;
  return { question: { ...question, message }, status };
}
