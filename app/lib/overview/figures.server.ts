import { getFigure, merge } from 'shared/list/summary/aggregate';
import type { SummaryResult } from 'shared/list/summary/count-groups';
import type { Summary } from 'shared/list/summary/grammar';
import { findListEntity } from '../core/entities';
import type { Entity } from '../core/entities/entity';
import { type ListState, readListState } from '../core/list/list-state';
import type { CardFigure } from './card';

/** The value of a figure on a card. */
export interface ComputedFigure {
  value: number | null;
  /** The number of rows of which the figure is a sum. */
  rows?: number;
}

/** Opens the list of a figure. */
export function openFigure({ list, query }: Pick<CardFigure, 'list' | 'query'>): {
  entity: Entity;
  state: ListState;
} {
  const entity = findListEntity(list.slice(1), '');
  if (!entity) throw new Error(`no list: ${list}`);
  return { entity, state: readListState(entity.list, new URLSearchParams(query)) };
}

/** Returns the figure of all rows of a summary. */
export function computeSummaryFigure({ cells }: SummaryResult, { of }: Summary): ComputedFigure {
  const all = merge(cells.flat());
  const found = getFigure(all, of, all.rows);
  const value = found === null ? 0 : Math.round(found);
  return of.kind === 'count' ? { value } : { value, rows: all.n };
}
