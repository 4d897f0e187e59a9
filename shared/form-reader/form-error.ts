/** The error for the body of a form that is refused. Its message is shown to the sender. */
export class FormError extends Error {
  override name = 'FormError';

  constructor(
    readonly status: 400 | 413,
    message: string,
  ) {
    super(message);
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
