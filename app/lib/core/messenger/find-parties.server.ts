import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Entity } from '../entities/entity';
import { attempt } from './attempt.server';
import { getDocumentEntity } from './document-entities.server';
import { replaceMissing } from './document-store';

/** The number of messages that are read at either end of a conversation to find its parties. */
const SAMPLE_SIZE = 20;

/** One side of a conversation between two phones. */
export interface Party {
  /** The result of `identifyAuthor` for the party's messages. */
  id: string;
  /** A message of the party. */
  row: Row;
}

/** Returns a text that is the same for all messages of an author. */
export function identifyAuthor({ number, authorId, firstName }: Row): string {
  return toText(number) || toText(authorId) || toText(firstName).trim();
}

/**
 * Returns the parties of a conversation in the order of their ids, so that a party has the same position on every
 * page. Reads the newest messages and, if only one party wrote them, also the oldest. Returns an empty list if the
 * messages cannot be read.
 */
export async function findParties(entity: Entity): Promise<Party[]> {
  const { name, parentId = '' } = entity;
  const { plural, collection, row } = getDocumentEntity(name);
  const result = await attempt(plural, (store) =>
    replaceMissing<Party[]>([], async () => {
      const path = collection(parentId);
      const parties = new Map<string, Row>();
      for (const order of ['descending', 'ascending'] as const) {
        if (parties.size > 1) break;
        for (const document of await store.list(path, { order, limit: SAMPLE_SIZE })) {
          const message = row(document, parentId);
          const id = identifyAuthor(message);
          const known = parties.get(id);
          if (id && (!known || !toText(known.firstName).trim())) parties.set(id, message);
        }
      }
      return [...parties]
        .map(([id, message]) => ({ id, row: message }))
        .sort((one, other) => (one.id < other.id ? -1 : 1));
    }),
  );
  return result.ok ? result.value : [];
}
