import type { OpenHost } from 'backend/start';
import type { LockOwner } from './lock-owner';
import type { PanelStore } from './panel-store';

interface Opened {
  panel?: Promise<void>;
  host?: Promise<OpenHost>;
  store?: Promise<PanelStore>;
  lockOwner?: Promise<LockOwner>;
}

/**
 * Holds what this process has opened and cannot open twice. The development server evaluates a module again when it
 * or a module that it imports changes. This one imports only types, so that it stays. Other modules keep their state
 * in variables.
 */
export const opened: Opened = {};
