import { declarations } from 'shared/entities';
import { type EntityDeclaration, getWireName } from 'shared/entities/declaration';
import { getEntity } from '../core/entities';
import type { Entity } from '../core/entities/entity';

/** A list into which files can be imported. */
export interface Importable {
  /** The path of the list's screen, without the slash at its start. */
  list: string;
  /** The name of the entity. */
  entity: string;
  title: string;
  /** The word for one record in messages, such as 'SMS category'. */
  singular: string;
  /** The word for the entity in the paths of hosts. */
  wireName: string;
  /** True if the records are the accounts of the panel's users. */
  holdsAccounts: boolean;
  /** The names of the fields, by the titles of the list's columns and the labels of the form. */
  titles: Record<string, string>;
}

/** The lists of all entities whose declaration describes an import. */
export const importables: readonly Importable[] = declarations
  .filter((declaration: EntityDeclaration) => declaration.import)
  .map((declaration) => {
    const entity = getEntity(declaration.name);
    const { singular, title, list, accounts } = entity;
    const wireName = getWireName(declaration);
    return {
      list: list.path.slice(1),
      entity: declaration.name,
      title,
      singular,
      wireName,
      holdsAccounts: accounts !== undefined,
      titles: listTitles(entity),
    };
  });

/** Returns the importable list whose `list` is this path, or undefined if there is none. */
export function findImportableList(list: string | undefined): Importable | undefined {
  return importables.find((candidate) => candidate.list === list);
}

/**
 * Returns the names of the fields by title. The titles of the list override the labels of the form, because exports
 * have the titles of the list.
 */
function listTitles({ list, form }: Entity): Record<string, string> {
  return Object.fromEntries([
    ...(form?.fields ?? []).map(({ label, name, source }) => [label, source ?? name]),
    ...list.columns.map(({ title, field }) => [title, field]),
  ]);
}
