import { INTENT } from '@conform-to/dom';
import type { FieldMetadata, FormMetadata, Intent } from '@conform-to/react';
import { useRef } from 'react';
import { formLimits } from 'shared/form-reader/limits';
import { packInput, packRows } from 'shared/form-reader/packed-rows';
import type { FormValue, ItemRow as Values } from 'shared/record-values/form-value';
import type { ItemsSpec } from '~/lib/core/entities/form-field';
import { type FieldView, getRowInputs } from '~/lib/core/form/form-view';
import { Icon } from '../icon';
import { useHydrated } from '../use-hydrated';
import { FieldError } from './field-error';
import { ItemRow } from './item-row';

interface ItemsFieldProps {
  field: FieldView;
  spec: ItemsSpec;
  meta: FieldMetadata<string>;
  form: FormMetadata<Record<string, FormValue>>;
  /**
   * The intent of the last post that the server answered, or undefined if that post was a save. While script runs, the
   * buttons that add, remove and move rows do not change this intent, because they do not post the form.
   */
  intent?: Intent | null;
}

/**
 * Renders rows that can be added, removed and moved, in parts of `pageSize` rows. Every button submits the form
 * with an intent, and so works without script. The server renders the inputs of only one part, and one hidden input
 * with all other rows. After hydration, the inputs of all parts are rendered.
 */
export function ItemsField({ field, spec, meta, form, intent }: ItemsFieldProps) {
  const allRows = (meta as unknown as FieldMetadata<Values[]>).getFieldList();
  const hydrated = useHydrated();
  const loadedRows = useRef(allRows.length);
  const wasAdded = (index: number) => index === allRows.length - 1 && index >= loadedRows.current;
  const { pageSize } = spec;
  const shown = getShownPart(allRows, meta.name, pageSize, intent);
  const focused = isAbout(intent, meta.name) ? findChangedRow(intent, allRows.length) : undefined;
  const parts = Array.from({ length: Math.ceil(allRows.length / pageSize) }, (_, part) => ({
    part,
    first: part * pageSize,
    rows: allRows.slice(part * pageSize, (part + 1) * pageSize),
  }));
  return (
    // The class is here and not at the buttons of parts, which makes forms with many rows smaller.
    <fieldset id={meta.id} tabIndex={-1} className="items">
      <legend className="mb-1 font-medium">
        {field.label} <span className="font-normal text-muted">({allRows.length})</span>
      </legend>
      <FieldError meta={meta} />
      {!hydrated && parts.length > 1 && (
        <input
          type="hidden"
          name={packInput(meta.name)}
          value={packRows(
            allRows.map((row) => row.initialValue as Values | undefined),
            getRowInputs(spec),
            { first: shown * pageSize, end: (shown + 1) * pageSize },
          )}
        />
      )}
      {parts.map(({ part, first, rows }) =>
        hydrated || part === shown ? (
          <details
            key={first}
            open={
              part === shown ||
              rows.some(({ valid }) => !valid) ||
              wasAdded(first + rows.length - 1)
            }
            className="mb-2"
          >
            <summary
              // biome-ignore lint/a11y/noAutofocus: without script, moves the focus to the rows of the pressed button
              autoFocus={
                part === shown &&
                parts.length > 1 &&
                focused === undefined &&
                isAbout(intent, meta.name)
              }
              className={parts.length > 1 ? 'py-1 font-medium text-accent' : 'hidden'}
            >
              {`${field.label} ${first + 1} to ${first + rows.length}`}
            </summary>
            <ol className="grid gap-2">
              {rows.map((row, offset) => (
                <ItemRow
                  key={row.key}
                  {...{ row, spec, form }}
                  list={meta.name}
                  index={first + offset}
                  isLast={first + offset === allRows.length - 1}
                  isFocused={first + offset === focused}
                />
              ))}
            </ol>
          </details>
        ) : (
          <button
            key={first}
            type="submit"
            name={INTENT}
            value={JSON.stringify({ type: 'update', payload: { name: meta.name, index: first } })}
          >
            {`Show ${field.label.toLowerCase()} ${first + 1} to ${first + rows.length}`}
          </button>
        ),
      )}
      {allRows.length < formLimits.rows ? (
        <button
          {...form.insert.getButtonProps({ name: meta.name })}
          // biome-ignore lint/a11y/noAutofocus: without script, keeps the focus in the list when its only row was removed
          autoFocus={focused === -1}
          className="button"
        >
          <Icon name="plus" /> Add {spec.item}
        </button>
      ) : (
        <p className="text-muted">
          {`This form has ${allRows.length} ${field.label.toLowerCase()}, which is the maximum.`}
        </p>
      )}
    </fieldset>
  );
}

/** Returns whether the pressed button belongs to this list. */
function isAbout(intent: Intent | null | undefined, name: string): boolean {
  return intent?.payload !== undefined && 'name' in intent.payload && intent.payload.name === name;
}

/**
 * Returns the index of the part that is shown. This is the part with the first error, or else the part with the
 * row of the pressed button, or else the first part.
 */
function getShownPart(
  rows: readonly { valid: boolean }[],
  name: string,
  pageSize: number,
  intent: Intent | null | undefined,
): number {
  const wrong = rows.findIndex(({ valid }) => !valid);
  const row = wrong >= 0 ? wrong : isAbout(intent, name) ? findRow(intent, rows.length - 1) : 0;
  return Math.floor(Math.max(0, Math.min(row, rows.length - 1)) / pageSize);
}

/**
 * Returns the index of the row that the pressed button has added or moved. If it has removed a row, returns the index
 * of the row that took its place, or -1 if no row is left. Returns undefined for a button that changes no row.
 */
function findChangedRow(intent: Intent | null | undefined, count: number): number | undefined {
  if (intent?.type === 'insert') return count - 1;
  if (intent?.type === 'reorder') return intent.payload.to;
  if (intent?.type === 'remove') return Math.min(intent.payload.index, count - 1);
  return undefined;
}

/** Returns the index of the row that the page shows after an intent: the changed row or the first row of a part. */
function findRow(intent: Intent | null | undefined, last: number): number {
  if (intent?.type === 'insert') return last;
  const payload: { name?: string; index?: number; to?: number } = intent?.payload ?? {};
  return payload.index ?? payload.to ?? 0;
}
