import { linkedParticipant } from '../../backend/entities/linked-participant';
import { getAllTables } from '../../backend/entities/tables';
import { declarations } from '../../shared/entities';
import { type EntityDeclaration, getWireName } from '../../shared/entities/declaration';
import { getMasking } from '../../shared/entities/masking';
import { formatDate } from '../../shared/list/format-date';

/** Runs a statement on the study's database. */
type RunSql = (statement: string) => Promise<unknown[]>;

/** The phone numbers and dates of birth that pages mask. */
export interface MaskedValues {
  /** Only the digits of each number. */
  numbers: Set<string>;
  /** Each date as it is stored, and as pages show dates. */
  birthdays: Set<string>;
}

/** Returns the values of the demo study that pages mask: those of all tables, and of the messenger's documents. */
export async function listMaskedValues(sql: RunSql): Promise<MaskedValues> {
  const values: MaskedValues = { numbers: new Set(), birthdays: new Set() };
  const all: readonly EntityDeclaration[] = declarations;
  for (const { table, wireName } of [...getAllTables(), linkedParticipant]) {
    const fields = all.find((declared) => getWireName(declared) === wireName)?.fields ?? {};
    for (const row of await sql(`select * from ${table}`))
      for (const [name, value] of Object.entries<unknown>(Object(row))) {
        const masking = fields[name] && getMasking(fields[name]);
        if (masking === 'phone number') addNumber(values, value);
        if (masking === 'date of birth' && value) {
          values.birthdays.add(String(value).slice(0, 10));
          values.birthdays.add(formatDate(value, 'date', 'Africa/Lusaka'));
        }
      }
  }
  for (const row of await sql('select data from document'))
    for (const number of String(Object(row).data).matchAll(/\+260\d{9}/g))
      addNumber(values, number[0]);
  return values;
}

function addNumber({ numbers }: MaskedValues, value: unknown): void {
  const digits = String(value ?? '').replace(/\D/g, '');
  if (digits.length > 8) numbers.add(digits);
}

/** Returns the values that a response contains, each with the text around it. */
export function findUnmasked(response: string, { numbers, birthdays }: MaskedValues): string[] {
  const found = [...response.matchAll(/\d{9,}/g)].filter(([digits]) =>
    [digits, `260${digits.replace(/^0/, '')}`].some((number) => numbers.has(number)),
  );
  const dates = [...birthdays].filter((date) => response.includes(date));
  return [
    ...found.map(({ index }) => excerpt(response, index)),
    ...dates.map((date) => excerpt(response, response.indexOf(date))),
  ];
}

function excerpt(text: string, at: number): string {
  return text.slice(Math.max(0, at - 120), at + 60);
}
