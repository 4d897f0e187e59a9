import { setImmediate } from 'node:timers/promises';
import { envelopeSchema } from 'shared/envelope';
import { BYTE_ORDER_MARK } from 'shared/list/csv';
import { parseJson } from 'shared/parse-json';
import { EncodedForm } from '../host/api-host';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { log } from '../server/log.server';
import { compareCsv, type Difference } from './compare-csv.server';

/** The rows of an export as texts, in the order of its titles. */
export interface ExportTable {
  /** The list's name in the log. */
  list: string;
  titles: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The host's file, or without one a message for the user, if any. */
export type HostFile = { body: Uint8Array<ArrayBuffer> } | { body: undefined; notice?: string };

const PATH = 'downloadJson';
const MARK = Buffer.from(BYTE_ORDER_MARK);
/** The rows that become JSON at once. */
const PART = 500;
/** The length of a refusal at most; what is longer is a file. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/**
 * Has the host make a file of the rows (product-spec.md §7), and returns it if it holds exactly these. Hosts in
 * the field change values: such a file is not handed on, and the log says what kind of change it was, and where.
 */
export async function makeHostFile(
  filename: string,
  table: ExportTable,
): Promise<ApiResult<HostFile>> {
  const form = await encodeForm(filename, table);
  // The form is longer than a file of the same rows: it repeats the titles in each.
  const answer = await getApiHost().exchange(PATH, form, form.text.length + MAX_REFUSAL_BYTES);
  if (!answer.ok) {
    const { kind } = answer.error;
    // A host without the path makes no files, and a file that long is not of these rows.
    if (kind !== 'missing' && kind !== 'too long') return answer;
    const notice = kind === 'too long' ? messages.exportIncomplete(table.list) : undefined;
    return { ok: true, value: { body: undefined, notice } };
  }
  const body = answer.value;
  if (isRefusal(body)) return { ok: false, error: { kind: 'unreachable' } };
  // Hosts answer an empty list with nothing, or with an empty JSON text.
  if (table.rows.length === 0 && /^\s*(""|\[\])?\s*$/.test(decodeStart(body)))
    return { ok: true, value: { body: undefined } };
  const difference = await compareCsv(body, table.titles, table.rows, () => setImmediate());
  if (!difference) return { ok: true, value: { body: withMark(body) } };
  log.warn(
    { path: PATH, list: table.list, difference: difference.kind, column: difference.column },
    'the API host made a file that differs from its rows: the panel makes it instead',
  );
  return {
    ok: true,
    value: { body: undefined, notice: describeDifference(difference, table.list) },
  };
}

function describeDifference({ kind }: Difference, list: string): string {
  if (kind === 'value changed') return messages.exportChanged(list);
  return kind === 'not CSV' ? messages.exportUnreadable(list) : messages.exportIncomplete(list);
}

/**
 * Returns the form with the rows as a JSON list of objects, made in parts: others are served meanwhile. Of a long
 * text, URLSearchParams takes ten times as long as encodeURIComponent.
 */
async function encodeForm(filename: string, { titles, rows }: ExportTable): Promise<EncodedForm> {
  const parts: string[] = [];
  for (let start = 0; start < rows.length; start += PART) {
    const records = rows
      .slice(start, start + PART)
      .map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at]])));
    parts.push(encodeURIComponent(JSON.stringify(records).slice(1, -1)));
    await setImmediate();
  }
  const ujson = parts.join(encodeURIComponent(','));
  return new EncodedForm(
    `ufilename=${encodeURIComponent(filename)}&ujson=${encodeURIComponent('[')}${ujson}${encodeURIComponent(']')}`,
  );
}

/** Returns whether the answer is an envelope that says no. */
function isRefusal(body: Uint8Array): boolean {
  if (body.byteLength > MAX_REFUSAL_BYTES) return false;
  try {
    return envelopeSchema.safeParse(parseJson(decodeStart(body))).data?.succeeded === false;
  } catch {
    return false;
  }
}

function decodeStart(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, MAX_REFUSAL_BYTES));
}

/** Returns the file with a byte-order mark: spreadsheets take a file for UTF-8 only when it begins with one. */
function withMark(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return MARK.equals(body.subarray(0, MARK.length))
    ? body
    : new Uint8Array(Buffer.concat([MARK, body]));
}
