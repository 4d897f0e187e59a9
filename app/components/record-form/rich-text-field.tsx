import { type FieldMetadata, getTextareaProps } from '@conform-to/react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
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
 * HTML: a text area, over which the editor comes once it is loaded and nobody types in it. The text area
 * stays what the form posts, and is written to only when a person changes the text.
 */
export function RichTextField({ field, meta, idle }: RichTextFieldProps) {
  const source = useRef<HTMLTextAreaElement>(null);
  const Editor = useEditorComponent(!idle, source);
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

/** The distance below the screen at which a field is fetched: about what a thumb scrolls at once. */
const NEAR = '300px';

/**
 * The editor is larger than the rest of the page: it is fetched when its field comes near the screen, and
 * without it the text area serves.
 */
function useEditorComponent(wanted: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const [component, setComponent] = useState<ComponentType<RichTextEditorProps>>();
  useEffect(() => {
    const area = field.current;
    if (!wanted || !area) return;
    let isUnmounted = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import('../rich-text/editor').then(({ RichTextEditor }) => {
          const showUnlessUsed = () => {
            // It stays the active element when another window takes the focus.
            if (isUnmounted || document.activeElement === area) return;
            area.removeEventListener('blur', showUnlessUsed);
            setComponent(() => RichTextEditor);
          };
          area.addEventListener('blur', showUnlessUsed);
          showUnlessUsed();
        }, ignore);
      },
      { rootMargin: `${NEAR} 0px` },
    );
    observer.observe(area);
    return () => {
      isUnmounted = true;
      observer.disconnect();
    };
  }, [wanted, field]);
  return component;
}

function ignore(): void {}
