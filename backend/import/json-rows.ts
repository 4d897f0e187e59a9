import { visit } from 'jsonc-parser';
import { z } from 'zod';
import { type FileRow, MAX_RECORD } from './file-row';
import { ImportError } from './import-error';

const record = z.record(z.string(), z.unknown());

/** The maximum depth of nested lists and objects in one record. */
const MAX_DEPTH = 64;

/**
 * Yields the objects of a JSON list, or of a file that consists of objects. Parses each object separately, so
 * that the file may be larger than the memory. Throws an ImportError that names the line of invalid JSON.
 */
export async function* readJsonRows(
  text: AsyncIterable<string>,
): AsyncGenerator<FileRow, undefined> {
  let line = 1;
  let start = 1;
  let object = '';
  let depth = 0;
  let quoted = false;
  let escaped = false;
  /** 1 between the brackets of the list, otherwise 0. */
  let lists = 0;

  for await (const chunk of text) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk.charAt(at);
      if (sign === '\n') line += 1;
      if (depth === 0) {
        if (sign === '{') {
          depth = 1;
          from = at;
          start = line;
        } else if (sign === '[' || sign === ']') lists += sign === '[' ? 1 : -1;
        else if (!/[\s,]/.test(sign)) throw describeNotObject(line);
        if (lists < 0 || lists > 1) throw describeNotObject(line);
      } else if (escaped) escaped = false;
      else if (quoted) {
        if (sign === '\\') escaped = true;
        else if (sign === '"') quoted = false;
      } else if (sign === '"') quoted = true;
      else if (sign === '{' || sign === '[') {
        depth += 1;
        if (depth > MAX_DEPTH)
          throw new ImportError(`Line ${line}: lists and objects are nested too deeply.`);
      } else if (sign === '}' || sign === ']') {
        depth -= 1;
        if (depth > 0) continue;
        yield parseRow(object + chunk.slice(from, at + 1), start);
        object = '';
      }
    }
    if (depth > 0) object += chunk.slice(from);
    if (object.length > MAX_RECORD) throw new ImportError(`Line ${start}: the object is too long.`);
  }
  if (depth > 0)
    throw new ImportError(
      `Line ${line}: the file ends in the middle of the object that begins on line ${start}.`,
    );
  if (lists > 0) throw new ImportError(`Line ${line}: the file ends in the middle of its list.`);
}

function parseRow(text: string, line: number): FileRow {
  refuseErrors(text, line);
  try {
    const fields = record.parse(JSON.parse(text));
    return { line, namesLine: line, names: Object.keys(fields), values: Object.values(fields) };
  } catch {
    throw new ImportError(`Line ${line}: the object is not valid JSON.`);
  }
}

/** Throws an ImportError that names the line of invalid JSON or of a repeated key. */
function refuseErrors(text: string, firstLine: number): void {
  const keys: Set<string>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void keys.push(new Set()),
      onObjectEnd: () => void keys.pop(),
      onObjectProperty(name, _offset, _length, line) {
        const known = keys.at(-1);
        if (known?.has(name))
          throw new ImportError(
            `Line ${firstLine + line}: the key “${name.slice(0, 60)}” stands twice in one object.`,
          );
        known?.add(name);
      },
      onError(_error, _offset, _length, line) {
        throw new ImportError(`Line ${firstLine + line}: the object is not valid JSON.`);
      },
    },
    { disallowComments: true },
  );
}

function describeNotObject(line: number): ImportError {
  return new ImportError(`Line ${line}: the file must be a list of JSON objects.`);
}
