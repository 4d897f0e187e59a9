import type { Field, Format, Option } from './field';
import type {
  ChoiceField,
  CodedField,
  ColumnOptions,
  DateField,
  FieldOfKind,
  IdentifyingOption,
  NumberField,
  TextField,
} from './field-of-kind';

/** Returns the field for a record's id, which the host assigns. */
export function id(): NumberField {
  return {
    kind: 'number',
    format: 'number',
    title: 'ID',
    priority: 5,
    identifying: false,
    holds: 'record id',
  };
}

/** The kind and the default priority of each format that `shown` makes. */
const shownFormats = {
  text: { kind: 'text', priority: 3 },
  number: { kind: 'number', priority: 3 },
  date: { kind: 'date', priority: 4 },
  'date-time': { kind: 'date', priority: 4 },
  color: { kind: 'text', priority: 2 },
  score: { kind: 'number', priority: 2, unit: '%' },
  file: { kind: 'text', priority: 1 },
  'file-size': { kind: 'number', priority: 3, unit: 'bytes' },
} as const satisfies Partial<Record<Format, Pick<Field, 'kind' | 'priority' | 'unit'>>>;

type ShownFormat = keyof typeof shownFormats;
type ShownOptions<Kind extends ShownFormat> = ColumnOptions &
  IdentifyingOption &
  Pick<
    Field,
    'unit' | 'masked' | 'follows' | 'offersValues' | 'groupsRows' | 'answerCodes' | 'event'
  > & {
    format?: Kind;
  };
type ShownField<Kind extends ShownFormat> = FieldOfKind<(typeof shownFormats)[Kind]['kind']>;

/** Returns a field that is displayed but cannot be edited. */
export function shown<Kind extends ShownFormat = 'text'>(
  title: string,
  options: ShownOptions<Kind>,
): ShownField<Kind>;
export function shown(
  title: string,
  { format = 'text', ...column }: ShownOptions<ShownFormat>,
): Field {
  return { ...shownFormats[format], format, title, ...column };
}

/** Returns a field with the phone number by which the records of a person are found. */
export function shownPhoneNumber(title: string, options: ColumnOptions = {}): TextField {
  return shown(title, {
    identifying: true,
    masked: 'phone number',
    holds: 'phone number',
    ...options,
  });
}

/**
 * Returns the field with the study number of a participant, which some hosts call `art_number`
 * (docs/spec/hosts-in-the-field.md).
 */
export function shownStudyNumber(): TextField {
  return shown('Study No', {
    identifying: true,
    masked: 'nothing',
    holds: 'study number',
    priority: 1,
    aliases: ['art_number'],
  });
}

/**
 * Returns a field that is computed from other records and from the present day. It is a column of the list, and of no
 * form, import or history.
 */
export function derived(field: Field): Field & { derived: true } {
  return { ...field, hiddenAtFirst: true, derived: true };
}

/**
 * Returns a field without a column. Rows contain its value because links or pages of single records need it.
 */
export function carried<Kind extends 'text' | 'number' = 'text'>(
  title: string,
  options: IdentifyingOption & Pick<Field, 'valueKind'> & { format?: Kind },
): ShownField<Kind> {
  return { ...shown<Kind>(title, options), unlisted: true };
}

/** Returns the field for the user who saved a record. See `Stamps`. */
export function savedBy(column: ColumnOptions = {}): TextField {
  return shown('User', { identifying: 'account name', ...column });
}

/** Returns the field for the time at which a record was saved. See `Stamps`. */
export function savedAt(column: ColumnOptions = {}): DateField {
  return shown('Date', { format: 'date', identifying: false, ...column });
}

/** The words for a status. */
export const statusWords = ['Active', 'Disabled'] as const;

/** The codes of a status (docs/spec/product-spec.md §3). */
export const statusCodes: readonly Option[] = [
  { value: '1', label: statusWords[0] },
  { value: '2', label: statusWords[1], aliases: ['inactive', '0'] },
];

/** Returns a field for one of the given words. It is displayed but cannot be edited. */
export function shownChoice(
  title: string,
  options: readonly string[],
  column: ColumnOptions = {},
): ChoiceField {
  const format = 'choice';
  return { kind: 'choice', format, title, priority: 3, identifying: false, ...column, options };
}

/** Returns a field for one of the given states of a record. It is displayed, as a badge, but cannot be edited. */
export function shownState(
  title: string,
  options: readonly string[],
  column: ColumnOptions = {},
): ChoiceField {
  return { ...shownChoice(title, options, column), format: 'status' };
}

/**
 * Returns a status field that is displayed but cannot be edited. With `storedIn`, the status is Active if that
 * field holds 1, and Disabled otherwise.
 */
export function shownStatus(): ChoiceField;
export function shownStatus<StoredIn extends string>(storedIn: StoredIn): CodedField<StoredIn>;
export function shownStatus(storedIn?: string): ChoiceField {
  const field = shownState('Status', statusWords, { priority: 2 });
  return storedIn === undefined ? field : { ...field, storedIn, codes: statusCodes };
}
