import type { Input, ItemsSpec, Option, UploadSpec, When } from './field';
import type {
  CodedField,
  ColumnOptions,
  IdentifyingOption,
  NumberField,
  SecondInput,
  TextField,
} from './field-of-kind';
import { statusCodes, statusWords } from './shown-fields';

/** The maximum number of characters in a single-line text. */
export const SHORT_TEXT = 255;
/** The maximum number of characters in a multi-line text or an address. */
export const LONG_TEXT = 5_000;
/** The maximum number of characters in rich text, or in the JSON text of a list of items. */
export const CONTENT = 500_000;

/** The hint for phone numbers that need a country code. */
export const PHONE_EXAMPLE = 'For example +260 97 123 4567';

type ChoiceOptions = ColumnOptions & {
  /** The heading of the column. Defaults to the label of the input. */
  title?: string;
  label: string;
  wire: string;
} & Pick<Input, 'required' | 'optionalOnHost' | 'hint' | 'autoComplete' | 'addOnly' | 'rule'>;
type InputOptions = ChoiceOptions & IdentifyingOption;

/** Returns a field for a single-line text. */
export function text(options: InputOptions): TextField {
  return textInput(options, 'text', SHORT_TEXT);
}

/** Returns a field for the name of a record. It has priority 1, so that narrow screens show it. */
export function nameText(options: InputOptions): TextField {
  return textInput({ priority: 1, ...options }, 'text', SHORT_TEXT);
}

/** Returns a field for a single-line text that may be as long as a multi-line text, such as an address. */
export function longText(options: InputOptions): TextField {
  return textInput(options, 'text', LONG_TEXT);
}

/** Returns a field for a multi-line text. */
export function textArea(options: InputOptions): TextField {
  return textInput(options, 'textarea', LONG_TEXT);
}

/** Returns a field for a phone number in any notation. The number of a person is masked. */
export function phoneNumber(options: InputOptions & Pick<Input, 'takesShortNumbers'>): TextField {
  const field = textInput(options, 'tel', SHORT_TEXT);
  return options.identifying === false ? field : { ...field, masked: 'phone number' };
}

/** Returns a field for an email address. */
export function email(options: InputOptions): TextField {
  return textInput(options, 'email', SHORT_TEXT);
}

/** Returns a field for a colour code. If script runs, the form has a colour picker for it. */
export function colorCode(options: InputOptions): TextField {
  const hint = 'A code such as #1B7F5C';
  return { ...textInput({ priority: 2, hint, ...options }, 'color', SHORT_TEXT), format: 'color' };
}

/** Returns a field for rich text, which is stored as HTML. Its images are uploaded to `target`. */
export function richText(
  options: InputOptions & { when?: When; target: UploadSpec['target'] },
): TextField {
  const { target, ...input } = options;
  const upload: UploadSpec = { target, accepts: 'image', content: 'image' };
  return { ...textInput(input, 'rich-text', CONTENT, { upload }), unlisted: true };
}

/** Returns a field for the address of a file. */
export function file(options: InputOptions & { upload: UploadSpec }): TextField {
  return { ...textInput(options, 'file', LONG_TEXT), unlisted: true };
}

/** Returns a field for one of the given texts. The text itself is stored, not a code. */
export function oneOfTexts(options: ChoiceOptions, texts: readonly Option[]): TextField {
  return textInput({ ...options, identifying: false }, 'select', SHORT_TEXT, { options: texts });
}

/** Returns a field for a choice that the form shows as radio buttons. The field `storedIn` holds its code. */
export function codedChoice<StoredIn extends string>(
  storedIn: StoredIn,
  options: ChoiceOptions,
  choices: readonly Option[],
): CodedField<StoredIn> {
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
): NumberField {
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
export function yesNo(options: ChoiceOptions): NumberField {
  return code('radio', options, yesNoCodes);
}

/** Returns a field for a decimal number from `min` to `max`, both inclusive, such as a latitude. */
export function decimal(options: InputOptions, [min, max]: readonly [number, number]): NumberField {
  const rule = (text: string) => {
    const number = /^[+-]?\d{1,10}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max
      ? undefined
      : `${options.label} must be a number from ${min} to ${max}`;
  };
  const hint = `A number from ${min} to ${max}. Use a point for decimals.`;
  const field = textInput({ hint, ...options, rule }, 'decimal', 30);
  return { ...field, kind: 'number', format: 'number', unlisted: true };
}

/** Returns a field for a repeated group of inputs, which is stored as JSON text. */
export function items(
  options: InputOptions & { when?: When; source: string },
  spec: ItemsSpec,
): SecondInput;
export function items(
  options: InputOptions & { when?: When; source?: never },
  spec: ItemsSpec,
): TextField;
export function items(
  options: InputOptions & { when?: When; source?: string },
  spec: ItemsSpec,
): TextField {
  return { ...textInput(options, 'items', CONTENT, { items: spec }), unlisted: true };
}

/** Returns the field for a document's status: 1 for active or 2 for disabled. The list has no column for it. */
export function statusCode(wire: string, hint?: string): NumberField {
  const options = { wire, label: 'Status', required: 'Status is required', hint };
  return code('radio', options, statusCodes);
}

/**
 * Returns the field for a record's status. The field `storedIn` holds its code: 1 for active, 2 for disabled
 * (docs/spec/product-spec.md §3).
 */
export function status<StoredIn extends string>(
  storedIn: StoredIn,
  column: ColumnOptions = {},
): CodedField<StoredIn> {
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
    wide,
    hiddenAtFirst,
    group,
    aliases,
    cardLabel,
    breaks,
    holds,
    valueKind,
    ...input
  }: InputOptions & Partial<Input>,
  control: Input['control'],
  max: number,
  more: Partial<Input> = {},
): TextField {
  return {
    kind: 'text',
    format: 'text',
    title: title ?? input.label,
    identifying,
    priority,
    ...(wide ? { wide } : {}),
    ...(hiddenAtFirst ? { hiddenAtFirst } : {}),
    ...(group ? { group } : {}),
    ...(aliases ? { aliases } : {}),
    ...(cardLabel ? { cardLabel } : {}),
    ...(breaks ? { breaks } : {}),
    ...(holds ? { holds } : {}),
    ...(valueKind ? { valueKind } : {}),
    input: { ...input, control, max, ...more },
  };
}
