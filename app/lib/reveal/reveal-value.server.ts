import { data } from '@remix-run/node';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { findList } from '../core/access/find-list.server';
import { REVEAL_FIELD, readRevealButton } from '../core/addresses/reveal-button.server';
import { readConfirmation, refuseConfirmation } from '../core/confirm/confirm.server';
import type { Entity } from '../core/entities/entity';
import type { FormReply } from '../core/form/form-view';
import type { ApiResult } from '../core/host/api-result';
import { describeLoadError } from '../core/host/describe-error';
import { findInList } from '../core/list/find-in-list.server';
import { formatValue } from '../core/list/format';
import { isMasked, mask, maskHeading } from '../core/masking/mask.server';
import { nameRecord } from '../core/records/name-record';
import { permitReveal } from '../core/reveals/permit-reveal.server';
import { config } from '../core/server/config.server';
import { refuseRequest } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';
import { refuseView } from '../core/session/refuse-view.server';

/** The data of the page that shows a revealed value, or the question that must be answered before. */
export interface RevealView extends FormReply {
  /** The record, with its numbers masked. */
  record: string;
  /** The title of the field. */
  field: string;
  value: string;
  /** True if `value` is revealed. Otherwise, it is masked. */
  isRevealed: boolean;
  /** The text that names the value, for the form that asks for a proof. */
  button: string;
  back: { href: string; title: string };
}

const NO_VALUE = 'There is no such value to reveal. Go back and open the page again.';

/**
 * Shows one masked value of one record, and enters it in the access log. The list in which the value is masked decides
 * who may see it. Throws a 404 response if there is no such value, and a 502 response if the host does not answer.
 */
export async function revealValue(signedIn: SignedIn, request: Request, address: string) {
  const confirmation = await readConfirmation(request, [REVEAL_FIELD]);
  const { form, proof } = confirmation;
  const button = form.get(REVEAL_FIELD);
  const wanted = readRevealButton(button);
  const entity = wanted && (await findList(signedIn, wanted.list.slice(1).split('?')[0]));
  const column = entity?.list.columns.find(({ field }) => field === wanted?.field);
  if (!wanted || !entity || !column) refuseRequest(404, NO_VALUE);
  await refuseView(signedIn.user, entity);
  const row = requireRow(entity, wanted.id, await findInList(entity, wanted.id));
  const raw = row[column.field];
  if (!isMasked(column, raw)) refuseRequest(404, NO_VALUE);
  const view = {
    record: nameRecord(entity, row, wanted.id),
    field: column.title,
    button: String(button),
    back: { href: wanted.list, title: maskHeading(entity, entity.crumb ?? entity.title) },
  };
  const refusal = await permitReveal(
    { signedIn, proof, address },
    { entity, row, field: column.field },
  );
  if (refusal) {
    const { question, status } = refusal;
    const masked = mask(column, toText(raw));
    const reply = refuseConfirmation(confirmation, question.message, status, { proof: question });
    return data<RevealView>({ ...reply.data, ...view, value: masked, isRevealed: false }, status);
  }
  const value = formatValue(column, row, config.STUDY_TIME_ZONE);
  return data<RevealView>({ ...view, value, isRevealed: true });
}

function requireRow({ key, singular }: Entity, id: string, found: ApiResult<Row | undefined>): Row {
  if (!found.ok) refuseRequest(502, describeLoadError(found.error, singular));
  if (!found.value || toText(found.value[key]) !== id) refuseRequest(404, NO_VALUE);
  return found.value;
}
