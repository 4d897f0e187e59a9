import type { PlanOptions } from './plan';

/** The rights of an importing user. */
export interface ImportRights {
  /** Says why this user may not import users, if so. */
  problem?: string;
  fixed?: PlanOptions['fixed'];
}
