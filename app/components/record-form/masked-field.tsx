import { type FieldView, formInputs } from '~/lib/core/form/form-view';

interface MaskedFieldProps {
  field: FieldView;
  masked: string;
  disabled: boolean | undefined;
}

/**
 * Renders the masked value of a field as text, with the button that turns it into an input with the value. The form does
 * not send a masked field, so its value stays as it is stored.
 */
export function MaskedField({ field, masked, disabled }: MaskedFieldProps) {
  return (
    <dl>
      <dt className="mb-1 font-medium">{field.label}</dt>
      <dd className="flex flex-wrap items-center gap-2 break-words text-muted">
        {masked}
        {!disabled && (
          <button
            type="submit"
            name={formInputs.reveal}
            value={field.name}
            className="button no-print"
          >
            Reveal<span className="sr-only"> {field.label}</span>
          </button>
        )}
      </dd>
    </dl>
  );
}
