import { data } from '@remix-run/node';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { findList } from '../access/find-list.server';
import { REVEAL_FIELD, readRevealButton } from '../addresses/reveal-button.server';
import type { Entity } from '../entities/entity';
import { takeProof } from '../factor/require-recent-proof.server';
import type { ProofQuestion } from '../form/form-view';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import type { ApiResult } from '../host/api-result';
import { describeLoadError } from '../host/describe-error';
import { findInList } from '../list/find-in-list.server';
import { formatValue } from '../list/format';
import { isMasked, mask, maskHeading } from '../masking/mask.server';
import { permitReveal } from '../reveal/permit-reveal.server';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';
import { refuseView } from '../session/refuse-view.server';
import { nameRecord } from './name-record';

/** The data of the page that shows a revealed value, or the question that must be answered before. */
export interface RevealView {
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
  proof?: ProofQuestion;
}

const NO_VALUE = 'There is no such value to reveal. Go back and open the page again.';

/**
 * Shows one masked value of one record, and enters it in the access log. The list in which the value is masked decides
 * who may see it. Throws a 404 response if there is no such value, and a 502 response if the host does not answer.
 */
export async function revealValue(signedIn: SignedIn, request: Request, address: string) {
  const form = await readForm(request, { fields: [REVEAL_FIELD, formInputs.proof] });
  const proof = takeProof(form);
  const button = form.get(REVEAL_FIELD);
  const wanted = readRevealButton(button);
  const entity = wanted && (await findList(signedIn, wanted.list.slice(1).split('?')[0]));
  const column = entity?.list.columns.find(({ field }) => field === wanted?.field);
  if (!wanted || !entity || !column) throw new Response(NO_VALUE, { status: 404 });
  await refuseView(signedIn.user, entity);
  const row = requireRow(entity, wanted.id, await findInList(entity, wanted.id));
  const raw = row[column.field];
  if (!isMasked(column, raw)) throw new Response(NO_VALUE, { status: 404 });
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
    const masked = mask(column, toText(raw));
    const asked: RevealView = {
      ...view,
      value: masked,
      isRevealed: false,
      proof: refusal.question,
    };
    return data(asked, refusal.status);
  }
  const value = formatValue(column, row, config.STUDY_TIME_ZONE);
  return data<RevealView>({ ...view, value, isRevealed: true });
}

function requireRow({ key, singular }: Entity, id: string, found: ApiResult<Row | undefined>): Row {
  if (!found.ok) throw new Response(describeLoadError(found.error, singular), { status: 502 });
  if (!found.value || toText(found.value[key]) !== id)
    throw new Response(NO_VALUE, { status: 404 });
  return found.value;
}
