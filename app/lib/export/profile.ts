import { isOfKind, type ValueStyle, type Variable, type VariableKind } from './variables';

/** A variable with what its values turned out to be. */
export interface ProfiledVariable extends Variable {
  /** The number of rows that have a value. */
  filled: number;
  /** The length of the longest value in bytes of UTF-8. */
  maxBytes: number;
  /** The kind that all values have. `text` if one value is not of the variable's kind. */
  found: VariableKind;
}

export interface Profile {
  /** Adds the cells of a row, in the order of the variables. */
  add(cells: readonly string[]): void;
  read(): ProfiledVariable[];
}

/**
 * Collects facts about the values of each variable while rows are written, so that scripts and codebooks describe the
 * data as it is.
 */
export function makeProfile(variables: readonly Variable[], style: ValueStyle): Profile {
  const columns = variables.map((variable) => {
    const kind = getExpectedKind(variable, style);
    return { variable, kind, filled: 0, maxBytes: 0, isUniform: true };
  });
  return {
    add(cells) {
      for (const [index, column] of columns.entries()) {
        const text = cells[index] ?? '';
        if (text === '') continue;
        column.filled += 1;
        // A text has at most three bytes for each of its units.
        if (text.length * 3 > column.maxBytes)
          column.maxBytes = Math.max(column.maxBytes, Buffer.byteLength(text));
        if (column.isUniform) column.isUniform = isOfKind(column.kind, text);
      }
    },
    read: () =>
      columns.map(({ variable, kind, filled, maxBytes, isUniform }) => ({
        ...variable,
        filled,
        maxBytes,
        found: isUniform ? kind : 'text',
      })),
  };
}

/** Returns the kind that the values of a variable should have. Codes are numbers if all declared codes are. */
export function getExpectedKind({ kind, codes }: Variable, style: ValueStyle): VariableKind {
  if (codes.length === 0) return kind;
  const areNumbers = codes.every(({ value }) => isOfKind('number', value));
  return style === 'codes' && areNumbers ? 'number' : 'text';
}
