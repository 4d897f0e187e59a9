import { declarations } from 'shared/entities';
import { type EntityDeclaration, getWireName } from 'shared/entities/declaration';
import { getEntity } from '../entities';
import type { Entity } from '../entities/entity';

export interface Importable {
  /** The path of its screen, without the slash. */
  list: string;
  title: string;
  /** One record in messages, such as 'SMS category'. */
  singular: string;
  /** The word in the paths of hosts. */
  wireName: string;
  /** Wire names by the titles of the list's columns and the labels of the form. */
  titles: Record<string, string>;
}

/** Every entity whose declaration says how an import identifies its records. */
export const importables: readonly Importable[] = declarations
  .filter((declaration: EntityDeclaration) => declaration.import)
  .map((declaration) => {
    const entity = getEntity(declaration.name);
    const { singular, title, list } = entity;
    const wireName = getWireName(declaration);
    return { list: list.path.slice(1), title, singular, wireName, titles: listTitles(entity) };
  });

export function findImportableList(list: string | undefined): Importable | undefined {
  return importables.find((candidate) => candidate.list === list);
}

/** A list's titles are those of its exports; they win over the form's labels. */
function listTitles({ list, form }: Entity): Record<string, string> {
  return Object.fromEntries([
    ...(form?.fields ?? []).map(({ label, name, source }) => [label, source ?? name]),
    ...list.columns.map(({ title, field }) => [title, field]),
  ]);
}
