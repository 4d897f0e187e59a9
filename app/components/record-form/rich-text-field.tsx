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
 * Renders a text area for HTML. When the editor is loaded, it replaces the text area unless the user is typing
 * in it. The form still posts the text area, which the editor changes only when the user changes the text.
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

/**
 * The distance of a field from the screen at which its editor is fetched. Users scroll about this far with one
 * swipe.
 */
const NEAR = '300px';

/**
 * Fetches the editor when its field comes near the screen, because it is larger than the rest of the page.
 * Returns undefined, so that the text area is used, until the editor is loaded.
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
            // The text area stays the active element when another window takes the focus.
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
