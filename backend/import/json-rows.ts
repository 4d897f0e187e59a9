import { z } from 'zod';
import { type FileRow, MAX_RECORD } from './file-row';
import { ImportFault } from './import-fault';

const record = z.record(z.string(), z.unknown());

/**
 * The objects of a JSON list, or of a file with one object after the other, each parsed by itself: the
 * list may be longer than the memory, and a row that is wrong has a line.
 */
export async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<FileRow, undefined> {
  let line = 1;
  let start = 1;
  let object = '';
  let depth = 0;
  let quoted = false;
  let escaped = false;
  /** Open brackets of the list itself. */
  let lists = 0;

  for await (const chunk of text) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk[at];
      if (sign === '\n') line += 1;
      if (depth === 0) {
        if (sign === '{') {
          depth = 1;
          from = at;
          start = line;
        } else if (sign === '[' || sign === ']') lists += sign === '[' ? 1 : -1;
        else if (!/[\s,]/.test(sign)) throw notObject(line);
        if (lists < 0 || lists > 1) throw notObject(line);
      } else if (escaped) escaped = false;
      else if (quoted) {
        if (sign === '\\') escaped = true;
        else if (sign === '"') quoted = false;
      } else if (sign === '"') quoted = true;
      else if (sign === '{') depth += 1;
      else if (sign === '}') {
        depth -= 1;
        if (depth > 0) continue;
        yield rowOf(object + chunk.slice(from, at + 1), start);
        object = '';
      }
    }
    if (depth > 0) object += chunk.slice(from);
    if (object.length > MAX_RECORD) throw new ImportFault(`Line ${start}: the object is too long.`);
  }
  if (depth > 0 || lists > 0) throw new ImportFault(`Line ${start}: the file ends in the middle.`);
}

function rowOf(text: string, line: number): FileRow {
  try {
    const fields = record.parse(JSON.parse(text));
    return {
      line,
      namesLine: line,
      names: Object.keys(fields),
      values: Object.values(fields),
    };
  } catch {
    throw new ImportFault(`Line ${line}: the object is no JSON.`);
  }
}

function notObject(line: number): ImportFault {
  return new ImportFault(`Line ${line}: the file must be a list of JSON objects.`);
}
