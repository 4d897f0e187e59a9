import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { toPublicPath } from '../addresses/public-path.server';
import { publishLink } from '../addresses/publish-link.server';
import { toOpaqueId } from '../addresses/record-address.server';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { isIdentifyingId } from '../entities/identifying';
import { getDeletePath, getDetailPath, getEditPath } from '../entities/record-paths';
import { config } from '../server/config.server';
import { addListQuery } from './add-list-query';
import { formatCell } from './format';
import type { ListRow } from './list-row';

/** Builds a row of a page. `search` is the list's query, which links to the record contain. */
export function buildRow(
  entity: Entity,
  columns: readonly Column[],
  row: Row,
  search: string,
): ListRow {
  const id = toText(row[entity.key]);
  const linked = new Set([entity.label, entity.key]);
  const page = entity.form ? getEditPath(entity, id) : entity.detail && getDetailPath(entity, id);
  const recordHref = page ? addListQuery(toPublicPath(page), search) : undefined;
  return {
    // The address names an open row by this key, which must not be a phone number.
    key: isIdentifyingId(entity, id) ? toOpaqueId(id) : id,
    label: toText(row[entity.label]) || `${entity.singular} ${id}`,
    cells: columns.map((column) => {
      const cell = formatCell(column, row, config.STUDY_TIME_ZONE);
      if (typeof cell !== 'string')
        return 'href' in cell && cell.href ? { ...cell, ...publishLink(cell.href) } : cell;
      return recordHref && linked.has(column.field)
        ? { text: cell || '—', href: recordHref }
        : cell;
    }),
    removal: findRemoval(entity, row, id, search),
  };
}

function findRemoval(entity: Entity, row: Row, id: string, search: string) {
  if (entity.removal) {
    const { verb, href, keepsList } = entity.removal;
    const path = toPublicPath(href(row, entity));
    return { verb, href: addListQuery(path, keepsList ? search : '') };
  }
  if (!entity.deletable) return undefined;
  return { verb: 'Delete', href: addListQuery(getDeletePath(entity, id), search) };
}
