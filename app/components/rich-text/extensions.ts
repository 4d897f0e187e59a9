import { TableKit } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { TextStyleKit } from '@tiptap/extension-text-style';
import { StarterKit } from '@tiptap/starter-kit';
import { alignments, headingLevels, linkSchemes } from 'shared/rich-text/formats';
import { buildImageNode } from './image-node';

/** Returns whether the editor allows a link to an address. It allows relative addresses, which have no scheme. */
function isAllowedLink(address: string): boolean {
  const scheme = /^\s*([^/?#]*?)\s*:/.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined || linkSchemes.some((known) => known === scheme);
}

/**
 * Returns the TipTap extensions for the formats that the editor can produce. The sanitizer on the server allows the
 * same formats, which a test verifies. Images must be uploaded files of the embedded host, or below `imageFolder`.
 */
export const buildExtensions = (imageFolder?: string) => [
  StarterKit.configure({
    heading: { levels: [...headingLevels] },
    code: false,
    codeBlock: false,
    // A trailing node would add a paragraph to an unchanged text.
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: isAllowedLink },
  }),
  TextStyleKit.configure({ backgroundColor: false, lineHeight: false }),
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: [...alignments] }),
  TableKit.configure({ table: { resizable: false } }),
  buildImageNode(imageFolder),
];
