/** The error for the body of a form that is refused. Its message is shown to the sender. */
export class FormError extends Error {
  override name = 'FormError';

  constructor(
    readonly status: 400 | 408 | 413,
    message: string,
  ) {
    super(message);
  }
}

/** The error for a form that did not arrive in time. */
export class LateFormError extends FormError {
  override name = 'LateFormError';

  constructor(
    /** The fields that have arrived. */
    readonly fields: [string, string][] = [],
  ) {
    super(408, 'The form did not arrive in time, so nothing was saved.');
  }
}

export function makeMalformedError(): FormError {
  return new FormError(400, 'The form could not be read.');
}

export function makeTooLargeError(bytes: number): FormError {
  const size = bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${bytes} bytes`;
  return new FormError(413, `The form is too large. Forms can hold up to ${size}.`);
}

export function makeTooManyError(limit: number, items: string): FormError {
  return new FormError(400, `The form is too large. Forms can hold up to ${limit} ${items}.`);
}
