import { EditorContent, useEditor } from '@tiptap/react';
import { useMemo, useRef, useState } from 'react';
import type { UploadView } from '~/lib/core/form/form-view';
import { cleanPasted } from './clean-pasted';
import { buildExtensions } from './extensions';
import { Toolbar } from './toolbar';

export interface RichTextEditorProps {
  /** The id of the editable text. The error summary links to it. */
  id: string;
  labelId: string;
  describedBy?: string;
  invalid: boolean;
  /** The text area with the HTML that the form posts. */
  source: HTMLTextAreaElement;
  /** The upload of images. Undefined if the text cannot have images. */
  upload?: UploadView;
}

/**
 * Renders the editor for the HTML of a text area. Loading the HTML into the editor does not change the text area. When
 * the user has undone all changes, the text area has its original HTML again.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { id, labelId, describedBy, invalid, source, upload } = props;
  const extensions = useMemo(() => buildExtensions(upload?.folder), [upload?.folder]);
  const loaded = useRef({ source: '', html: '' });
  const [leftOut, setLeftOut] = useState(0);
  const editor = useEditor({
    extensions,
    content: source.value,
    // The style sheet contains the editor's styles, because the Content-Security-Policy blocks injected ones.
    injectCSS: false,
    editorProps: {
      transformPastedHTML(html) {
        const cleaned = cleanPasted(html, upload?.folder);
        setLeftOut(cleaned.leftOut);
        return cleaned.html;
      },
      handlePaste(_view, { clipboardData }) {
        const types = clipboardData?.types ?? [];
        const pictures = [...(clipboardData?.files ?? [])].filter(({ type }) =>
          type.startsWith('image/'),
        );
        // Word also offers a picture of the text that it copies.
        if (pictures.length > 0 && !types.includes('text/html') && !types.includes('text/plain'))
          setLeftOut(pictures.length);
        else if (!types.includes('text/html')) setLeftOut(0);
        return false;
      },
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        class: 'rich-text',
      },
    },
    onCreate({ editor: created }) {
      loaded.current = { source: source.value, html: created.getHTML() };
    },
    onUpdate({ editor: changed }) {
      const html = changed.isEmpty ? '' : changed.getHTML();
      source.value = html === loaded.current.html ? loaded.current.source : html;
      source.dispatchEvent(new Event('input', { bubbles: true }));
    },
  });
  return (
    <div className="rich-text-frame card flex flex-col overflow-hidden border-line-strong">
      <Toolbar editor={editor} controls={id} upload={upload} />
      <p role="status" className="px-3 text-sm text-warn">
        {leftOut > 0 && describeLeftOut(leftOut, upload !== undefined)}
      </p>
      <EditorContent editor={editor} className="min-h-0 grow overflow-y-auto" />
    </div>
  );
}

/** Says that pictures were left out of a pasted text, and how to add them. */
function describeLeftOut(count: number, canHaveImages: boolean): string {
  const what = count === 1 ? '1 picture was' : `${count} pictures were`;
  return canHaveImages
    ? `${what} left out. To add a picture, save it as a file, then choose Image above and upload it.`
    : `${what} left out. This text cannot have pictures.`;
}
