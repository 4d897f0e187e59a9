import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import type { AccountDecision } from 'shared/account-decisions';
import { DECISION_FIELD } from 'shared/account-decisions';
import { toText } from 'shared/list/values';
import { getEntity } from '../entities';
import { getEditPath } from '../entities/record-paths';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { buildFormReply } from '../form/form-reply';
import { buildFormSchema } from '../form/form-schema';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import type { FormValues } from '../form/record-values';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { withRecordLock } from '../form/with-record-lock.server';
import { isAbsent } from '../host/absent.server';
import { getApiHost } from '../host/host.server';
import { WAITING_PATH } from '../menu';
import { removeRecord } from '../records/delete-record.server';
import { nameRecord } from '../records/name-record';
import { type OpenForm, openForm } from '../records/open-form.server';
import { requireRecordId } from '../records/require-record-id';
import { findSaveHooks } from '../records/save-hooks.server';
import { saveRecord } from '../records/save-record.server';
import type { SignedIn } from '../session/guard.server';
import { requireChangePermission } from '../session/require-change-permission.server';
import { getUserKey } from '../session/user-key.server';
import { DECISION_INPUT, type DecisionReply } from './decision-view';
import { findDecisionFields, findRefusal } from './load-decision.server';

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
  const { token: tokenInput, proof: proofInput } = formInputs;
  const fields = [...names, DECISION_INPUT, tokenInput, proofInput];
  const posted = await readForm(request, { fields });
  const proof = takeProof(posted);
  const token = posted.get(formInputs.token);
  posted.delete(formInputs.token);
  const claim = { token, owner: getUserKey(signedIn.user), content: ['decide', id, ...posted] };
  const decision = readDecision(posted);
  return withIdempotencyKey(claim, (key) =>
    withRecordLock(
      getEditPath(entity, id),
      async () => {
        const form = await openForm(entity, id);
        const refusal = findRefusal(form);
        if (refusal !== undefined) return answer({ error: refusal }, getStatus(form));
        if (decision === 'approved')
          return approve(signedIn, form, posted, { id, key, proof, address });
        return refuse(signedIn, form, request, id);
      },
      async (message) => answer({ error: message }, 503),
    ),
  );
}

interface Approval {
  id: string;
  key: string | undefined;
  /** The code, the answer of a passkey or the password with which users prove who they are. */
  proof: string;
  /** The network address of the client. */
  address: string;
}

async function approve(
  signedIn: SignedIn,
  form: OpenForm,
  posted: FormData,
  { proof, address, ...save }: Approval,
) {
  const { fields, stored } = form;
  const asked = findDecisionFields(form);
  const entered = new FormData();
  for (const { name } of fields) entered.set(name, toText(stored[name]));
  for (const { name } of asked) entered.set(name, toText(posted.get(name)));
  entered.set('u_status', ACTIVE);
  const schema = buildFormSchema(fields, stored, (name) => entered.get(name));
  const submission = parseWithZod(entered, { schema });
  if (submission.status !== 'success')
    return answer({ reply: buildFormReply(submission.reply(), asked) }, 400);
  const values = { ...(submission.value as FormValues), [DECISION_FIELD]: 'approved' };
  if (findSaveHooks(entity.name).needsProof?.(values, stored)) {
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (refusal) {
      const { question, status } = refusal;
      const reply = submission.reply({ formErrors: [question.message] });
      return answer({ reply: { ...buildFormReply(reply, asked), proof: question } }, status);
    }
  }
  const message = describeDecision(form, 'approved');
  const saved = await saveRecord(signedIn, entity, form, values, { ...save, message });
  return saved.ok ? redirect(WAITING_PATH) : answer({ error: saved.error }, 400);
}

async function refuse(signedIn: SignedIn, form: OpenForm, request: Request, id: string) {
  const decision = {
    reason: 'refused after the sign-up',
    fields: { [DECISION_FIELD]: 'refused' },
  };
  const message = describeDecision(form, 'refused and deleted');
  const error = await removeRecord(signedIn, entity, request, { id, decision, message });
  return error === undefined ? redirect(WAITING_PATH) : answer({ error }, 400);
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
  throw new Response('The form names no decision. Open the page again.', { status: 400 });
}

function getStatus({ error }: OpenForm): number {
  if (!error) return 409;
  return isAbsent(error.error) ? 404 : 503;
}

function answer(reply: DecisionReply, status: number) {
  return data(reply, status);
}
