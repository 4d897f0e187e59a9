import { toText } from 'shared/list/values';
import { noteRows, type Viewer } from '../core/access/note-access.server';
import type { Entity } from '../core/entities/entity';
import { mask, phoneNumberField } from '../core/masking/mask.server';
import { findParties, type Party } from '../core/messenger/find-parties.server';
import { readAuthor } from './group-messages.server';

interface Parties {
  parties: Party[];
  /** The title of the conversation's pages, which names its parties. */
  title: string;
}

/** Returns the parties of a conversation between two phones. Notes that their names are shown to the user. */
export async function loadParties(user: Viewer, entity: Entity): Promise<Parties> {
  const parties = await findParties(entity);
  const rows = parties.map(({ row }) => row);
  const named = entity.list.columns.filter(({ field }) => ['firstName', 'number'].includes(field));
  noteRows(user, 'Chat', entity, rows, named);
  return { parties, title: describeParties(parties) };
}

/** Names the parties of a conversation. Parties of the same name are distinguished by their numbers. */
function describeParties(parties: readonly Party[]): string {
  const names = parties.map(({ row }) => readAuthor(row));
  const isAmbiguous = new Set(names).size < names.length;
  const [one, ...others] = parties.map(({ id, row }, index) => {
    const number = mask(phoneNumberField, toText(row.number) || id);
    return isAmbiguous && names[index] !== number ? `${names[index]} (${number})` : names[index];
  });
  if (one === undefined) return 'Chat';
  if (others.length === 0) return `Chat of ${one}`;
  return `Chat between ${new Intl.ListFormat('en').format([one, ...others].map(String))}`;
}
