import { statusCodes } from 'shared/entities/shown-fields';
import { entities } from '.';
import { type Entity, hasForm } from './entity';
import type { FormField, Option } from './form-field';

/** The actions that the list of an entity offers for several records together. */
interface BulkActions {
  canDelete: boolean;
  /** The field that holds the status of a record, and its options. */
  status?: { field: FormField; options: readonly Option[] };
}

/** Returns the actions that the list of an entity offers for several records, or undefined if it offers none. */
export function findBulkActions(entity: Entity): BulkActions | undefined {
  const { parentId, deletable = false } = entity;
  if (parentId !== undefined) return undefined;
  const field = hasForm(entity)
    ? entity.form.fields.find(({ options, wire }) => wire && options === statusCodes)
    : undefined;
  if (!deletable && !field) return undefined;
  return { canDelete: deletable, status: field && { field, options: statusCodes } };
}

/** Returns the entity with this name if its list offers actions for several records. */
export function findBulkEntity(name: string | undefined): Entity | undefined {
  return entities.find((entity) => entity.name === name && findBulkActions(entity));
}

/** Returns the address to which the list of an entity posts the selected records. */
export function getBulkPath({ name }: Pick<Entity, 'name'>): string {
  return `/bulk/${name}`;
}
