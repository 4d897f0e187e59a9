import { Node } from '@tiptap/core';
import { isAllowedImage } from 'shared/rich-text/image-address';

/** Returns the TipTap node for images. The editor drops the images that the sanitizer on the server would remove. */
export function buildImageNode(imageFolder?: string) {
  return Node.create({
    name: 'image',
    group: 'block',
    draggable: true,
    addAttributes: () => ({
      src: { default: null },
      alt: { default: null },
      width: { default: null },
    }),
    parseHTML: () => [
      {
        tag: 'img',
        getAttrs: (image) => {
          const { src, alt } = { src: image.getAttribute('src'), alt: image.getAttribute('alt') };
          return isAllowedImage({ src: src ?? '', alt: alt ?? '' }, imageFolder) ? null : false;
        },
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  });
}
