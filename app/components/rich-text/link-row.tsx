import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useId, useState } from 'react';

/** Renders an input for the address of the link at the cursor, or of a new link for the selected text. */
export function LinkRow({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? ''));
  const [problem, setProblem] = useState('');

  function apply() {
    const address = href.trim();
    if (address === '') return remove();
    if (!/^(https?|mailto|tel):/i.test(address)) {
      setProblem('The address must begin with https:, http:, mailto: or tel:');
      return;
    }
    const link = editor.chain().focus().extendMarkRange('link');
    // If nothing is selected and the cursor is not in a link, the address is inserted as the text of the link.
    const insertsText = editor.state.selection.empty && !editor.isActive('link');
    const done = insertsText
      ? link.insertContent({
          type: 'text',
          text: address,
          marks: [{ type: 'link', attrs: { href: address } }],
        })
      : link.setLink({ href: address });
    done.run();
    onClose();
  }

  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      editor.commands.focus();
      onClose();
    }
    if (event.key !== 'Enter') return;
    // Without this, the Enter key would save the whole form.
    event.preventDefault();
    apply();
  }

  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      <label htmlFor={id} className="text-sm">
        Address of the link
      </label>
      <input
        id={id}
        type="text"
        inputMode="url"
        value={href}
        placeholder="https://"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the user has just opened this row
        autoFocus
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => setHref(event.currentTarget.value)}
        // The form's warning about unsaved changes must ignore this input, because the form does not
        // save its value.
        onInput={(event) => event.stopPropagation()}
        onKeyDown={onKeyDown}
        className="input-small w-auto grow"
      />
      <button type="button" onClick={apply} className="tool px-2 text-sm">
        Set link
      </button>
      <button type="button" onClick={remove} className="tool px-2 text-sm">
        Remove link
      </button>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="w-full text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
