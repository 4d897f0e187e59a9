import type { Trail } from '../trail';

/** The data of a page that asks for confirmation. */
export interface ConfirmView {
  /** The title of the document, which names no record, such as 'Delete country'. */
  title: string;
  /** The question, which names the record, such as 'Delete Zambia?'. */
  heading: string;
  trail: Trail;
  /** The complete label of the record that is to be deleted, unlinked or restored. */
  label: string;
  /** The label of the button that confirms. */
  verb: string;
  backHref: string;
  /** Identifies this page, so that a second press of the button does not repeat the work. */
  token: string;
  /** The sentence about the consequences of confirming. */
  note?: string;
  /** The reason why this user cannot confirm. */
  refusal?: string;
}
