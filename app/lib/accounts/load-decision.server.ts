import { randomUUID } from 'node:crypto';
import { decisionMails, NO_LONGER_WAITING } from 'shared/account-decisions';
import { toText } from 'shared/list/values';
import { failWith, findFailure, type Result, succeeded } from 'shared/result';
import { noteRows } from '../core/access/note-access.server';
import { getEntity } from '../core/entities';
import type { FormField } from '../core/entities/form-field';
import { isWaiting } from '../core/entities/user';
import { answerPage } from '../core/host/absent.server';
import { audit, recordFailedCall } from '../core/host/audit.server';
import { describeDeletion } from '../core/host/describe-deletion.server';
import { describeLoadError } from '../core/host/describe-error';
import { getApiHost } from '../core/host/host.server';
import { formatShown } from '../core/list/format';
import { buildTrail } from '../core/list/list-trail.server';
import { describeRecord } from '../core/records/describe-record.server';
import { buildFieldView, getSentFields } from '../core/records/load-form.server';
import { nameRecord } from '../core/records/name-record';
import { type OpenForm, openForm } from '../core/records/open-form.server';
import { requireRecordId } from '../core/records/require-record-id';
import { config } from '../core/server/config.server';
import type { SignedIn } from '../core/session/guard.server';
import { checkChangeRight } from '../core/session/permissions';
import { WAITING_PATH } from '../menu';
import { type DecisionView, WAITING_TITLE } from './decision-view';

const entity = getEntity('user');
const FACTS = ['user_username', 'user_email', 'user_createdate'];

/** Loads the page on which a waiting account is approved or refused. */
export async function loadDecision({ user }: SignedIn, id: string) {
  requireRecordId(entity, id);
  const title = 'Waiting account';
  const description = `Viewed ${title}: ${describeRecord(entity, id)}`;
  const entry = { username: user.username, title, action: 'View', description } as const;
  audit(entry);
  const form = await openForm(entity, id);
  if (form.error) recordFailedCall(entry, form.error.error);
  const { record, stored } = form;
  const isRead = Object.keys(record).length > 0;
  const columns = entity.list.columns.filter(({ field }) => FACTS.includes(field));
  const row = { ...record, ...stored, [entity.key]: id };
  if (isRead) noteRows(user, 'Form', entity, [row], [...columns, ...getSentFields(entity, form)]);
  const name = nameRecord(entity, isRead ? row : {}, id);
  const to = toText(record.user_email) || toText(record.user_username);
  const view: DecisionView = {
    title,
    heading: `Approve or refuse ${name}`,
    trail: buildTrail(
      entity,
      entity.list.path,
      { title: WAITING_TITLE, href: WAITING_PATH },
      { title: name },
    ),
    facts: columns.flatMap((column) => {
      const text = isRead ? formatShown(column, row, config.STUDY_TIME_ZONE) : '';
      return text ? [{ label: FACT_LABELS[column.field] ?? column.title, text }] : [];
    }),
    fields: findDecisionFields(form).map((field) => buildFieldView(entity, field, stored, false)),
    mails: { to, isSure: getApiHost().conforms, texts: decisionMails },
    deletionNote: describeDeletion(),
    token: randomUUID(),
    refusal: findFailure(checkWaiting(form), checkChangeRight(user, entity)),
  };
  return answerPage(view, form.error?.error);
}

const FACT_LABELS: Readonly<Record<string, string>> = { user_createdate: 'Signed up' };

/** Returns the fields that an approval fills in: the name, the role, and the required fields that are still empty. */
export function findDecisionFields({ fields, stored }: OpenForm): FormField[] {
  const asked = ['user_fname', 'user_lname', 'user_role'];
  const isMissing = ({ name, required }: FormField) => required && toText(stored[name]) === '';
  return fields.filter(
    (field) => field.name !== 'u_status' && (asked.includes(field.name) || isMissing(field)),
  );
}

/** Checks that an account waits for a decision. */
export function checkWaiting({ error, record }: OpenForm): Result<undefined, string> {
  if (error) return failWith(describeLoadError(error.error, error.subject));
  return isWaiting(record) ? succeeded : failWith(NO_LONGER_WAITING);
}
