import type { Editor } from '@tiptap/react';
import { leaveImage } from './insert-image';

/** A button of the toolbar. */
export interface Action {
  label: string;
  icon: string;
  run: (editor: Editor) => void;
  /** Returns whether the format is active at the cursor. Undefined for an action without a state. */
  isOn?: (editor: Editor) => boolean;
  /** Returns whether the action is possible now. Undefined for an action that is always possible. */
  can?: (editor: Editor) => boolean;
}

const buildMark = (
  name: 'bold' | 'italic' | 'underline' | 'strike',
  label: string,
  icon: string,
): Action => ({
  label,
  icon,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
});

const buildAlignment = (alignment: string, label: string, icon: string): Action => ({
  label,
  icon,
  run: (editor) => editor.chain().focus().toggleTextAlign(alignment).run(),
  isOn: (editor) => editor.isActive({ textAlign: alignment }),
});

/** The buttons of the toolbar, in groups. */
export const actions: readonly (readonly Action[])[] = [
  [
    buildMark('bold', 'Bold', 'bold'),
    buildMark('italic', 'Italic', 'italic'),
    buildMark('underline', 'Underline', 'underline'),
    buildMark('strike', 'Strikethrough', 'strikethrough'),
  ],
  [
    buildAlignment('left', 'Align left', 'text-align-start'),
    buildAlignment('center', 'Align centre', 'text-align-center'),
    buildAlignment('right', 'Align right', 'text-align-end'),
    buildAlignment('justify', 'Justify', 'text-align-justify'),
  ],
  [
    {
      label: 'Bulleted list',
      icon: 'list',
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      label: 'Numbered list',
      icon: 'list-ordered',
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isOn: (editor) => editor.isActive('orderedList'),
    },
    {
      label: 'Quote',
      icon: 'text-quote',
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      isOn: (editor) => editor.isActive('blockquote'),
    },
    {
      label: 'Line',
      icon: 'minus',
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
    {
      label: 'Insert table',
      icon: 'table',
      run: (editor) =>
        leaveImage(editor.chain().focus())
          .insertTable({ rows: 3, cols: 3, withHeaderRow: true })
          .run(),
      can: (editor) => !editor.isActive('table'),
    },
  ],
  [
    {
      label: 'Clear formatting',
      icon: 'remove-formatting',
      run: (editor) => editor.chain().focus().unsetAllMarks().unsetTextAlign().run(),
    },
    {
      label: 'Undo',
      icon: 'undo-2',
      run: (editor) => editor.chain().focus().undo().run(),
      can: (editor) => editor.can().undo(),
    },
    {
      label: 'Redo',
      icon: 'redo-2',
      run: (editor) => editor.chain().focus().redo().run(),
      can: (editor) => editor.can().redo(),
    },
  ],
];

/** The actions on the table that contains the cursor. */
export const tableActions: readonly { label: string; run: (editor: Editor) => void }[] = [
  { label: 'Row above', run: (editor) => editor.chain().focus().addRowBefore().run() },
  { label: 'Row below', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: 'Delete row', run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: 'Column before', run: (editor) => editor.chain().focus().addColumnBefore().run() },
  { label: 'Column after', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: 'Delete column', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: 'Header row', run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  { label: 'Delete table', run: (editor) => editor.chain().focus().deleteTable().run() },
];
