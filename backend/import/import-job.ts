import type { ColumnNames } from './columns';
import type { OpenFile } from './file-rows';
import type { ImportTable } from './import-table';
import type { PlanOptions } from './plan';

/** A file that is to be checked or imported. */
export interface ImportJob {
  spec: ImportTable;
  open: OpenFile;
  names: ColumnNames;
  /** IANA name of the zone that the study's dates are local to. */
  timeZone: string;
  cleanHtml?: (html: string) => string;
  /** See PlanOptions. */
  fixed?: PlanOptions['fixed'];
  /** Told how many rows have been looked at. */
  onProgress?: (rows: number) => void;
}
