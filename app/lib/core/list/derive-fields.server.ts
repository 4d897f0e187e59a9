import { parseEarlier } from 'backend/history/earlier-id';
import { readMark } from 'backend/history/record-mark';
import { deriveFollowUps } from 'shared/derived/derive-follow-ups';
import { deriveNavigators } from 'shared/derived/derive-navigators';
import { deriveParticipants } from 'shared/derived/derive-participants';
import type { Study, WritableRow } from 'shared/derived/rows';
import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { getToday } from 'shared/list/today';
import { toText } from 'shared/list/values';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from 'shared/list/withdrawn';
import { getEntity } from '../entities';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { followUp } from '../entities/follow-up';
import { getPluralName } from '../entities/name-plural';
import { participant } from '../entities/participant';
import { peerNavigator } from '../entities/peer-navigator';
import { messages } from '../host/messages';
import { compareWithdrawals, readRemoteWithdrawals } from '../host/remote-withdrawals.server';
import { config } from '../server/config.server';
import type { WholeList } from './list-cache.server';

/** The way in which the derived fields of an entity are computed. */
interface Derivation {
  /** The entities whose rows are also needed. */
  others: readonly Entity[];
  /** The fields that can be computed without those rows. */
  known?: readonly string[];
  derive: (rows: readonly WritableRow[], others: Others, study: Study) => Promise<void>;
}

/** The rows of each of the other lists, or undefined if one of them could not be loaded. */
type Others = readonly (readonly Row[])[] | undefined;

/** Returns all rows of an entity, or undefined if they cannot be loaded. */
type FetchAll = (entity: Entity) => Promise<readonly Row[] | undefined>;

interface Computed {
  others: Others;
  today: string;
  /** The withdrawals that the panel keeps for the host, as text. */
  withdrawn: string;
  work: Promise<void>;
}

const derivations: Readonly<Record<string, Derivation>> = {
  [participant.name]: {
    others: [followUp],
    known: ['data_problem', WITHDRAWN_ON, WITHDRAWAL_REASON],
    derive: (rows, others, study) => deriveParticipants(rows, others?.[0], study),
  },
  [followUp.name]: {
    others: [participant],
    derive: (rows, others, study) => deriveFollowUps(rows, others?.[0], study),
  },
  [peerNavigator.name]: {
    others: [participant, followUp, getEntity('analytic')],
    derive: (rows, [participants, followUps, analytics] = [], study) =>
      deriveNavigators(
        rows,
        participants && followUps && analytics && { participants, followUps, analytics },
        study,
      ),
  },
};

/** The last computation for the rows of a list. It is dropped together with the list. */
const computed = new WeakMap<readonly Row[], Computed>();

/** Returns the columns of derived fields that a query or a summary uses. */
export function findUsedDerived(
  { list }: Entity,
  { filters, sort, cols = [] }: ListQuery,
  summarized: readonly string[],
): Column[] {
  const used = new Set([
    ...filters.map(({ field }) => field),
    ...(sort ? [sort.field] : []),
    ...summarized,
    ...cols,
  ]);
  return list.columns.filter(({ field, derived }) => derived && used.has(field));
}

/**
 * Computes the derived fields of rows that a host has sent, and writes them into the rows. If another list, which some
 * of the fields need, cannot be loaded, returns these fields and a note.
 */
export async function deriveFields(
  entity: Entity,
  { rows, ordered }: WholeList,
  columns: readonly Column[],
  fetchAll: FetchAll,
): Promise<{ fields: readonly string[]; note: string } | undefined> {
  const derivation = derivations[entity.name];
  if (!derivation || columns.length === 0) return undefined;
  const { known = [], derive } = derivation;
  const unknown = columns.filter(({ field }) => !known.includes(field));
  const needsOthers = unknown.length > 0;
  const { fetched, missing } = needsOthers ? await fetchOthers(derivation, fetchAll) : {};
  const today = getToday(config.STUDY_TIME_ZONE);
  const withdrawals = await readWithdrawals(entity, rows);
  const withdrawn = JSON.stringify([...withdrawals]);
  const last = computed.get(rows);
  // Another request may have asked for fields of the same rows that need the other lists.
  const others = needsOthers ? fetched : last?.others;
  let work = last?.work;
  const isSame =
    areSame(last?.others, others) && last?.today === today && last?.withdrawn === withdrawn;
  if (!work || !isSame) {
    work = (work ?? Promise.resolve()).then(async () => {
      await derive(rows, others, { today, timeZone: config.STUDY_TIME_ZONE, withdrawals });
      // The order of the rows may depend on the former values.
      ordered.clear();
    });
    computed.set(rows, { others, today, withdrawn, work });
  }
  await work;
  if (!missing) return undefined;
  const titles = unknown.map(({ title }) => title).join(', ');
  const note = messages.derivedUnknown(getPluralName(missing), titles);
  return { fields: unknown.map(({ field }) => field), note };
}

/** Returns the withdrawals of the participants of a host, without those of earlier participants with the same ids. */
async function readWithdrawals({ name }: Entity, rows: readonly Row[]) {
  const known = await readRemoteWithdrawals();
  if (name !== participant.name || computed.has(rows)) return known;
  const ids = new Set([...known.keys()].map((key) => parseEarlier(key)?.id ?? key));
  const withdrawn = rows.filter(({ id }) => ids.has(toText(id)));
  if (withdrawn.length === 0) return known;
  await compareWithdrawals(new Map(withdrawn.map((row) => [toText(row.id), readMark(name, row)])));
  return readRemoteWithdrawals();
}

/** Returns the rows of the other lists, or the first list that cannot be loaded. */
async function fetchOthers(
  { others }: Derivation,
  fetchAll: FetchAll,
): Promise<{ fetched?: Others; missing?: Entity }> {
  const fetched: (readonly Row[])[] = [];
  for (const other of others) {
    const rows = await fetchAll(other);
    if (!rows) return { missing: other };
    fetched.push(rows);
  }
  return { fetched };
}

function areSame(one: Others, other: Others): boolean {
  if (!one || !other) return one === other;
  return one.every((rows, index) => rows === other[index]);
}
