import { cellStyles, writeNumber, writeText } from '../core/sheets/sheet-xml';
import { isOfKind, type VariableKind } from './variables';

/** The number of days from 30 December 1899, day 0 of Excel, to 1 January 1970. */
const EXCEL_EPOCH = 25_569;
/** The number of 1 March 1900. Excel numbers earlier days incorrectly, because it counts 29 February 1900. */
const FIRST_DAY = 61;
const DAY_MS = 86_400_000;

/** Returns a cell with a number, a date or text, as XML. Text that begins like a formula stays text. */
export function writeCell(reference: string, kind: VariableKind, text: string): string {
  if (text === '') return '';
  if (!isOfKind(kind, text)) return writeText(reference, text);
  if (kind === 'number') return writeNumber(reference, text);
  const days = Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`) / DAY_MS;
  const serial = days + EXCEL_EPOCH;
  if (!(serial >= FIRST_DAY)) return writeText(reference, text);
  const style = kind === 'date-time' && text.includes(' ') ? 'date-time' : 'date';
  return `<c r="${reference}" s="${cellStyles[style]}"><v>${serial}</v></c>`;
}
