import type { AccountDecision } from 'shared/account-decisions';
import type { FieldView, FormReply } from '../form/form-view';
import type { Trail } from '../trail';

export const WAITING_TITLE = 'Waiting accounts';

/** The input that names the decision. */
export const DECISION_INPUT = 'decision';

/** The data of the page on which a waiting account is approved or refused. */
export interface DecisionView {
  /** The title of the document, which names nobody. */
  title: string;
  heading: string;
  trail: Trail;
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
  token: string;
  /** The reason why the account can be neither approved nor refused. */
  refusal?: string;
}

/** The reply to a posted decision that was not carried out. */
export interface DecisionReply {
  reply?: FormReply;
  error?: string;
}
