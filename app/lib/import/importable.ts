import { entities } from '../entities';
import type { Entity } from '../entities/entity';

/** Files and the audit trail come from the panel itself. */
const never: readonly string[] = ['upload', 'audit', 'login', 'log'];

export interface Importable {
  /** The path of its screen, without the slash. */
  list: string;
  plural: string;
  /** One record in messages, such as 'SMS category'. */
  name: string;
  /** The noun on the host's wire. */
  noun: string;
  /** Wire names by the titles of the list's columns and the labels of the form. */
  titles: Record<string, string>;
}

/** Every list of the API host whose records can be imported. */
export const importables: readonly Importable[] = entities.flatMap((entity) => {
  const { name, plural } = entity;
  const { source, path } = entity.list;
  const noun = typeof source === 'string' ? source.split('/')[0] : undefined;
  if (!noun || never.includes(noun)) return [];
  return [{ list: path.slice(1), plural, name, noun, titles: titlesOf(entity) }];
});

export function importableList(list: string | undefined): Importable | undefined {
  return importables.find((candidate) => candidate.list === list);
}

/** A list's titles are those of its exports; they win over the form's labels. */
function titlesOf({ list, form }: Entity): Record<string, string> {
  return Object.fromEntries([
    ...(form?.fields ?? []).map(({ label, name, source }) => [label, source ?? name]),
    ...list.columns.map(({ title, field }) => [title, field]),
  ]);
}
