import type { PlanOptions } from './plan';

/** The restrictions on an import by its user; empty if there are none. */
export interface ImportRights {
  /** The reason that this user may not import users, if so. */
  problem?: string;
  /** The columns of one record that the import must not change. */
  fixed?: PlanOptions['fixed'];
}
