import type { Entity } from './entity';

/**
 * Returns the entity with its paths and headings bound to one record of its parent entity. `given` is that record's id.
 * `address` is the encrypted id for addresses and the audit log, if `given` identifies a person.
 */
export function bindToParent<Bound extends Entity>(
  entity: Bound,
  given: string,
  address = encodeURIComponent(given),
): Bound {
  const { title, recordPath, host, list, readParent } = entity;
  const parent = readParent?.(given) ?? { parentId: given };
  const { parentId } = parent;
  const id = encodeURIComponent(parentId);
  const isOpaque = address !== encodeURIComponent(given);
  return {
    ...entity,
    ...parent,
    title: isOpaque ? title : `${title} of ${parentId}`,
    heading: `${title} of ${parentId}`,
    record: isOpaque ? address : undefined,
    recordPath: `${recordPath}/${address}`,
    host: host && { ...host, list: `${host.list}/${id}` },
    list: { ...list, path: `${list.path}/${address}` },
  };
}
