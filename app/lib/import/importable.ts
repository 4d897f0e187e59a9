import { declarations } from 'shared/entities';
import { type EntityDeclaration, getWireName } from 'shared/entities/declaration';
import { entityNamed } from '../entities';
import type { Entity } from '../entities/entity';

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

/** Every entity whose declaration says how an import identifies its records. */
export const importables: readonly Importable[] = declarations
  .filter((declaration: EntityDeclaration) => declaration.import)
  .map((declaration) => {
    const entity = entityNamed(declaration.name);
    const { name, plural, list } = entity;
    const noun = getWireName(declaration);
    return { list: list.path.slice(1), plural, name, noun, titles: titlesOf(entity) };
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
