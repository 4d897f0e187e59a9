import { FIELDS, type FormControl, isField, isFieldChanged } from './is-field-changed';

/** The state of a field in which a user has entered something. */
interface Entered {
  value: string;
  checked: boolean;
  files: FileList | null;
  /** For each option of a select, whether it is selected. */
  selected: boolean[];
}

export interface KeptValues {
  /** Puts the values and the focus back. */
  restore(): void;
  /** Reports the values to the components, as if they were entered now. */
  report(): void;
}

/**
 * Keeps what users enter until script has taken over the page, and where the focus is. React resets text areas and
 * selects, and builds the page anew if a browser extension has changed it.
 */
export function keepTyped(window: Window): KeptValues {
  const { document } = window;
  const entered = new Map<Element, Entered>();
  /** The places of the fields and of the focused element, by which they are found in a page that was built anew. */
  const places = new Map<Element, Place>();
  let focused: Element | null = null;
  const keep = (field: FormControl) => {
    places.set(field, places.get(field) ?? findPlace(field));
    // The button that was chosen last must be restored last.
    entered.delete(field);
    entered.set(field, readField(field));
  };
  const keepFocused = () => {
    focused = document.activeElement;
    if (focused && focused !== document.body) places.set(focused, findPlace(focused));
  };
  const onInput = ({ target }: Event) => {
    if (isField(target)) keep(target);
  };
  window.addEventListener('input', onInput, true);
  window.addEventListener('change', onInput, true);
  window.addEventListener('focusin', keepFocused, true);
  for (const field of document.querySelectorAll<FormControl>(FIELDS))
    if (isFieldChanged(field)) keep(field);
  keepFocused();

  const getPresent = (element: Element) =>
    element.isConnected ? element : findAt(document, places.get(element));
  const giveFocusBack = () => {
    if (!focused || focused.localName === 'body') return;
    const present = getPresent(focused);
    if (present !== document.activeElement) moveFocus(focused, present);
  };
  return {
    restore() {
      window.removeEventListener('input', onInput, true);
      window.removeEventListener('change', onInput, true);
      window.removeEventListener('focusin', keepFocused, true);
      for (const [element, values] of entered) {
        const field = getPresent(element);
        if (isField(field)) writeField(field, values);
      }
      giveFocusBack();
    },
    report() {
      for (const [element, values] of entered) {
        const field = getPresent(element);
        if (isField(field)) reportField(field, values);
      }
      entered.clear();
      // Components may move the focus, for example to the errors of a form.
      giveFocusBack();
      focused = null;
    },
  };
}

function readField(field: FormControl): Entered {
  return {
    value: field.value,
    checked: 'checked' in field && field.checked,
    files: 'files' in field ? field.files : null,
    selected: 'options' in field ? [...field.options].map(({ selected }) => selected) : [],
  };
}

function writeField(field: FormControl, { value, checked, files, selected }: Entered): void {
  if (field instanceof HTMLSelectElement) {
    for (const [index, option] of [...field.options].entries())
      if (option.selected !== selected[index]) option.selected = selected[index] ?? false;
  } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (field.checked !== checked) field.checked = checked;
  } else if (field instanceof HTMLInputElement && field.type === 'file') {
    if (files?.length && field.files !== files) field.files = files;
  } else if (field.value !== value) field.value = value;
}

/** Makes the components that listen to a field read its value. */
function reportField(field: FormControl, { value }: Entered): void {
  const isText = !('checked' in field) || !/^(checkbox|radio|file)$/.test(field.type);
  if (isText && !('options' in field) && field.value === value) {
    // React ignores an event if it knows the value already. It does not see values that are set in this way.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
    field.value = '';
    setter?.call(field, value);
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** The element's marks, and its index among the elements with the same marks. */
interface Place {
  marks: string;
  index: number;
}

function findPlace(element: Element): Place {
  const marks = describeMarks(element);
  return { marks, index: findAll(element.ownerDocument, marks).indexOf(element) };
}

function findAt(document: Document, place: Place | undefined): Element | undefined {
  return place && findAll(document, place.marks)[place.index];
}

/** Returns a selector of the attributes by which an element can be recognized. */
function describeMarks(element: Element): string {
  const isBox = element.matches('[type=checkbox], [type=radio]');
  const names = ['id', 'name', 'form', 'href', ...(isBox ? ['value'] : [])];
  const marks = names.map((name) => {
    const value = element.getAttribute(name);
    return value === null ? `:not([${name}])` : `[${name}="${CSS.escape(value)}"]`;
  });
  return element.localName + marks.join('');
}

function findAll(document: Document, marks: string): Element[] {
  return [...document.querySelectorAll(marks)];
}

function moveFocus(from: Element, to: Element | undefined): void {
  if (!(to instanceof HTMLElement)) return;
  to.focus({ preventScroll: true });
  if (!('selectionStart' in from) || !('setSelectionRange' in to)) return;
  const { selectionStart, selectionEnd } = from as HTMLInputElement;
  // Only fields of text have a selection.
  if (selectionStart !== null)
    (to as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
}
