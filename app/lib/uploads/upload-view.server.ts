import { config } from '../config.server';
import type { Entity } from '../entities/entity';
import type { UploadSpec } from '../entities/form-field';
import type { UploadView } from '../form/form-view';
import { filesOrigin } from './places.server';

/** Returns the data with which the page offers an upload for a field. */
export function uploadView(
  entity: Entity,
  field: string,
  { accepts, what }: UploadSpec,
): UploadView {
  const origin = filesOrigin();
  return {
    accepts,
    what,
    href: `/upload/${entity.noun}/${field}`,
    maxBytes: config.UPLOAD_MAX_BYTES,
    origins: origin ? [origin] : [],
  };
}
