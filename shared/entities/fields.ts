import type { Field, Format, Input, ItemsSpec, Option, UploadSpec, When } from './declaration';

/** Characters of a line of text. */
export const SHORT_TEXT = 255;
/** Characters of a text of several lines, and of an address. */
export const LONG_TEXT = 5_000;
/** Characters of rich text and of lists of items. */
export const CONTENT = 500_000;

type Column = Partial<Pick<Field, 'priority' | 'off' | 'group' | 'aliases'>>;
type Decision = Pick<Field, 'identifying'>;
type ChoiceOptions = Column & {
  /** The heading of the column, where it is not the label of the input. */
  title?: string;
  label: string;
  wire: string;
} & Pick<Input, 'required' | 'optionalOnHost' | 'hint' | 'autoComplete' | 'addOnly' | 'rule'>;
type InputOptions = ChoiceOptions & Decision;

/** Returns the id of a record, given by the host. */
export function id(): Field {
  return { kind: 'number', format: 'number', title: 'ID', priority: 5, identifying: false };
}

/** Returns a field that comes from elsewhere and is only shown. */
export function shown(
  title: string,
  { kind = 'text', ...column }: Column & Decision & { kind?: Exclude<Format, 'choice'> },
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

/** Returns a value that rows carry for links and for pages of their own. */
export function carried(title: string, options: Decision & { kind?: 'text' | 'number' }): Field {
  return { ...shown(title, options), unlisted: true };
}

/** Returns who saved a record: a field of its `stamps`. */
export function savedBy(column: Column = {}): Field {
  return shown('User', { identifying: 'account name', ...column });
}

/** Returns when a record was saved: a field of its `stamps`. */
export function savedAt(column: Column = {}): Field {
  return shown('Date', { kind: 'date', identifying: false, ...column });
}

/** Returns a line of text. */
export function text(options: InputOptions): Field {
  return textInput(options, 'text', SHORT_TEXT);
}

/** Returns a line of text that names the record: it stays longest on a narrow screen. */
export function nameText(options: InputOptions): Field {
  return textInput({ priority: 1, ...options }, 'text', SHORT_TEXT);
}

/** Returns a line of text that may be as long as a text of several lines, such as opening hours. */
export function longText(options: InputOptions): Field {
  return textInput(options, 'text', LONG_TEXT);
}

/** Returns a text of several lines. */
export function textArea(options: InputOptions): Field {
  return textInput(options, 'textarea', LONG_TEXT);
}

/** Returns a phone number, in any form. */
export function phoneNumber(options: InputOptions): Field {
  return textInput(options, 'tel', SHORT_TEXT);
}

/** Returns an email address. */
export function email(options: InputOptions): Field {
  return textInput(options, 'email', SHORT_TEXT);
}

/** Returns a colour code, chosen with a picker where there is script. */
export function colorCode(options: InputOptions): Field {
  const hint = 'A code such as #1B7F5C';
  return { ...textInput({ priority: 2, hint, ...options }, 'color', SHORT_TEXT), format: 'color' };
}

/** Returns rich text as HTML. */
export function richText(options: InputOptions & { when?: When }): Field {
  return { ...textInput(options, 'rich-text', CONTENT), unlisted: true };
}

/** Returns the address of a file. */
export function file(options: InputOptions & { upload: UploadSpec }): Field {
  return { ...textInput(options, 'file', LONG_TEXT), unlisted: true };
}

/** Returns one text of a list, which is stored as it is. */
export function oneOfTexts(options: ChoiceOptions, texts: readonly Option[]): Field {
  return textInput({ ...options, identifying: false }, 'select', SHORT_TEXT, { options: texts });
}

const words = ['Active', 'Disabled'] as const;

/** Returns one of a few words that comes from elsewhere and is only shown. */
export function shownChoice(title: string, options: readonly string[], column: Column = {}): Field {
  const format = 'choice';
  return { kind: 'choice', format, title, priority: 3, identifying: false, ...column, options };
}

/**
 * Returns a status that comes from elsewhere: 1 in the field `storedIn`, if it has one, is Active, anything
 * else is not.
 */
export function shownStatus(storedIn?: string): Field {
  const field = shownChoice('Status', words, { priority: 2 });
  return storedIn === undefined ? field : { ...field, storedIn, codes: statusCodes };
}

/** The title of a question: one answered by a choice, by a date, or by a text in a person's own words. */
type Question = string | { date: string } | { text: string };

/** Returns fields that stand in the column chooser under one heading. */
export function questions<Name extends string>(
  group: string,
  titles: Readonly<Record<Name, Question>>,
): Record<Name, Field> {
  return Object.fromEntries(
    Object.entries<Question>(titles).map(([name, question]) => [
      name,
      { ...buildAnswer(question), off: true, group },
    ]),
  ) as Record<Name, Field>;
}

function buildAnswer(question: Question): Field {
  if (typeof question === 'string') return shown(question, { identifying: false });
  return 'date' in question
    ? shown(question.date, { kind: 'date', identifying: false })
    : shown(question.text, { identifying: true });
}

/** Returns one of a few values that all stand on the page; the field `storedIn` holds its code. */
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

/** Returns one of a few codes, which the list does not show. */
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

/** Returns Yes, sent as 1, or No, sent as 2 (docs/spec/product-spec.md §3); hosts may hold 0 for No. */
export function yesNo(options: ChoiceOptions): Field {
  return code('radio', options, [
    { value: '1', label: 'Yes', aliases: ['true'] },
    { value: '2', label: 'No', aliases: ['0', 'false'] },
  ]);
}

/** Returns a decimal number within bounds, both inclusive, such as a degree. */
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

/** Returns a repeated group of inputs, stored as JSON text. */
export function items(
  options: InputOptions & { when?: When; source?: string },
  spec: ItemsSpec,
): Field {
  return { ...textInput(options, 'items', CONTENT, { items: spec }), unlisted: true };
}

/** The codes of a status (docs/spec/product-spec.md §3). */
const statusCodes: readonly Option[] = [
  { value: '1', label: words[0] },
  { value: '2', label: words[1], aliases: ['inactive', '0'] },
];

/** Returns whether a document is active: 1 or 2 in the field itself, which the list does not show. */
export function statusCode(wire: string, hint?: string): Field {
  const options = { wire, label: 'Status', required: 'Status is required', hint };
  return code('radio', options, statusCodes);
}

/** Returns whether a record is active: 1 in the field `storedIn`, 2 otherwise (docs/spec/product-spec.md §3). */
export function status(storedIn: string, column: Column = {}): Field {
  return {
    kind: 'choice',
    format: 'choice',
    title: 'Status',
    priority: 2,
    identifying: false,
    ...column,
    options: words,
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
    off,
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
    ...(off ? { off } : {}),
    ...(group ? { group } : {}),
    ...(aliases ? { aliases } : {}),
    input: { ...input, control, max, ...more },
  };
}
