import { visit } from 'jsonc-parser';
import { type FileRow, MAX_RECORD } from './file-row';
import { ImportError } from './import-error';

/** The maximum depth of nested lists and objects in one record. */
const MAX_DEPTH = 64;

/**
 * Yields the objects of a JSON list, or of a file that consists of objects. Parses each object separately, so
 * that the file may be larger than the memory. Throws an ImportError with a line number if the JSON is invalid, repeats
 * a key or exceeds a limit. This takes 0.6 times as long as @streamparser/json, which reports no lines (decision 0046).
 */
export async function* readJsonRows(
  text: AsyncIterable<string>,
): AsyncGenerator<FileRow, undefined> {
  let line = 1;
  let start = 1;
  let object = '';
  let depth = 0;
  let colons = 0;
  let quoted = false;
  let escaped = false;
  /** 1 between the brackets of the list, otherwise 0. */
  let arrayDepth = 0;

  for await (const chunk of text) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk.charAt(at);
      if (character === '\n') line += 1;
      if (depth === 0) {
        if (character === '{') {
          depth = 1;
          colons = 0;
          from = at;
          start = line;
        } else if (character === '[' || character === ']') arrayDepth += character === '[' ? 1 : -1;
        else if (!/[\s,]/.test(character)) throw describeNotObject(line);
        if (arrayDepth < 0 || arrayDepth > 1) throw describeNotObject(line);
      } else if (escaped) escaped = false;
      else if (quoted) {
        if (character === '\\') escaped = true;
        else if (character === '"') quoted = false;
      } else if (character === '"') quoted = true;
      else if (character === ':') colons += 1;
      else if (character === '{' || character === '[') {
        depth += 1;
        if (depth > MAX_DEPTH)
          throw new ImportError(`Line ${line}: lists and objects are nested too deeply.`);
      } else if (character === '}' || character === ']') {
        depth -= 1;
        if (depth > 0) continue;
        yield parseRow(object + chunk.slice(from, at + 1), colons, start);
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
  if (arrayDepth > 0)
    throw new ImportError(`Line ${line}: the file ends in the middle of its list.`);
}

/** Parses an object whose text has this number of colons outside strings: one for each of its keys. */
function parseRow(text: string, colons: number, line: number): FileRow {
  try {
    // A text between braces is an object. Its keys may include `__proto__`, which assigning would lose.
    const value = JSON.parse(text) as object;
    if (countKeys(value) === colons) {
      const names = Object.keys(value).map((name) => name.replace(/\p{Surrogate}/gu, '\uFFFD'));
      const values: unknown[] = Object.values(value);
      const inexact = values.findIndex((one) => typeof one === 'number' && !isExact(one));
      const problem =
        inexact < 0
          ? undefined
          : `${names[inexact]} is a number that cannot be read exactly: put it in quotation marks`;
      return { line, namesLine: line, names, values, problem };
    }
  } catch {
    // The error of JSON.parse has no line.
  }
  throw describeInvalid(text, line);
}

/** Returns whether a number has the value that was written: JSON.parse rounds numbers of more than 15 digits. */
function isExact(number: number): boolean {
  return Number.isFinite(number) && String(Math.abs(number)).replace(/\D/g, '').length <= 15;
}

/** Returns the number of keys in a value and in all values inside it. JSON.parse keeps one of two equal keys. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) count += countKeys(inner);
  return count;
}

/** Returns an ImportError that names the line of the first repeated key or error in invalid JSON. */
function describeInvalid(text: string, firstLine: number): ImportError {
  const keys: Set<string>[] = [];
  const problems: { line: number; problem: string }[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void keys.push(new Set()),
      onObjectEnd: () => void keys.pop(),
      onObjectProperty(name, _offset, _length, line) {
        const known = keys.at(-1);
        if (known?.has(name))
          problems.push({
            line,
            problem: `the key “${name.slice(0, 60)}” appears twice in one object.`,
          });
        known?.add(name);
      },
      onError(_error, _offset, _length, line) {
        problems.push({ line, problem: 'the object is not valid JSON.' });
      },
    },
    { disallowComments: true },
  );
  const [{ line, problem } = { line: 0, problem: 'the object is not valid JSON.' }] = problems;
  return new ImportError(`Line ${firstLine + line}: ${problem}`);
}

function describeNotObject(line: number): ImportError {
  return new ImportError(`Line ${line}: the file must be a list of JSON objects.`);
}
