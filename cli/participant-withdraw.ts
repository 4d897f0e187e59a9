import { parseArgs } from 'node:util';
import { print } from './print';
import { withPanel } from './with-panel';

const usage =
  'npm run participant:withdraw -- STUDY_NUMBER --as USERNAME [--reason TEXT] [--take-back]';

/**
 * Runs `npm run participant:withdraw`: withdraws a participant, who stays in the data and is left out of lists, figures
 * and exports, or takes the withdrawal back.
 */
export function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: 'string' },
      reason: { type: 'string', default: '' },
      'take-back': { type: 'boolean', default: false },
    },
  });
  const [studyNumber, ...more] = positionals;
  if (!studyNumber || more.length > 0)
    throw new Error(`Name one participant by their study number: ${usage}`);
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
  const { participant } = await import('../app/lib/entities/participant');
  const { describeRequestError } = await import('../app/lib/host/describe-error');
  const { findIdByStudyNumber } = await import('../app/lib/erasure/find-in-lists.server');
  const { findInList } = await import('../app/lib/list/find-in-list.server');
  const { changeWithdrawal, findReasonProblem } = await import(
    '../app/lib/withdrawal/change-withdrawal.server'
  );
  const { WITHDRAWAL_REASON, WITHDRAWN_ON } = await import('../shared/list/withdrawn');
  const id = await findIdByStudyNumber(studyNumber.trim());
  if (id === undefined) throw new Error('There is no participant with this study number.');
  const found = await findInList(participant, id);
  if (!found.ok) throw new Error('The participant could not be read.');
  const withdrawnOn = String(found.value?.[WITHDRAWN_ON] ?? '');
  if (takesBack && !withdrawnOn) throw new Error('The participant is not withdrawn.');
  if (!takesBack && withdrawnOn)
    throw new Error(`The participant is withdrawn already, since ${withdrawnOn}.`);
  const problem = await findReasonProblem(reason, id);
  if (problem) throw new Error(`${problem}: --reason.`);
  const made = await changeWithdrawal({
    ...{ id, username, reason, withdrawnOn, isCommand: true },
    formerReason: String(found.value?.[WITHDRAWAL_REASON] ?? ''),
  });
  if (!made.ok) throw new Error(describeRequestError(made.error, 'Nothing was changed.'));
  print(takesBack ? 'The withdrawal was taken back.' : 'The participant was withdrawn.');
}
