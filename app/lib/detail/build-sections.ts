import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { findOption } from 'shared/values/find-option';
import { getValueKey } from 'shared/values/normalize';
import type { PublicLink } from '../core/addresses/publish-link.server';
import type { Column } from '../core/entities/column';
import { formatShown } from '../core/list/format';
import { isMasked } from '../core/masking/mask.server';
import type { Explanations } from '../core/records/explanations.server';
import type { DetailField, DetailSection } from './detail-view';

const FIRST_SECTION = 'General';

interface SectionOptions {
  /** True if fields without an answer are shown too. */
  showsAll: boolean;
  explanations: Explanations;
  timeZone: string;
  /** Returns the button that reveals the masked value of a field. Undefined if no column is masked. */
  reveal?: (column: Column) => Required<PublicLink>;
}

/** Returns the fields of a record in their groups. Leaves out groups without a field. */
export function buildSections(
  columns: readonly Column[],
  row: Row,
  { showsAll, explanations, timeZone, reveal }: SectionOptions,
): DetailSection[] {
  const sections = new Map<string, DetailSection>();
  for (const column of columns) {
    if (!showsAll && !isAnswered(column, row)) continue;
    const title = column.group ?? FIRST_SECTION;
    const section = sections.get(title) ?? { id: buildId(title), title, fields: [] };
    section.fields.push({
      title: column.title,
      ...readAnswer(column, row, timeZone),
      explanation: findExplanation(column, explanations),
      reveal: isMasked(column, row[column.field]) ? reveal?.(column) : undefined,
    });
    sections.set(title, section);
  }
  return [...sections.values()];
}

/** Returns whether a record has a value in the column's field. */
export function isAnswered({ field }: Column, row: Row): boolean {
  return toText(row[field]).trim() !== '';
}

/** Returns the answer in words, and the stored code if it differs from them. */
function readAnswer(
  column: Column,
  row: Row,
  timeZone: string,
): Pick<DetailField, 'text' | 'code'> {
  const text = formatShown(column, row, timeZone);
  const option = column.answerCodes && findOption(column.answerCodes, text);
  if (option)
    return { text: option.label, code: isSameAnswer(text, option.label) ? undefined : text };
  const code = column.storedIn === undefined ? '' : toText(row[column.storedIn]).trim();
  return { text, code: code === '' || code === text ? undefined : code };
}

function isSameAnswer(text: string, label: string): boolean {
  return getValueKey('answer', text) === getValueKey('answer', label);
}

function findExplanation(
  { field, aliases = [], title }: Column,
  explanations: Explanations,
): string | undefined {
  const name = [field, ...aliases].find((candidate) => explanations.has(candidate));
  const text = name === undefined ? undefined : explanations.get(name);
  return text?.toLowerCase() === title.toLowerCase() ? undefined : text;
}

/** Returns the id of a section, such as `hiv-history`, which can be the fragment of an address. */
function buildId(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
