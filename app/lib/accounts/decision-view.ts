import type { AccountDecision } from 'shared/account-decisions';
import type { ConfirmView } from '../core/confirm/confirm-view';
import type { FieldView } from '../core/form/form-view';

export const WAITING_TITLE = 'Waiting accounts';

/** The input that names the decision. */
export const DECISION_INPUT = 'decision';

/** The data of the page on which a waiting account is approved or refused. */
export interface DecisionView
  extends Pick<ConfirmView, 'title' | 'heading' | 'trail' | 'token' | 'refusal'> {
  /** The username, the email address and the day of the sign-up. */
  facts: { label: string; text: string }[];
  /** The fields that an approval fills in. */
  fields: FieldView[];
  /** The mails that each decision sends. `isSure` is false for a remote host, which may send none. */
  mails: {
    to: string;
    isSure: boolean;
    texts: Readonly<Record<AccountDecision, { subject: string; text: string }>>;
  };
  /** The sentence that says whether a refusal can be undone. */
  deletionNote: string;
}
