import type { StudyDatabase } from 'backend/db/open-study';
import type { LockOwner } from './lock-owner';

interface Opened {
  panel?: Promise<void>;
  store?: Promise<StudyDatabase>;
  lockOwner?: Promise<LockOwner>;
}

/**
 * The resources that this process has opened and cannot open twice. The development server evaluates a module
 * again when it or one of its imports changes. This module imports only types, so it is not evaluated again.
 * Other modules store their state in variables.
 */
export const opened: Opened = {};
