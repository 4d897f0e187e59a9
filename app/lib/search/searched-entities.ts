import { declarations } from 'shared/entities';
import type { EntityDeclaration } from 'shared/entities/declaration';
import { getEntity } from '../core/entities';
import type { Entity, EntityList } from '../core/entities/entity';
import { getDefaultColumns } from '../core/entities/list-fields';
import { putInSentence } from '../core/entities/name-plural';

/** An entity that the global search (the search field of every page) searches. */
export interface SearchedEntity {
  entity: Entity;
  /** The fields that may contain the typed text. */
  fields: readonly string[];
  /** The fields of which one identifies a record. */
  identifiers: readonly string[];
}

/** The entities that declare fields to search. Participants and phones, whose ids are opaque, come first. */
export const searchedEntities: readonly SearchedEntity[] = declarations
  .flatMap((declaration: EntityDeclaration & { name: (typeof declarations)[number]['name'] }) => {
    const { name, search } = declaration;
    if (!search) return [];
    return [{ entity: getEntity(name), identifiers: search.identifiers ?? [], ...search }];
  })
  .sort((one, other) => rank(one) - rank(other));

function rank({ entity }: SearchedEntity): number {
  return entity.hasOpaqueIds ? 0 : 1;
}

/**
 * Returns the columns with which a list shows exactly the records that the search has found. A list searches all text
 * columns that it shows, so the result leaves out text columns that are not among the searched fields.
 */
export function getResultColumns({ entity, fields }: SearchedEntity): string[] {
  const { list } = entity;
  const shown = new Set(getDefaultColumns(list));
  return list.columns
    .filter(({ field, kind }) => {
      const isText = kind === 'text' || kind === 'choice';
      return fields.includes(field) || (shown.has(field) && !isText);
    })
    .map(({ field }) => field);
}

/** Returns the searched fields of an entity in words, such as 'Participants: study no, phone number'. */
export function describeSearched({ entity, fields }: SearchedEntity): string {
  const titles = fields.map((field) => putInSentence(getTitle(entity.list, field)));
  return `${entity.title}: ${titles.join(', ')}`;
}

function getTitle({ columns }: EntityList, field: string): string {
  return columns.find((column) => column.field === field)?.title ?? field;
}
