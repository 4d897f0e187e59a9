/** Renders the input for the reason of an erasure, of a file with all data, or of a withdrawal. */
export function ReasonField({
  value = '',
  error,
  isOptional,
}: {
  value?: string;
  error?: string;
  isOptional?: boolean;
}) {
  return (
    <div className="mt-5">
      <label htmlFor="reason" className="mb-1 block font-medium">
        {isOptional ? 'Reason (optional)' : 'Reason'}
      </label>
      <p id="reason-hint" className="text-muted text-sm">
        For example ‘Request of 3 May’. Do not name the participant: the reason is kept.
      </p>
      {error && (
        <p id="reason-error" className="field-error">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <textarea
        id="reason"
        name="reason"
        rows={2}
        maxLength={500}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'reason-hint reason-error' : 'reason-hint'}
        className="input"
      />
    </div>
  );
}
