/** Renders a field's error beside the field. Its text is the same as in the error summary. */
export function FieldError({ meta }: { meta: { errorId: string; errors?: string[] } }) {
  const text = meta.errors?.at(0);
  if (!text) return null;
  return (
    <p id={meta.errorId} className="field-error">
      <span className="sr-only">Error: </span>
      {text}
    </p>
  );
}
