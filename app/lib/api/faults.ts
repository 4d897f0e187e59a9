import type { ApiFault } from './envelope';
import { messages, type Saving } from './messages';

/** The message for a failed load of `entity`, by product-spec.md §8. */
export function loadFault(fault: ApiFault, entity: string): string {
  switch (fault.kind) {
    case 'refused':
      return fault.message || messages.loadFailed(entity.toLowerCase());
    case 'unreadable':
      return messages.unreadable;
    case 'unreachable':
      return messages.loadFailed(entity.toLowerCase());
  }
}

/** The message for a failed save. */
export function saveFault(fault: ApiFault, saving: Saving, entity: string): string {
  switch (fault.kind) {
    case 'refused':
      return fault.message || messages.saveFailed(saving, entity);
    case 'unreadable':
      return messages.saveUnreadable(saving, entity);
    case 'unreachable':
      return messages.saveFailed(saving, entity);
  }
}

/** The message for a failed delete. */
export function deleteFault(fault: ApiFault, entity: string): string {
  switch (fault.kind) {
    case 'refused':
      return fault.message || messages.deleteFailed(entity);
    case 'unreadable':
      return messages.unreadable;
    case 'unreachable':
      return messages.deleteFailed(entity);
  }
}
