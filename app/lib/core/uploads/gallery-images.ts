/** An image of the gallery, as the editor offers it. */
export interface GalleryImage {
  address: string;
  name: string;
}

/** Reads the answer to a request for the images of the gallery. Returns undefined for any other answer. */
export function readGalleryImages(body: unknown): GalleryImage[] | undefined {
  if (typeof body !== 'object' || body === null || !('images' in body)) return undefined;
  const { images } = body;
  return Array.isArray(images) && images.every(isGalleryImage) ? images : undefined;
}

function isGalleryImage(item: unknown): item is GalleryImage {
  if (typeof item !== 'object' || item === null) return false;
  return (
    'address' in item &&
    typeof item.address === 'string' &&
    'name' in item &&
    typeof item.name === 'string'
  );
}
