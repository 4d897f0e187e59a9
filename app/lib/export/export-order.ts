import type { Row } from 'shared/list/memory';
import type { Column } from '../core/entities/column';
import type { Entity } from '../core/entities/entity';
import type { SignedInUser } from '../core/session/user';
import type { ExportFormat } from './export-format';
import type { FilePrivacy } from './privacy';
import type { ValueStyle } from './variables';

/** An export that a user has ordered. */
export interface ExportOrder {
  user: SignedInUser;
  entity: Entity;
  /** The columns of the file. */
  columns: readonly Column[];
  format: ExportFormat;
  style: ValueStyle;
  privacy: FilePrivacy;
  /** The columns and filters as a sentence, for the audit log, without values that identify people. */
  details: string;
  /** The filters alone, for the readme. */
  conditions: string;
  explanations: ReadonlyMap<string, string>;
  /** The rows of the list. */
  rows: AsyncIterable<Row[]>;
  total: number;
  /** Returns a row with the values of the file. Undefined if the file has the values of the list. */
  convert?: (row: Row) => Row;
}
