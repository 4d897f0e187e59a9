import type { Trail } from '../trail';

/** The page that asks before a participant is withdrawn, or before their withdrawal is taken back. */
export interface WithdrawalQuestion {
  title: string;
  heading: string;
  trail: Trail;
  backHref: string;
  token: string;
  /** The day of the withdrawal as the form sends it back, so that nobody changes a state that they have not seen. */
  seen: string;
  /** The day of the withdrawal as it is shown. Undefined if the participant has not withdrawn. */
  withdrawnOn?: string;
}

/** The answer to a form that has changed nothing. */
export interface WithdrawalReply {
  errors: { reason?: string; form?: string };
  reason: string;
}

/** The refusal of the page, for users who are no administrators. */
export const withdrawalRefusal = {
  page: 'The pages that withdraw participants were',
  message: 'Only administrators withdraw participants. Nothing was changed.',
};
