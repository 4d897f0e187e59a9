import { setImmediate } from 'node:timers/promises';
import { envelopeSchema } from 'shared/envelope';
import { BYTE_ORDER_MARK } from 'shared/list/csv';
import { parseJson } from 'shared/parse-json';
import { EncodedForm } from '../host/api-host';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { log } from '../server/log.server';
import { type CsvDifference, compareCsv } from './compare-csv.server';

/** The rows of an export as text, with the cells in the order of `titles`. */
interface ExportTable {
  /** The list's name in log messages. */
  list: string;
  titles: readonly string[];
  rows: readonly (readonly string[])[];
}

/**
 * The file that the host made. If `body` is undefined, the panel must make the file itself, and `notice` is the
 * message that tells the user the reason.
 */
type HostFile = { body: Uint8Array<ArrayBuffer> } | { body: undefined; notice?: string };

const PATH = 'downloadJson';
const MARK = Buffer.from(BYTE_ORDER_MARK);
/** The number of rows that are converted to JSON in one piece. */
const PART = 500;
/** The maximum length of a refusal in bytes. A longer answer is a file. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/**
 * Requests a file of the rows from the host (product-spec.md §7). Returns it only if it contains exactly these
 * rows, because some hosts change values. Otherwise logs the kind of the first difference and its column.
 */
export async function makeHostFile(
  filename: string,
  table: ExportTable,
): Promise<ApiResult<HostFile>> {
  const form = await encodeForm(filename, table);
  // The form is longer than a file with the same rows, because it repeats the titles in each row.
  const answer = await getApiHost().exchange(PATH, form, form.text.length + MAX_REFUSAL_BYTES);
  if (!answer.ok) {
    const { kind } = answer.error;
    // A host without this path does not make files, and some refuse long forms. A file that is too long has other
    // content than these rows.
    const isTooLarge = kind === 'unreachable' && answer.error.status === 413;
    if (kind !== 'missing' && kind !== 'too long' && !isTooLarge) return answer;
    const notice = kind === 'too long' ? messages.exportIncomplete(table.list) : undefined;
    return { ok: true, value: { body: undefined, notice } };
  }
  const body = answer.value;
  if (isRefusal(body)) return { ok: false, error: { kind: 'unreachable' } };
  // For an empty list, some hosts answer with an empty body or with empty JSON.
  if (table.rows.length === 0 && /^\s*(""|\[\])?\s*$/.test(decodeStart(body)))
    return { ok: true, value: { body: undefined } };
  const difference = await compareCsv(body, table.titles, table.rows, () => setImmediate());
  if (!difference) return { ok: true, value: { body: addByteOrderMark(body) } };
  log.warn(
    { path: PATH, list: table.list, difference: difference.kind, column: difference.column },
    'the API host made a file that differs from its rows: the panel makes it instead',
  );
  return {
    ok: true,
    value: { body: undefined, notice: describeDifference(difference, table.list) },
  };
}

function describeDifference({ kind }: CsvDifference, list: string): string {
  if (kind === 'value changed') return messages.exportChanged(list);
  return kind === 'not CSV' ? messages.exportUnreadable(list) : messages.exportIncomplete(list);
}

/**
 * Returns the form, which has the rows as a JSON array of objects. Builds it in parts, so that other requests
 * are served in between. Uses encodeURIComponent because URLSearchParams takes ten times as long for a long
 * text.
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

/** Returns true if the answer is an envelope that refuses the request. */
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

/** Returns the file with a byte-order mark, without which spreadsheet programs do not recognize UTF-8. */
function addByteOrderMark(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return MARK.equals(body.subarray(0, MARK.length))
    ? body
    : new Uint8Array(Buffer.concat([MARK, body]));
}
