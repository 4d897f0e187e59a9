import type { Trail } from '../../trail';

/** A question that a form asks before something is done. */
export interface Question {
  /** The label of the button that confirms. */
  verb: string;
  /** True if the button has the color of deletions. */
  isDestructive?: boolean;
  /** The sentences about the consequences of confirming. */
  notes?: readonly string[];
  /** Set if the form asks for the reason. */
  reason?: 'required' | 'optional';
  /** The address of the link that cancels. */
  backHref: string;
  /** The text of that link. Defaults to 'Cancel'. */
  cancel?: string;
  /** The address to which the form is posted. Defaults to that of the page. */
  action?: string;
  /** Identifies this copy of the form, so that a second press of the button does not repeat the work. */
  token?: string;
  /** The names and values of further inputs, such as what the user has seen. */
  hidden?: Readonly<Record<string, string>>;
}

/** The data of a page that asks for confirmation. */
export interface ConfirmView extends Question {
  /** The title of the document, which names no record, such as 'Delete country'. */
  title: string;
  /** The question, which names the record, such as 'Delete Zambia?'. */
  heading: string;
  trail: Trail;
  /** The complete label of the record. The page shows it if the heading contains only a part of it. */
  label?: string;
  /** The reason why this user cannot confirm. */
  refusal?: string;
}
