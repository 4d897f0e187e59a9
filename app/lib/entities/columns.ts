import type { Column } from './entity';

type Extra = Partial<
  Pick<Column, 'aliases' | 'off' | 'priority' | 'group' | 'link' | 'note' | 'options'>
>;

/** Text: filtered by what it contains. */
export function text(field: string, title: string, extra: Extra = {}): Column {
  return { field, title, kind: 'text', look: 'text', priority: 3, ...extra };
}

/** The text that names the record: stays longest on a narrow screen. */
export function name(field: string, title: string, extra: Extra = {}): Column {
  return text(field, title, { priority: 1, ...extra });
}

/** The record's number: says least, so it leaves a narrow screen first. */
export function id(field: string, extra: Extra = {}): Column {
  return number(field, 'ID', { priority: 5, ...extra });
}

/** A number: filtered by a range. */
export function number(field: string, title: string, extra: Extra = {}): Column {
  return { field, title, kind: 'number', look: 'number', priority: 3, ...extra };
}

/** A calendar day, shown `dd MMMM yyyy`. */
export function date(field: string, title: string, extra: Extra = {}): Column {
  return { field, title, kind: 'date', look: 'date', priority: 4, ...extra };
}

/** A moment, shown `dd MMMM yyyy HH:mm`. */
export function dateTime(field: string, title: string, extra: Extra = {}): Column {
  return { field, title, kind: 'date', look: 'date-time', priority: 4, ...extra };
}

/** One of a few values: filtered by equality. */
export function choice(
  field: string,
  title: string,
  options: readonly string[],
  extra: Extra = {},
): Column {
  return { field, title, kind: 'choice', look: 'choice', priority: 3, options, ...extra };
}

/** Active or Disabled, as the host words it. */
export function status(field: string, extra: Extra = {}): Column {
  return choice(field, 'Status', ['Active', 'Disabled'], { priority: 2, ...extra });
}

/** A colour code, which tints its cell. */
export function color(field: string, title: string, extra: Extra = {}): Column {
  return { field, title, kind: 'text', look: 'color', priority: 2, ...extra };
}

/** An uploaded file: its name leads to it, in a page of its own. */
export function fileName(
  field: string,
  title: string,
  address: NonNullable<Column['link']>,
): Column {
  return { field, title, kind: 'text', look: 'file', priority: 1, link: address };
}

/** Bytes, shown as kB or MB. */
export function fileSize(field: string, title: string, extra: Extra = {}): Column {
  return { field, title, kind: 'number', look: 'file-size', priority: 3, ...extra };
}
