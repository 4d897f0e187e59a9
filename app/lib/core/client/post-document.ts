import type { SentForm } from './busy-error';

/** Posts a form as the browser does without script, so that the page of the answer replaces this one. */
export function postDocument({ action, body }: SentForm): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  if (body instanceof FormData) form.enctype = 'multipart/form-data';
  for (const [name, value] of body) form.append(makeInput(name, value));
  document.body.append(form);
  form.submit();
}

function makeInput(name: string, value: FormDataEntryValue): HTMLElement {
  if (typeof value === 'string') {
    // Inputs would remove the line ends.
    const text = document.createElement('textarea');
    return Object.assign(text, { name, value });
  }
  const input = Object.assign(document.createElement('input'), { type: 'file', name });
  if (value.size === 0 && value.name === '') return input;
  const files = new DataTransfer();
  files.items.add(value);
  return Object.assign(input, { files: files.files });
}
