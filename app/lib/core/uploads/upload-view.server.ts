import type { Entity } from '../entities/entity';
import type { UploadSpec } from '../entities/form-field';
import type { UploadView } from '../form/form-view';
import { getFilesOrigin, getImageFolder } from '../host/file-origins.server';
import { getApiHost } from '../host/host.server';
import { config } from '../server/config.server';

/** Returns the data with which the page offers an upload for a field. */
export function buildUploadView(
  entity: Entity,
  field: string,
  { accepts, content }: UploadSpec,
): UploadView {
  const origin = getFilesOrigin();
  return {
    accepts,
    content,
    href: `/upload/${entity.name}/${field}`,
    maxBytes: config.UPLOAD_MAX_BYTES,
    folder: getImageFolder(),
    galleryHref: getApiHost().conforms && !config.GALLERY_URL ? '/gallery-images' : undefined,
    origins: origin ? [origin] : [],
  };
}
