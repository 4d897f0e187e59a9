import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import type { UploadView } from '~/lib/core/form/form-view';
import spriteUrl from '../../assets/text-icons.svg?url';
import { Icon } from '../icon';
import { type Action, actions, tableActions } from './actions';
import { ImageRow } from './image-row';
import { LinkRow } from './link-row';
import { StyleChoices } from './style-choices';
import { useRovingFocus } from './use-roving-focus';

interface ToolbarProps {
  editor: Editor;
  /** The id of the editable text. */
  controls: string;
  upload?: UploadView;
}

/**
 * Renders the toolbar of the editor. Its buttons are a single tab stop, and the arrow keys move between them.
 */
export function Toolbar({ editor, controls, upload }: ToolbarProps) {
  const [open, setOpen] = useState<'link' | 'image'>();
  const toggle = (row: 'link' | 'image') => setOpen(open === row ? undefined : row);
  const roving = useRovingFocus();
  // The transaction number makes the toolbar render again after every change of the text or the cursor.
  const { inTable, inLink, onImage } = useEditorState({
    editor,
    selector: ({ editor: current, transactionNumber }) => ({
      transactionNumber,
      inTable: current.isActive('table'),
      inLink: current.isActive('link'),
      onImage: current.isActive('image'),
    }),
  });
  return (
    <div className="border-b border-line-strong bg-sunken p-1.5">
      <div
        ref={roving.ref}
        role="toolbar"
        aria-label="Formatting"
        aria-controls={controls}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
        className="flex flex-wrap items-center gap-1"
      >
        <StyleChoices editor={editor} />
        {actions.map((group) => (
          <div key={group[0]?.label} className="flex gap-0.5 border-l border-line pl-1">
            {group.map((action) => (
              <ToolButton key={action.label} action={action} editor={editor} />
            ))}
          </div>
        ))}
        <div className="flex gap-0.5 border-l border-line pl-1">
          <button
            type="button"
            title="Link"
            aria-pressed={inLink}
            aria-expanded={open === 'link'}
            onClick={() => toggle('link')}
            className="tool"
          >
            <Icon name="link" sprite={spriteUrl} />
            <span className="sr-only">Link</span>
          </button>
          {upload && (
            <button
              type="button"
              title="Image"
              aria-pressed={onImage}
              aria-expanded={open === 'image'}
              onClick={() => toggle('image')}
              className="tool"
            >
              <Icon name="image" sprite={spriteUrl} />
              <span className="sr-only">Image</span>
            </button>
          )}
        </div>
        {inTable && (
          <div className="flex w-full flex-wrap gap-0.5 border-t border-line pt-1">
            {tableActions.map(({ label, run }) => (
              <button
                key={label}
                type="button"
                onClick={() => run(editor)}
                className="tool px-2 text-sm"
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      {open === 'link' && <LinkRow editor={editor} onClose={() => setOpen(undefined)} />}
      {open === 'image' && upload && (
        <ImageRow editor={editor} upload={upload} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

function ToolButton({ action, editor }: { action: Action; editor: Editor }) {
  const { label, icon, run, isOn, can } = action;
  return (
    <button
      type="button"
      title={label}
      aria-pressed={isOn?.(editor)}
      disabled={can ? !can(editor) : undefined}
      onClick={() => run(editor)}
      className="tool"
    >
      <Icon name={icon} sprite={spriteUrl} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
