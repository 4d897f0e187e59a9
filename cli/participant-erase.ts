import { z } from 'zod';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { unwrap } from '../shared/result';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';
import { withPanel } from './with-panel';

const countSchema = z.coerce.number().int().min(0);

/**
 * Runs `npm run participant:erase`: erases a participant everywhere the panel reaches, and prints the certificate.
 * Without `--records`, only prints the number of records of each kind. The id is that of the record or, encrypted,
 * that of its address.
 */
export function run(args: string[]): Promise<void> {
  const { positionals, values } = readArguments('participant:erase', args);
  const [id, ...more] = positionals;
  if (!id || more.length > 0)
    throw new UsageError('Name one participant by their id', 'participant:erase');
  const records = countSchema
    .optional()
    .safeParse(values.records === '' ? Number.NaN : values.records);
  if (!records.success)
    throw new UsageError('The number of records must be a whole number', 'participant:erase');
  if (records.data !== undefined && !values.as)
    throw new Error('Say who erases: --as and a username, as the audit log shall name it.');
  const order = { records: records.data, username: values.as ?? '', reason: values.reason.trim() };
  return withoutStatementLimit(() => withPanel(() => erase(id, order)));
}

interface Order {
  records: number | undefined;
  username: string;
  reason: string;
}

async function erase(given: string, { records, username, reason }: Order): Promise<void> {
  const { readEnteredId } = await import('../app/lib/core/addresses/record-address.server');
  const { getErasure } = await import('../app/lib/erasure/get-erasure.server');
  const { makePlan } = await import('../app/lib/erasure/make-plan.server');
  const { sumCounts } = await import('../app/lib/erasure/plan');
  const { checkErasable } = await import('../app/lib/erasure/check-erasable.server');
  const { beginErasure, checkReason } = await import('../app/lib/erasure/begin-erasure.server');
  const { completeErasure } = await import('../app/lib/erasure/load-certificate.server');
  const { rewriteDatabase } = await import('../app/lib/erasure/run-erasure.server');
  const host = getErasure();
  const id = readEnteredId('participant', given) ?? given;
  const plan = unwrap(await makePlan(host, id));
  if (!plan)
    throw new Error(
      'There is no participant with this id. Name the id of the record, not a study number.',
    );
  const total = sumCounts(plan.counts);
  if (records === undefined) {
    print(`Participant ${plan.person.studyNumber || 'without a study number'}`);
    for (const { kind, count } of plan.counts) print(`${kind}: ${count}`);
    for (const text of plan.kept) print(`Not erased: ${text}`);
    print(`Add --records ${total} --as USERNAME --reason TEXT to erase the participant for good.`);
    return;
  }
  const checked = checkReason(reason, plan);
  if (!checked.ok) throw new Error(`${checked.error}: --reason.`);
  if (records !== total) throw new Error(`The participant has ${total} records, not ${records}.`);
  unwrap(await checkErasable(host, plan));
  const user = { id: '', username };
  const erasure = await beginErasure({ user, reason, plan, isCommand: true });
  if (!(await completeErasure(erasure)))
    throw new Error(
      `The erasure ${erasure} is not completed yet: a running panel is carrying it out, or the log above gives the reason. It is stored, and the panel completes it.`,
    );
  await rewriteDatabase(false);
  await printCertificate(erasure);
}

async function printCertificate(id: string): Promise<void> {
  const { readErasure } = await import('../app/lib/erasure/erasure-store.server');
  const { buildCertificate } = await import('../app/lib/erasure/build-certificate.server');
  const { ALSO_ERASED } = await import('../app/lib/erasure/erasure-view');
  const erasure = await readErasure(id);
  if (!erasure) return;
  const { participant, completed, counts, remains } = buildCertificate(erasure);
  print(`Erased participant ${participant} on ${completed}. Certificate: ${id}`);
  for (const { kind, count } of counts) print(`${kind}: ${count}`);
  print(ALSO_ERASED);
  print('The erasure does not reach:');
  for (const text of remains) print(`- ${text}`);
}
