import { nameVariables } from './variable-names';
import { isOfKind, type ValueStyle, type Variable, type VariableKind } from './variables';

/** A variable with facts about its values. */
export interface ProfiledVariable extends Variable {
  /** The number of rows that have a value. */
  filled: number;
  /** The length of the longest value in bytes of UTF-8. */
  maxBytes: number;
  /** The kind that the values should have. */
  expected: VariableKind;
  /**
   * The name of a further variable in scripts, which has the values as text. Undefined if all values are of the
   * expected kind.
   */
  textName?: string;
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
        // UTF-8 needs at most three bytes for each UTF-16 unit.
        if (text.length * 3 > column.maxBytes)
          column.maxBytes = Math.max(column.maxBytes, Buffer.byteLength(text));
        if (column.isUniform) column.isUniform = isOfKind(column.kind, text);
      }
    },
    read() {
      const mixed = columns.filter(({ kind, isUniform }) => kind !== 'text' && !isUniform);
      const names = columns.map(({ variable }) => variable.name);
      const textNames = nameVariables([
        ...names,
        ...mixed.map(({ variable }) => `${variable.name}_text`),
      ]).slice(names.length);
      return columns.map((column) => {
        const { variable, kind: expected, filled, maxBytes } = column;
        return {
          ...variable,
          filled,
          maxBytes,
          expected,
          textName: textNames[mixed.indexOf(column)],
        };
      });
    },
  };
}

/** Returns the kind that the values of a variable should have. Codes are numbers if all declared codes are. */
export function getExpectedKind({ kind, codes }: Variable, style: ValueStyle): VariableKind {
  if (codes.length === 0) return kind;
  const areNumbers = codes.every(({ value }) => isOfKind('number', value));
  return style === 'codes' && areNumbers ? 'number' : 'text';
}
