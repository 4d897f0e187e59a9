import type { Row } from 'shared/list/memory';
import type { FormValues } from 'shared/record-values/form-value';
import type { Result } from 'shared/result';
import type { EntityWithForm } from '../entities/entity';
import type { HostBin } from '../host/api-host';
import type { OpenForm } from '../records/open-form.server';

/** The work that takes a change back. */
export type UndoWork =
  | { kind: 'save'; entity: EntityWithForm; form: OpenForm; values: FormValues }
  | { kind: 'remove'; record: Row }
  | { kind: 'restore'; bin: HostBin; deletedId: string }
  | { kind: 'link' | 'unlink'; participant: string };

/**
 * The work that takes a change back. It fails with a message for users, or with the fields that no longer have the values
 * from the change.
 */
export type PlannedWork = Result<UndoWork, string | string[]>;
