import type { ColumnNames } from './columns';
import type { OpenFile } from './file-rows';
import type { ImportTable } from './import-table';
import type { PlanOptions } from './plan';

/** A file that is to be checked or imported. */
export interface ImportJob {
  spec: ImportTable;
  open: OpenFile;
  names: ColumnNames;
  /** The IANA name of the time zone of the study's dates. */
  timeZone: string;
  /** The choices for the suspicious values of columns (PlanOptions). */
  choices?: PlanOptions['choices'];
  /** Reduces HTML to the elements that the panel's editor can produce (PlanOptions). */
  cleanHtml?: (html: string) => string;
  /** The columns of one record that must not change (PlanOptions). */
  fixed?: PlanOptions['fixed'];
  /** Called after each batch with the number of rows that have been checked. */
  onProgress?: (rows: number) => void;
}
