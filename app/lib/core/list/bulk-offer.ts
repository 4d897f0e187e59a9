/**
 * The names of the inputs of the form for actions on several rows. They differ from all names of fields, because text
 * browsers send the filters in the table's headings together with this form.
 */
export const bulkInputs = { list: '_list', row: '_row', all: '_all', work: '_do' } as const;

/** The actions that a list offers for several rows together. */
export interface BulkOffer {
  /** The address to which the selected rows are posted. */
  action: string;
  canDelete: boolean;
  /** The values to which the status of the rows can be changed. */
  statuses: { value: string; label: string }[];
  /** The maximum number of rows of one action. */
  maxRows: number;
}
