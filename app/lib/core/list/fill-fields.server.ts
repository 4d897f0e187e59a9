import { findDeclaration } from 'shared/entities';
import type { Field, Option } from 'shared/entities/field';
import { getValueKind } from 'shared/entities/value-kind';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { memoizeByObject } from 'shared/memoize-by-object';
import { findOption } from 'shared/values/find-option';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { getApiHost } from '../host/host.server';

/** Sets a field of `row` from the fields that a host sent. */
type Fill = (row: Record<string, unknown>, sent: Row) => void;

/**
 * Returns a function that completes `row`, the declared fields of a row, from all fields that a remote host sent. Fills
 * empty fields from the aliases under which hosts may send them, and replaces the codes of answers by their words, so
 * that lists, filters, summaries and files have one value for an answer. A code without a word stays. For the embedded
 * host, which sends declared names and words only, the function does nothing.
 */
export const getFieldFiller = memoizeByObject(
  (entity: Entity): Fill => (getApiHost().conforms ? () => undefined : buildFieldFiller(entity)),
);

/** Returns the function that completes the rows of an entity on remote hosts. */
export function buildFieldFiller(entity: Entity): Fill {
  const fields = findDeclaration(entity.name)?.fields ?? {};
  const fills = entity.list.columns.flatMap((column) => buildFills(column, fields[column.field]));
  return (row, sent) => {
    for (const fill of fills) fill(row, sent);
  };
}

function buildFills({ field, aliases }: Column, declared: Field | undefined): Fill[] {
  const fills: Fill[] = [];
  if (aliases) {
    const isAnswer = declared !== undefined && getValueKind(declared) === 'answer';
    const names = [field, ...aliases];
    fills.push((row, sent) => {
      const filled = names.filter((name) => !isEmpty(name === field ? row[field] : sent[name]));
      // Of an answer, hosts may send a number beside the word (docs/spec/hosts-in-the-field.md).
      const name = (isAnswer && filled.find((other) => !isNumber(sent[other]))) || filled[0];
      if (name !== undefined && name !== field) row[field] = sent[name];
    });
  }
  const codes = declared ? listCodes(declared) : [];
  if (codes.length > 0) {
    const stored = declared?.storedIn;
    fills.push((row, sent) => {
      const given = isEmpty(row[field]) && stored !== undefined ? sent[stored] : row[field];
      const option = findOption(codes, given);
      if (option) row[field] = option.label;
    });
  }
  return fills;
}

/** Returns the words for the codes that a field shows. Empty if the field has none, or shows the code itself. */
function listCodes({ storedIn, answerCodes, codes, input }: Field): readonly Option[] {
  return storedIn === undefined ? (answerCodes ?? []) : (codes ?? input?.options ?? []);
}

function isEmpty(value: unknown): boolean {
  return toText(value).trim() === '';
}

function isNumber(value: unknown): boolean {
  return /^\s*-?[\d.]+\s*$/.test(toText(value));
}
