import type { FormValue } from 'shared/record-values/form-value';
import '~/styles/rich-text.css';
import {
  type FieldMetadata,
  type FormMetadata,
  getTextareaProps,
  type Intent,
} from '@conform-to/react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldView } from '~/lib/core/form/form-view';
import type { RichTextEditorProps } from '../rich-text/editor';
import { useHydrated } from '../use-hydrated';
import { FieldError } from './field-error';
import { ImageInputs } from './image-inputs';
import { Optional } from './optional';

interface RichTextFieldProps {
  field: FieldView;
  meta: FieldMetadata<string>;
  form?: FormMetadata<Record<string, FormValue>>;
  /** The intent of the last post that the server answered. Undefined if that post was a save. */
  intent?: Intent | null;
  idle?: boolean;
}

/**
 * Renders a text area for HTML. When the editor is loaded and the text area does not have the focus, the editor
 * replaces the text area. The form still posts the text area, which changes only when the user changes the text.
 */
export function RichTextField({ field, meta, form, intent, idle }: RichTextFieldProps) {
  const hydrated = useHydrated();
  const source = useRef<HTMLTextAreaElement>(null);
  const Editor = useEditorComponent(!idle, source);
  const editing = Editor && !idle;
  const isPlain = !editing && !idle;
  const labelId = `${meta.id}-label`;
  const noticeId = field.notice ? `${meta.id}-notice` : undefined;
  const hintId = `${meta.id}-hint`;
  const described =
    [meta.errors ? meta.errorId : undefined, noticeId, isPlain ? hintId : undefined]
      .filter(Boolean)
      .join(' ') || undefined;
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
      {isPlain && (
        <p id={hintId} className="mb-1 text-sm text-muted">
          The text is HTML. For example, {'<p>Open on <strong>Mondays</strong></p>'} is a paragraph
          with a word in bold.
        </p>
      )}
      <FieldError meta={meta} />
      <textarea
        {...getTextareaProps(meta)}
        key={meta.key}
        ref={source}
        id={editing ? `${meta.id}-html` : meta.id}
        spellCheck={false}
        rows={10}
        aria-describedby={described}
        className={`rich-text-frame input ${editing ? 'hidden' : ''}`}
      />
      {editing && source.current && (
        <Editor
          id={meta.id}
          labelId={labelId}
          describedBy={described}
          invalid={Boolean(meta.errors)}
          source={source.current}
          upload={field.upload}
        />
      )}
      {!idle && field.upload && form && (
        <ImageInputs
          name={field.name}
          upload={field.upload}
          form={form}
          hydrated={hydrated}
          isInserted={
            intent?.type === 'validate' && intent.payload.name === field.name && !meta.errors
          }
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
            // The blur event also occurs when another window takes the focus, but then the area stays active.
            if (isUnmounted || document.activeElement === area) return;
            area.removeEventListener('blur', showUnlessUsed);
            // At once, because the area would lose a focus that it gets before the editor replaces it.
            flushSync(() => setComponent(() => RichTextEditor));
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
