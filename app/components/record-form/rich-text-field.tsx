import { type FieldMetadata, getTextareaProps } from '@conform-to/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { FieldView } from '~/lib/form/form-view';
import type { RichTextEditorProps } from '../rich-text/editor';
import { FieldError } from './field-error';
import { Optional } from './optional';

interface RichTextFieldProps {
  field: FieldView;
  meta: FieldMetadata<string>;
  idle?: boolean;
}

/**
 * HTML: a text area, over which the editor comes as soon as it is loaded. The text area stays what the
 * form posts, and is written to only when a person changes the text.
 */
export function RichTextField({ field, meta, idle }: RichTextFieldProps) {
  const source = useRef<HTMLTextAreaElement>(null);
  const Editor = useEditorComponent(!idle);
  const editing = Editor && !idle;
  const labelId = `${meta.id}-label`;
  const noticeId = field.notice ? `${meta.id}-notice` : undefined;
  const described =
    [meta.errors ? meta.errorId : undefined, noticeId].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <label id={labelId} htmlFor={meta.id} className="mb-1 block font-medium">
        {field.label} <Optional />
      </label>
      {field.notice && (
        <p id={noticeId} className="mb-1 text-sm text-warn">
          {field.notice}
        </p>
      )}
      <FieldError meta={meta} />
      <textarea
        {...getTextareaProps(meta)}
        key={meta.key}
        ref={source}
        id={editing ? `${meta.id}-html` : meta.id}
        spellCheck={false}
        aria-describedby={described}
        className={`rich-text-frame input font-mono ${editing ? 'hidden' : ''}`}
      />
      {editing && source.current && (
        <Editor
          id={meta.id}
          labelId={labelId}
          describedBy={described}
          invalid={Boolean(meta.errors)}
          source={source.current}
        />
      )}
    </div>
  );
}

/** The editor is large: it is fetched on the pages that show it, and without it the text area serves. */
function useEditorComponent(wanted: boolean) {
  const [component, setComponent] = useState<ComponentType<RichTextEditorProps>>();
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    import('../rich-text/editor').then(
      ({ RichTextEditor }) => gone || setComponent(() => RichTextEditor),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [wanted]);
  return component;
}
