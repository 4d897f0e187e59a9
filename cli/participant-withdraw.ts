import { unwrap } from '../shared/result';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';
import { withPanel } from './with-panel';

/**
 * Runs `npm run participant:withdraw`: withdraws a participant, who stays in the data and is left out of lists, figures
 * and exports, or takes the withdrawal back.
 */
export function run(args: string[]): Promise<void> {
  const { positionals, values } = readArguments('participant:withdraw', args);
  const [studyNumber, ...more] = positionals;
  if (!studyNumber || more.length > 0)
    throw new UsageError('Name one participant by their study number', 'participant:withdraw');
  const username = values.as ?? '';
  if (!username)
    throw new Error('Say who withdraws: --as and a username, as the audit log shall name it.');
  const order = { username, reason: values.reason.trim(), takesBack: values['take-back'] };
  return withPanel(() => withdraw(studyNumber, order));
}

interface Order {
  username: string;
  reason: string;
  takesBack: boolean;
}

async function withdraw(studyNumber: string, { username, reason, takesBack }: Order) {
  const { participant } = await import('../app/lib/core/entities/participant');
  const { describeRequestError } = await import('../app/lib/core/host/describe-error');
  const { findIdByStudyNumber } = await import('../app/lib/erasure/find-in-lists.server');
  const { findInList } = await import('../app/lib/core/list/find-in-list.server');
  const { changeWithdrawal, checkWithdrawalReason } = await import(
    '../app/lib/withdrawal/change-withdrawal.server'
  );
  const { WITHDRAWAL_REASON, WITHDRAWN_ON } = await import('../shared/list/withdrawn');
  const id = unwrap(await findIdByStudyNumber(studyNumber.trim()));
  if (id === undefined) throw new Error('There is no participant with this study number.');
  const found = await findInList(participant, id);
  if (!found.ok) throw new Error('The participant could not be read.');
  const withdrawnOn = String(found.value?.[WITHDRAWN_ON] ?? '');
  if (takesBack && !withdrawnOn) throw new Error('The participant is not withdrawn.');
  if (!takesBack && withdrawnOn)
    throw new Error(`The participant is withdrawn already, since ${withdrawnOn}.`);
  const checked = await checkWithdrawalReason(reason, id);
  if (!checked.ok) throw new Error(`${checked.error}: --reason.`);
  const made = await changeWithdrawal({
    ...{ id, username, reason, withdrawnOn, isCommand: true },
    formerReason: String(found.value?.[WITHDRAWAL_REASON] ?? ''),
  });
  if (!made.ok) throw new Error(describeRequestError(made.error, 'Nothing was changed.'));
  print(takesBack ? 'The withdrawal was taken back.' : 'The participant was withdrawn.');
}
