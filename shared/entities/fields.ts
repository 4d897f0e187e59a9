import type {
  Field,
  Format,
  Input,
  ItemsSpec,
  Option,
  TimelineEvent,
  UploadSpec,
  When,
} from './field';

/** The maximum number of characters in a single-line text. */
export const SHORT_TEXT = 255;
/** The maximum number of characters in a multi-line text or an address. */
export const LONG_TEXT = 5_000;
/** The maximum number of characters in rich text, or in the JSON text of a list of items. */
export const CONTENT = 500_000;

/** The hint for phone numbers that need a country code. */
export const PHONE_EXAMPLE = 'For example +260 97 123 4567';

type Column = Partial<
  Pick<Field, 'priority' | 'hiddenAtFirst' | 'group' | 'aliases' | 'cardLabel'>
>;
type IdentifyingOption = Pick<Field, 'identifying'>;
type ChoiceOptions = Column & {
  /** The heading of the column. Defaults to the label of the input. */
  title?: string;
  label: string;
  wire: string;
} & Pick<Input, 'required' | 'optionalOnHost' | 'hint' | 'autoComplete' | 'addOnly' | 'rule'>;
type InputOptions = ChoiceOptions & IdentifyingOption;

/** Returns the field for a record's id, which the host assigns. */
export function id(): Field {
  return { kind: 'number', format: 'number', title: 'ID', priority: 5, identifying: false };
}

/** Returns a field that is displayed but cannot be edited. */
export function shown(
  title: string,
  {
    kind = 'text',
    ...column
  }: Column &
    IdentifyingOption &
    Pick<Field, 'follows' | 'offersValues' | 'answerCodes' | 'event'> & {
      kind?: Exclude<Format, 'choice' | 'status'>;
    },
): Field {
  switch (kind) {
    case 'text':
    case 'number':
      return { kind, format: kind, title, priority: 3, ...column };
    case 'date':
    case 'date-time':
      return { kind: 'date', format: kind, title, priority: 4, ...column };
    case 'color':
      return { kind: 'text', format: 'color', title, priority: 2, ...column };
    case 'score':
      return { kind: 'number', format: 'score', title, priority: 2, ...column };
    case 'file':
      return { kind: 'text', format: 'file', title, priority: 1, ...column };
    case 'file-size':
      return { kind: 'number', format: 'file-size', title, priority: 3, ...column };
  }
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
export function carried(
  title: string,
  options: IdentifyingOption & { kind?: 'text' | 'number' },
): Field {
  return { ...shown(title, options), unlisted: true };
}

/** Returns the field for the user who saved a record. See `Stamps`. */
export function savedBy(column: Column = {}): Field {
  return shown('User', { identifying: 'account name', ...column });
}

/** Returns the field for the time at which a record was saved. See `Stamps`. */
export function savedAt(column: Column = {}): Field {
  return shown('Date', { kind: 'date', identifying: false, ...column });
}

/** Returns a field for a single-line text. */
export function text(options: InputOptions): Field {
  return textInput(options, 'text', SHORT_TEXT);
}

/** Returns a field for the name of a record. It has priority 1, so that narrow screens show it. */
export function nameText(options: InputOptions): Field {
  return textInput({ priority: 1, ...options }, 'text', SHORT_TEXT);
}

/** Returns a field for a single-line text that may be as long as a multi-line text, such as an address. */
export function longText(options: InputOptions): Field {
  return textInput(options, 'text', LONG_TEXT);
}

/** Returns a field for a multi-line text. */
export function textArea(options: InputOptions): Field {
  return textInput(options, 'textarea', LONG_TEXT);
}

/** Returns a field for a phone number in any notation. */
export function phoneNumber(options: InputOptions): Field {
  return textInput(options, 'tel', SHORT_TEXT);
}

/** Returns a field for an email address. */
export function email(options: InputOptions): Field {
  return textInput(options, 'email', SHORT_TEXT);
}

/** Returns a field for a colour code. If script runs, the form has a colour picker for it. */
export function colorCode(options: InputOptions): Field {
  const hint = 'A code such as #1B7F5C';
  return { ...textInput({ priority: 2, hint, ...options }, 'color', SHORT_TEXT), format: 'color' };
}

/** Returns a field for rich text, which is stored as HTML. Its images are uploaded to `target`. */
export function richText(
  options: InputOptions & { when?: When; target: UploadSpec['target'] },
): Field {
  const { target, ...input } = options;
  const upload: UploadSpec = { target, accepts: 'image', content: 'image' };
  return { ...textInput(input, 'rich-text', CONTENT, { upload }), unlisted: true };
}

/** Returns a field for the address of a file. */
export function file(options: InputOptions & { upload: UploadSpec }): Field {
  return { ...textInput(options, 'file', LONG_TEXT), unlisted: true };
}

/** Returns a field for one of the given texts. The text itself is stored, not a code. */
export function oneOfTexts(options: ChoiceOptions, texts: readonly Option[]): Field {
  return textInput({ ...options, identifying: false }, 'select', SHORT_TEXT, { options: texts });
}

const statusWords = ['Active', 'Disabled'] as const;

/** Returns a field for one of the given words. It is displayed but cannot be edited. */
export function shownChoice(title: string, options: readonly string[], column: Column = {}): Field {
  const format = 'choice';
  return { kind: 'choice', format, title, priority: 3, identifying: false, ...column, options };
}

/** Returns a field for one of the given states of a record. It is displayed, as a badge, but cannot be edited. */
export function shownState(title: string, options: readonly string[], column: Column = {}): Field {
  return { ...shownChoice(title, options, column), format: 'status' };
}

/**
 * Returns a status field that is displayed but cannot be edited. With `storedIn`, the status is Active if that
 * field holds 1, and Disabled otherwise.
 */
export function shownStatus(storedIn?: string): Field {
  const field = shownState('Status', statusWords, { priority: 2 });
  return storedIn === undefined ? field : { ...field, storedIn, codes: statusCodes };
}

/**
 * The title of a question. A string is the title of a question with choices, `date` that of a question about a date,
 * and `text` that of a question with free text. `event` is the event whose date the answer gives.
 */
type Question = string | { date: string; event?: TimelineEvent } | { text: string };

/** Returns fields for the answers to questions. The column chooser lists them under the heading `group`. */
export function questions<Name extends string>(
  group: string,
  titles: Readonly<Record<Name, Question>>,
): Record<Name, Field> {
  return Object.fromEntries(
    Object.entries<Question>(titles).map(([name, question]) => [
      name,
      { ...buildAnswer(question), hiddenAtFirst: true, group },
    ]),
  ) as Record<Name, Field>;
}

function buildAnswer(question: Question): Field {
  if (typeof question === 'string') return shown(question, { identifying: false });
  return 'date' in question
    ? shown(question.date, {
        kind: 'date',
        identifying: false,
        ...(question.event && { event: question.event }),
      })
    : shown(question.text, { identifying: true });
}

/** Returns a field for a choice that the form shows as radio buttons. The field `storedIn` holds its code. */
export function codedChoice(
  storedIn: string,
  options: ChoiceOptions,
  choices: readonly Option[],
): Field {
  const field = textInput({ ...options, identifying: false }, 'radio', SHORT_TEXT, {
    options: choices,
  });
  const labels = choices.map(({ label }) => label);
  return { ...field, kind: 'choice', format: 'choice', options: labels, storedIn };
}

/** Returns a field for one of the given codes. The list has no column for it. */
export function code(
  control: 'radio' | 'select',
  options: ChoiceOptions,
  choices: readonly Option[],
): Field {
  const field = textInput({ ...options, identifying: false }, control, SHORT_TEXT, {
    options: choices,
  });
  return { ...field, kind: 'number', format: 'number', unlisted: true };
}

/** The codes for Yes and No (docs/spec/product-spec.md §3). Some hosts store 0 for No. */
export const yesNoCodes: readonly Option[] = [
  { value: '1', label: 'Yes', aliases: ['true'] },
  { value: '2', label: 'No', aliases: ['0', 'false'] },
];

/** Returns a field for Yes or No. */
export function yesNo(options: ChoiceOptions): Field {
  return code('radio', options, yesNoCodes);
}

/** Returns a field for a decimal number from `min` to `max`, both inclusive, such as a latitude. */
export function decimal(options: InputOptions, [min, max]: readonly [number, number]): Field {
  const rule = (text: string) => {
    const number = /^[+-]?\d{1,10}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max
      ? undefined
      : `${options.label} must be a number from ${min} to ${max}`;
  };
  const hint = `A number from ${min} to ${max}, with a point`;
  const field = textInput({ hint, ...options, rule }, 'decimal', 30);
  return { ...field, kind: 'number', format: 'number', unlisted: true };
}

/** Returns a field for a repeated group of inputs, which is stored as JSON text. */
export function items(
  options: InputOptions & { when?: When; source?: string },
  spec: ItemsSpec,
): Field {
  return { ...textInput(options, 'items', CONTENT, { items: spec }), unlisted: true };
}

/** The codes of a status (docs/spec/product-spec.md §3). */
export const statusCodes: readonly Option[] = [
  { value: '1', label: statusWords[0] },
  { value: '2', label: statusWords[1], aliases: ['inactive', '0'] },
];

/** Returns the field for a document's status: 1 for active or 2 for disabled. The list has no column for it. */
export function statusCode(wire: string, hint?: string): Field {
  const options = { wire, label: 'Status', required: 'Status is required', hint };
  return code('radio', options, statusCodes);
}

/**
 * Returns the field for a record's status. The field `storedIn` holds its code: 1 for active, 2 for disabled
 * (docs/spec/product-spec.md §3).
 */
export function status(storedIn: string, column: Column = {}): Field {
  return {
    kind: 'choice',
    format: 'status',
    title: 'Status',
    priority: 2,
    identifying: false,
    ...column,
    options: statusWords,
    storedIn,
    input: {
      wire: 'ustatus',
      label: 'Status',
      control: 'radio',
      required: 'Status is required',
      max: SHORT_TEXT,
      options: statusCodes,
    },
  };
}

function textInput(
  {
    title,
    identifying,
    priority = 3,
    hiddenAtFirst,
    group,
    aliases,
    ...input
  }: InputOptions & Partial<Input>,
  control: Input['control'],
  max: number,
  more: Partial<Input> = {},
): Field {
  return {
    kind: 'text',
    format: 'text',
    title: title ?? input.label,
    identifying,
    priority,
    ...(hiddenAtFirst ? { hiddenAtFirst } : {}),
    ...(group ? { group } : {}),
    ...(aliases ? { aliases } : {}),
    input: { ...input, control, max, ...more },
  };
}
