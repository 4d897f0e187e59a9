import { makeMalformedError, makeTooManyError } from './form-error';
import { formLimits } from './limits';
import { type ListInputs, unpackRows } from './packed-rows';

/** The inputs that a form has. */
export interface DeclaredInputs {
  fields: readonly string[];
  /** The fields that may be sent several times, as check boxes of one name are. */
  repeated?: readonly string[];
  /** The inputs of a row, by the name of its list. Such an input is posted under a name like `options[0].answer`. */
  lists?: ListInputs;
}

/** Matches the name of a field, or of an input of a list's row. */
const NAME = /^([\w.-]+)(?:\[(\d{1,4})\](?:\.([\w-]+))?)?$/;

/**
 * Returns the posted fields that the form declares, and omits all others. Replaces packed rows by their inputs. Throws
 * a FormError for a name that is malformed or too long, and for a declared field that was sent twice. Also throws a
 * FormError for a list with gaps or too many rows, because the highest index determines the length of a list.
 */
export function selectDeclared(
  entries: readonly (readonly [string, string])[],
  { fields, repeated = [], lists = {} }: DeclaredInputs,
): FormData {
  const form = new FormData();
  const sent = new Set<string>();
  const rows = new Map<string, Set<number>>();
  for (const [name, value] of unpackRows(entries, lists)) {
    const [, field = '', index, input = ''] =
      (name.length <= formLimits.nameLength && NAME.exec(name)) || refuseName();
    if (index === undefined) {
      if (repeated.includes(field)) {
        form.append(field, value);
        continue;
      }
      if (!fields.includes(field)) continue;
    } else {
      if (!Object.hasOwn(lists, field) || !lists[field]?.includes(input)) continue;
      const indexes = rows.get(field) ?? new Set();
      rows.set(field, indexes.add(Number(index)));
    }
    if (sent.has(name)) throw makeMalformedError();
    sent.add(name);
    form.append(name, value);
  }
  checkRows(rows, form);
  return form;
}

function checkRows(rows: ReadonlyMap<string, ReadonlySet<number>>, form: FormData): void {
  let sum = 0;
  for (const [field, indexes] of rows) {
    const last = Math.max(...indexes);
    sum += last + 1;
    if (sum > formLimits.rows) throw makeTooManyError(formLimits.rows, 'rows');
    // A list that was posted as one text must not be posted as rows too.
    if (last + 1 !== indexes.size || form.has(field)) throw makeMalformedError();
  }
}

function refuseName(): never {
  throw makeMalformedError();
}
