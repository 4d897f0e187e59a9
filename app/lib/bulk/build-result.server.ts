import { getBulkPath } from '../core/entities/bulk';
import type { Entity } from '../core/entities/entity';
import type { SignedIn } from '../core/session/guard.server';
import { checkChangeRight, mayRestore, mayWrite } from '../core/session/permissions';
import type { BulkAction, BulkRecord, Outcome, SelectedRecord } from './bulk-action';
import { readSelected } from './bulk-records.server';
import type { BulkResultView, BulkRow } from './bulk-view';
import { describeRecordCount } from './describe-action.server';
import { nameStatus } from './read-status.server';

/** The maximum number of problems on one page. */
const PAGE = 100;
const NOT_PROCESSED = 'Not processed.';

interface Ended {
  signedIn: SignedIn;
  entity: Entity;
  action: BulkAction;
  counts: Record<Outcome, number>;
  request: Request;
}

/**
 * Builds the result of a bulk action: the number of records by outcome, and a page of the records that were not
 * changed, each with the reason.
 */
export async function buildResult(
  { signedIn, entity, action, counts, request }: Ended,
  show: (records: readonly SelectedRecord[]) => BulkRow[],
): Promise<BulkResultView> {
  const { done, unchanged, unknown } = counts;
  const allProblems = action.total - done - unchanged;
  const asked = Number(new URL(request.url).searchParams.get('from')) || 1;
  const firstProblem = Math.min(Math.max(1, Math.trunc(asked)), Math.max(1, allProblems));
  const problems = await readSelected(action, {
    outcomes: ['begun', 'failed', 'unknown', null],
    limit: PAGE,
    offset: firstProblem - 1,
  });
  const rows = show(problems);
  const here = `${getBulkPath(entity)}/${action.token}`;
  return {
    counts: listCounts(entity, action, counts),
    ending: action.ending,
    problems: rows.map((row, at) => ({ ...row, reason: describeRecordReason(problems[at]) })),
    firstProblem,
    allProblems,
    earlierHref: firstProblem > 1 ? `${here}?from=${Math.max(1, firstProblem - PAGE)}` : undefined,
    laterHref:
      firstProblem + PAGE <= allProblems ? `${here}?from=${firstProblem + PAGE}` : undefined,
    undoNote:
      canUndo(signedIn, entity, action) && done > 0
        ? describeUndo(entity, action, done, unknown)
        : undefined,
    undoneHref: action.undoneBy && `${getBulkPath(entity)}/${action.undoneBy}`,
  };
}

/** Returns whether this user can undo a bulk action. */
export function canUndo({ user }: SignedIn, entity: Entity, { work, state, undoneBy }: BulkAction) {
  if (state !== 'ended' || undoneBy || work.kind === 'undo') return false;
  if (!mayWrite(user) || !checkChangeRight(user, entity).ok) return false;
  return work.kind === 'status' || mayRestore(user);
}

function describeUndo(entity: Entity, { work }: BulkAction, done: number, unknown: number): string {
  const records = describeRecordCount(entity, done);
  const verb =
    work.kind === 'delete' ? `restores ${records}` : `gives ${records} the former status`;
  const more = unknown > 0 ? ' Records of which the result is not known stay as they are.' : '';
  return `Undo ${verb}.${more} This page offers it for a day.`;
}

function listCounts(
  entity: Entity,
  { work, total }: BulkAction,
  { done, unchanged, failed, unknown }: Record<Outcome, number>,
): string[] {
  const left = total - done - unchanged - failed - unknown;
  const status = work.kind === 'status' ? nameStatus(entity, work.to) : '';
  return [
    `${done.toLocaleString('en')} done`,
    ...(unchanged > 0
      ? [`${unchanged.toLocaleString('en')} had the status ${status} already`]
      : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : []),
    ...(unknown > 0 ? [`${unknown.toLocaleString('en')} not known`] : []),
    ...(left > 0 ? [`${left.toLocaleString('en')} not processed`] : []),
  ];
}

function describeRecordReason(record: BulkRecord | undefined): string {
  if (record?.outcome === 'unknown')
    return `It is not known whether this was done. ${record.note}`.trim();
  return record?.note || NOT_PROCESSED;
}
