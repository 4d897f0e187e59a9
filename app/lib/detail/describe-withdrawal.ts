import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { INCLUDED, WITHDRAWAL_REASON, WITHDRAWN_ON } from 'shared/list/withdrawn';
import { findListEntity } from '../core/entities';
import type { Entity } from '../core/entities/entity';
import { maskText } from '../core/masking/mask.server';

/** Returns the sentences about the withdrawal of the participant to whom a record belongs. */
export function describeWithdrawal({ name, singular }: Entity, row: Row): string | undefined {
  const day = toText(row[WITHDRAWN_ON]);
  if (day === '') return undefined;
  const who = name === 'participant' ? 'Withdrawn' : 'The participant withdrew';
  const reason = maskText(toText(row[WITHDRAWAL_REASON]));
  const why = reason && ` Reason: ${reason.replace(/[.!?]?$/, '.')}`;
  return `${who} on ${formatDate(day, 'date', 'UTC')}.${why} Lists, summaries, searches, figures and exports leave out this ${singular} unless users ask for withdrawn participants.`;
}

/** Returns the address of a list of records that belong to a record, with those of withdrawn participants if it does. */
export function keepWithdrawn(href: string, row: Row): string {
  if (toText(row[WITHDRAWN_ON]) === '') return href;
  const [pathname = ''] = href.split('?', 1);
  const columns = findListEntity(pathname.slice(1), '')?.list.columns ?? [];
  return columns.some(({ field }) => field === WITHDRAWN_ON)
    ? `${href}&withdrawn=${INCLUDED}`
    : href;
}
