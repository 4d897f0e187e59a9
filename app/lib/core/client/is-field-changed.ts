export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const FIELDS = 'input, textarea, select';

export function isField(target: unknown): target is FormControl {
  return target instanceof Element && target.matches(FIELDS);
}

/** Returns whether a field of the page differs from what the server sent. */
export function isPageChanged(): boolean {
  return [...document.querySelectorAll<FormControl>(FIELDS)].some(isFieldChanged);
}

/** Returns whether a field differs from what the server sent. */
export function isFieldChanged(field: FormControl): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    // If the HTML selects no option, browsers select the first one.
    return options.some(({ defaultSelected }) => defaultSelected) || field.multiple
      ? options.some(({ selected, defaultSelected }) => selected !== defaultSelected)
      : field.selectedIndex > 0;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  return (
    Boolean(field.files?.length) ||
    field.checked !== field.defaultChecked ||
    field.value !== field.defaultValue
  );
}
