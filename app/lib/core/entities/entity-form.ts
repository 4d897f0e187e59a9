import type { FormField } from './form-field';

/** A part of a form with a heading. It ends before the field with which the next section begins. */
export interface FormSection {
  title: string;
  /** The name of the first field. */
  first: string;
}

export interface EntityForm {
  fields: readonly FormField[];
  /** The sections of a long form, in order. The first one begins with the first field. */
  sections?: readonly FormSection[];
  /** True if the list has no link to an add form, for example because an app creates the records. */
  changeOnly?: boolean;
  /** The text above the form that adds a record, about further effects of the save. */
  addNote?: string;
  /** Replaces the message of a successful add. */
  addedMessage?: string;
  /** Replaces the message of a successful change. */
  updatedMessage?: string;
  /** True if an added record cannot be taken back, because its save has effects outside the study's records. */
  isAddFinal?: true;
  /** The note of the question before several records are disabled, about further effects. */
  disablingNote?: string;
}
