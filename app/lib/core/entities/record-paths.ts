import type { Entity } from './entity';

export function getAddPath(entity: Entity): string {
  return `${entity.recordPath}/add`;
}

export function getEditPath(entity: Entity, id: string): string {
  return `${entity.recordPath}/edit/${encodeURIComponent(id)}`;
}

export function getDetailPath(entity: Entity, id: string): string {
  return `${entity.recordPath}/view/${encodeURIComponent(id)}`;
}

export function getDeletePath(entity: Entity, id: string): string {
  return `/delete/${entity.name}/${encodeURIComponent(id)}`;
}
