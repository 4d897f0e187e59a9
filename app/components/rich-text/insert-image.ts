import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { ChainedCommands, Editor } from '@tiptap/react';

/**
 * Changes the selected image, or inserts one at the cursor. The cursor then stands after a new image, so that what the
 * user inserts or types next does not replace it.
 */
export function insertImage(editor: Editor, attrs: { src: string; alt: string }): void {
  const chain = editor.chain().focus();
  const done = editor.isActive('image')
    ? chain.updateAttributes('image', attrs)
    : leaveImage(chain.insertContent({ type: 'image', attrs }));
  done.run();
}

/** Moves the cursor from the selected image to the text after it, which is a new paragraph if there is none. */
export function leaveImage(chain: ChainedCommands): ChainedCommands {
  return chain.command(({ tr, state }) => {
    const { selection } = tr;
    if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return true;
    const paragraph = state.schema.nodes.paragraph?.create();
    if (paragraph && !selection.$to.nodeAfter?.isTextblock) tr.insert(selection.to, paragraph);
    tr.setSelection(TextSelection.near(tr.doc.resolve(selection.to), 1)).scrollIntoView();
    return true;
  });
}
