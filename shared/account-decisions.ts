/** The decision about an account that a person has created by signing up and that waits for approval. */
export type AccountDecision = 'approved' | 'refused';

/**
 * The field of `user/update` and `user/delete` that names the decision which the call carries out. The host then makes
 * the change only if the account still waits, and mails the decision to the account's address.
 */
export const DECISION_FIELD = 'udecision';

/** The mails about the decisions. The panel shows them before they are sent. */
export const decisionMails: Readonly<Record<AccountDecision, { subject: string; text: string }>> = {
  approved: {
    subject: 'Your account has been approved',
    text: 'An administrator has approved your account. You can sign in now, with your email address and the password that you chose.',
  },
  refused: {
    subject: 'Your account has been refused',
    text: 'An administrator has refused your account, so you cannot sign in with it. If you think that this is a mistake, ask the study’s team.',
  },
};

/** The message that refuses a decision about an account that no longer waits for approval. */
export const NO_LONGER_WAITING =
  'This account does not wait for approval any more. Somebody else may have decided about it.';
