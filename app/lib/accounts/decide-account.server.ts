import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import type { AccountDecision } from 'shared/account-decisions';
import { DECISION_FIELD } from 'shared/account-decisions';
import { toText } from 'shared/list/values';
import type { FormValues } from 'shared/record-values/form-value';
import {
  type Confirmation,
  confirmOnce,
  readConfirmation,
  refuseConfirmation,
} from '../core/confirm/confirm.server';
import { getEntity } from '../core/entities';
import { buildFormReply } from '../core/form/form-reply';
import { buildFormSchema } from '../core/form/form-schema';
import type { FormReply, ProofQuestion } from '../core/form/form-view';
import { isAbsent } from '../core/host/absent.server';
import { getApiHost } from '../core/host/host.server';
import { requireRecentProof } from '../core/proof/require-recent-proof.server';
import { removeRecord } from '../core/records/delete-record.server';
import { nameRecord } from '../core/records/name-record';
import { type OpenForm, openForm } from '../core/records/open-form.server';
import { requireRecordId } from '../core/records/require-record-id';
import { findSaveHooks } from '../core/records/save-hooks.server';
import { saveRecord } from '../core/records/save-record.server';
import { withRecordLock } from '../core/records/with-record-lock.server';
import { refuseRequest } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';
import { requireChangePermission } from '../core/session/require-change-permission.server';
import { WAITING_PATH } from '../menu';
import { DECISION_INPUT } from './decision-view';
import { checkWaiting, findDecisionFields } from './load-decision.server';

const entity = getEntity('user');
const ACTIVE = '1';

/**
 * Approves or refuses a waiting account, only once per token, and redirects to the waiting accounts. An approval saves
 * the user, and a refusal deletes the user, with the audit entries and the history of a save or a deletion. If nothing
 * was changed, returns the reason. Throws a 400 response if the form names no decision.
 */
export async function decideAccount(
  signedIn: SignedIn,
  request: Request,
  id: string,
  address: string,
) {
  await requireChangePermission(signedIn.user, entity);
  requireRecordId(entity, id);
  const names = entity.form.fields.map(({ name }) => name);
  const confirmation = await readConfirmation(request, [...names, DECISION_INPUT]);
  const content = ['decide', id, ...confirmation.form];
  const decision = readDecision(confirmation.form);
  return confirmOnce(signedIn, confirmation, { content }, (once) =>
    withRecordLock(
      { entity, id },
      async () => {
        const form = await openForm(entity, id);
        const waiting = checkWaiting(form);
        if (!waiting.ok) return refuseConfirmation(confirmation, waiting.error, getStatus(form));
        if (decision === 'approved')
          return approve(signedIn, form, confirmation, { id, key: once?.key, address });
        const refused = await refuseAccount(signedIn, form, request, id);
        return refused.ok
          ? redirect(WAITING_PATH)
          : refuseConfirmation(confirmation, refused.error, 400);
      },
      async (message) => refuseConfirmation(confirmation, message, 503),
    ),
  );
}

interface Approval {
  id: string;
  key: string | undefined;
  /** The network address of the client. */
  address: string;
}

async function approve(
  signedIn: SignedIn,
  form: OpenForm,
  { form: posted, proof }: Confirmation,
  { address, ...save }: Approval,
) {
  const { fields, stored } = form;
  const asked = findDecisionFields(form);
  const entered = new FormData();
  for (const { name } of fields) entered.set(name, toText(stored[name]));
  for (const { name } of asked) entered.set(name, toText(posted.get(name)));
  entered.set('u_status', ACTIVE);
  const schema = buildFormSchema(fields, stored, (name) => entered.get(name));
  const submission = parseWithZod(entered, { schema });
  const answer = (status: number, error?: string, proof?: ProofQuestion) => {
    const reply = submission.reply(error === undefined ? {} : { formErrors: [error] });
    return data<FormReply>({ ...buildFormReply(reply, asked), proof }, status);
  };
  if (submission.status !== 'success') return answer(400);
  const values = { ...(submission.value as FormValues), [DECISION_FIELD]: 'approved' };
  if (findSaveHooks(entity.name).needsProof?.(values, stored)) {
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (refusal) {
      const { question, status } = refusal;
      return answer(status, question.message, question);
    }
  }
  const message = describeDecision(form, 'approved');
  const saved = await saveRecord(signedIn, entity, form, values, { ...save, message });
  return saved.ok ? redirect(WAITING_PATH) : answer(400, saved.error);
}

/** Refuses an account, which deletes it. */
async function refuseAccount(signedIn: SignedIn, form: OpenForm, request: Request, id: string) {
  const decision = {
    reason: 'refused after the sign-up',
    fields: { [DECISION_FIELD]: 'refused' },
  };
  const message = describeDecision(form, 'refused and deleted');
  return removeRecord(signedIn, entity, request, {
    id,
    decision,
    message,
    record: form.record,
  });
}

/** Returns the message after a decision. It speaks of a mail to the person only if the host sends one. */
function describeDecision({ record }: OpenForm, decided: string): string {
  const name = nameRecord(entity, record, '');
  const mail = getApiHost().conforms
    ? 'A mail to this person is on its way.'
    : 'If your API host sends no mail about this, tell the person yourself.';
  return `The account of ${name} has been ${decided}. ${mail}`;
}

/** Returns the posted decision. Throws a 400 response if there is none. */
function readDecision(posted: FormData): AccountDecision {
  const decision = posted.get(DECISION_INPUT);
  if (decision === 'approved' || decision === 'refused') return decision;
  refuseRequest(400, 'The form names no decision. Open the page again.');
}

function getStatus({ error }: OpenForm): number {
  if (!error) return 409;
  return isAbsent(error.error) ? 404 : 503;
}
