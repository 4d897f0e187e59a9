import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { showsText } from 'shared/shows-text';
import { toPublicPath } from '../addresses/public-path.server';
import { publishLink } from '../addresses/publish-link.server';
import { toOpaqueId } from '../addresses/record-address.server';
import { buildRevealButton } from '../addresses/reveal-button.server';
import { findBulkActions } from '../entities/bulk';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { isIdentifyingId } from '../entities/identifying';
import { getDeletePath, getDetailPath, getEditPath } from '../entities/record-paths';
import { isMasked, maskId } from '../masking/mask.server';
import { nameRow } from '../masking/name-row.server';
import { config } from '../server/config.server';
import { addListQuery } from './add-list-query';
import { formatCell } from './format';
import type { Cell, ListRow } from './list-row';

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
    key: isIdentifyingId(entity, id) ? toOpaqueId(entity.name, id) : id,
    label: nameRow(entity, row, id),
    cells: columns.map((column) => {
      const cell = showName(entity, column, formatCell(column, row, config.STUDY_TIME_ZONE), id);
      const isLinked = recordHref && linked.has(column.field);
      if (typeof cell !== 'string') {
        if ('href' in cell && cell.href) return { ...cell, ...publishLink(cell.href) };
        return isLinked && 'note' in cell ? { ...cell, href: recordHref } : cell;
      }
      // The name of a record leads to its page, which has a button for each masked value.
      if (isMasked(column, row[column.field]) && !(isLinked && column.field === entity.label))
        return buildMaskedCell(entity, column, cell, { id, search, recordHref });
      return isLinked ? { text: cell || '—', href: recordHref } : cell;
    }),
    removal: findRemoval(entity, row, id, search),
  };
}

/** Returns the cell with the id of the record if it is the name of the record and its text shows nothing. */
function showName(entity: Entity, { field }: Column, cell: Cell, id: string): Cell {
  if (field !== entity.label || field === entity.key) return cell;
  if (typeof cell === 'string') return cell === '' || showsText(cell) ? cell : maskId(id);
  return showsText(cell.text) ? cell : { ...cell, text: maskId(id) };
}

/**
 * Returns a masked value that a press reveals, or that leads to the record’s page, which has a button for it. Values of
 * records without an id, and of rows of logs, are not revealed.
 */
function buildMaskedCell(
  entity: Entity,
  { field }: Column,
  text: string,
  { id, search, recordHref }: { id: string; search: string; recordHref: string | undefined },
): Cell {
  const { list, source } = entity;
  // The check boxes of these lists are in a form around the rows, which cannot contain another form.
  if (findBulkActions(entity)) return recordHref ? { text, href: recordHref } : text;
  if (id === '' || source === 'accesses' || source === 'history') return text;
  const address = search ? `${list.path}?${search}` : list.path;
  return { text: `${text} – Reveal`, ...buildRevealButton({ list: address, id, field }) };
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
