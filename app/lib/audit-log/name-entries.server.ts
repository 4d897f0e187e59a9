import { parseEarlier } from 'backend/history/earlier-id';
import { declarations } from 'shared/entities';
import { findAccessedPath } from '../core/access/accessed-rows.server';
import { toPublicPath } from '../core/addresses/public-path.server';
import { fromOpaqueId, readEnteredId } from '../core/addresses/record-address.server';
import { isReadableId } from '../core/entities/record-history';
import type { Cell, ListRow } from '../core/list/list-row';
import type { ListView } from '../core/list/list-view';
import { filterErased } from '../erasure/erasure-store.server';

/** A code that a description may contain: see `toOpaqueId`. */
const CODE = /(?<![\w-])[\w-]{38,}(?![\w-])/;
/** The kinds to try if no word for a kind precedes the code, as in `Messages of …`. */
const UNNAMED = ['phone', 'conversation', 'participant'] as const;

/** The kinds of records whose ids are or contain phone numbers. */
const opaque: ReadonlySet<string> = new Set(['phone', 'conversation']);

/** The record that a description names by a code, and the text before and after this name. */
interface NamedRecord {
  start: string;
  end: string;
  /** The name of the entity. */
  kind: string;
  singular: string;
  id: string;
}

/**
 * Returns the rows of a page of the audit log or the error log, with the encrypted ids in each description replaced by
 * names and a link to the first record: `participant 30`, `a phone` if its id identifies a person, or `an erased
 * participant` without a link. `field` is the column of the descriptions, whose stored entries keep the encrypted ids
 * (decision 0154). An id that no key decrypts stays. All signed-in users may open the records that have such ids.
 */
export async function nameEntries(
  { columns, rows }: Pick<ListView, 'columns' | 'rows'>,
  field: string,
): Promise<ListRow[]> {
  const place = columns.findIndex((column) => column.field === field);
  // An entry names two records if it links one to the other.
  return nameFirst(await nameFirst(rows, place), place);
}

/** Replaces the first encrypted id in the cells of a column. */
async function nameFirst(rows: readonly ListRow[], place: number): Promise<ListRow[]> {
  const records = rows.map(({ cells }) => findRecord(getText(cells[place])));
  const ids = records.flatMap((record) => (record?.kind === 'participant' ? [record.id] : []));
  const erased = await filterErased(ids);
  return rows.map((row, index) => {
    const record = records[index];
    const cell = row.cells[place];
    if (!record || cell === undefined) return row;
    return { ...row, cells: row.cells.with(place, nameRecord(record, cell, erased)) };
  });
}

function getText(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}

function findRecord(text: string): NamedRecord | undefined {
  const found = CODE.exec(text);
  if (!found) return undefined;
  const [code] = found;
  const before = text.slice(0, found.index);
  const end = text.slice(found.index + code.length);
  for (const { name: kind, singular } of declarations) {
    if (!` ${before}`.endsWith(` ${singular} `)) continue;
    const id = readEnteredId(kind, code);
    const start = before.slice(0, -`${singular} `.length);
    if (id !== undefined) return { start, end, kind, singular, id };
  }
  for (const kind of UNNAMED) {
    const id = fromOpaqueId(kind, code);
    if (id !== undefined) return { start: before, end, kind, singular: kind, id };
  }
  return undefined;
}

/** Returns whether an id identifies nobody. The ids of phones and conversations are or contain phone numbers. */
function isPublicId(kind: string, id: string): boolean {
  return isReadableId(id) && (kind === 'participant' ? /^\d+$/.test(id) : !opaque.has(kind));
}

/** Returns the cell with the name. A link that the cell has already leads to the history of the record. */
function nameRecord(
  { start, end, kind, singular, id }: NamedRecord,
  cell: Cell,
  erased: ReadonlySet<string>,
): Cell {
  if (kind === 'participant' && erased.has(id)) {
    // The entry of the erasure itself says it already.
    const name = start === 'Erased ' ? 'a participant' : 'an erased participant';
    return start + name + end;
  }
  if (parseEarlier(id)) return `${start}an earlier ${singular}${end}`;
  const name = isPublicId(kind, id) ? `${singular} ${id}` : `a ${singular}`;
  const text = start + name + end;
  if (typeof cell === 'object' && 'href' in cell && cell.href) return { ...cell, text };
  const path = findAccessedPath(kind, id);
  return path ? { text, href: toPublicPath(path) } : text;
}
