import { within } from '@testing-library/dom';
import { JSDOM } from 'jsdom';
import { quickStyles } from './quick-styles';

/**
 * A user whose browser runs no script. A visitor follows links and redirects, stores cookies, fills in and posts forms,
 * and finds elements by role and label.
 */
export class Visitor {
  #cookies: Map<string, string>;
  #dom: JSDOM | undefined;
  /** True if the window contains the current page. */
  #isRead = false;
  /** The password of the last sign-in, with which the user proves again who they are. */
  password: string;
  status = 0;
  html = '';
  url = '';

  /** Creates a visitor of the panel at `base`, with a copy of the cookies of `like`. */
  constructor(
    readonly base: string,
    like?: Visitor,
  ) {
    this.#cookies = new Map(like ? like.#cookies : []);
    this.password = like?.password ?? 'a long enough password';
  }

  get document(): Document {
    return this.#window.document;
  }

  /** The queries by role and label on the page. */
  get page() {
    return within(this.document.body);
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get title(): string {
    return this.document.title;
  }

  async open(path: string, init: RequestInit = {}): Promise<this> {
    const response = await this.request(path, init);
    return this.show(response);
  }

  /** Sends one request with the cookies of this visitor. Does not follow redirects. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', this.cookieHeader);
    // A panel that stops waits a second for further requests on connections that stay open.
    headers.set('connection', 'close');
    const response = await fetch(new URL(path, this.url || this.base), {
      redirect: 'manual',
      ...init,
      headers,
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join('='));
    }
    return response;
  }

  /**
   * Fills in the form that contains the named button, and presses the button. `more` contains files, by the
   * label of their input, and texts for fields that the form does not have, by name.
   */
  async press(
    button: string,
    values: Record<string, string> = {},
    more: Record<string, string | File> = {},
  ): Promise<this> {
    const pressed = this.#button(button);
    const { form, enctype } = pressed;
    const files = Object.entries(more).filter(
      (entry): entry is [string, File] => typeof entry[1] !== 'string',
    );
    const smuggled = Object.entries(more).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const fields = this.#getBody(pressed, values, Object.fromEntries(smuggled));
    const body =
      enctype === 'multipart/form-data' ? buildMultipart(form, fields, new Map(files)) : fields;
    const action = new URL(pressed.action ?? this.url, this.url).href;
    return form.method === 'get'
      ? this.open(`${action.split('?')[0]}?${body}`)
      : this.open(action, { method: 'POST', body });
  }

  /**
   * Returns the body that the named button would send after the form is filled in. Adds the `smuggled` fields,
   * which the form does not have.
   */
  getBody(
    button: string,
    values: Record<string, string> = {},
    smuggled: Record<string, string> = {},
  ): URLSearchParams {
    return this.#getBody(this.#button(button), values, smuggled);
  }

  #getBody(
    { form, name, value }: Pressed,
    values: Record<string, string>,
    smuggled: Record<string, string>,
  ): URLSearchParams {
    for (const [label, text] of Object.entries(values)) fill(form, label, text);
    const data = new this.#window.FormData(form);
    if (name) data.append(name, value);
    for (const [field, text] of Object.entries(smuggled)) data.append(field, text);
    // A browser sends the line breaks of a form as CRLF (HTML, form submission).
    return new URLSearchParams(
      [...data].flatMap(([field, text]): [string, string][] =>
        typeof text === 'string' ? [[field, text.replace(/\r\n?|\n/g, '\r\n')]] : [],
      ),
    );
  }

  /** Follows the link with this name. */
  async follow(link: string): Promise<this> {
    const href = this.page.getByRole('link', { name: link }).getAttribute('href');
    if (href === null) throw new Error(`the link ${link} leads nowhere`);
    return this.open(href);
  }

  /** Returns the value of the input with this label, or the text of its chosen option. */
  shownValue(label: string): string {
    const { document } = this;
    const isLabelled = (text: Element | null | undefined) =>
      words(text?.textContent).startsWith(label);
    const radio = [
      ...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked'),
    ].find((input) => isLabelled(input.closest('fieldset')?.querySelector('legend')));
    if (radio) return words(radio.closest('label')?.textContent);
    const labelled = findLabelled(document, label);
    const input = [
      ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select, textarea'),
    ].find((element) => labelled.has(element) && isShown(element));
    if (!input) throw new Error(`no input is labelled ${label}`);
    return 'options' in input ? (input.options[input.selectedIndex]?.text ?? '') : input.value;
  }

  async signIn(email = 'ann@study.example', password = 'a long enough password'): Promise<this> {
    this.password = password;
    await this.open('/login');
    return this.press('Sign in', { Email: email, Password: password });
  }

  #button(text: string): Pressed {
    const button = this.page.getByRole<HTMLButtonElement>('button', { name: text });
    const { form, name, value } = button;
    if (!form) throw new Error(`the button ${text} belongs to no form`);
    const action = button.getAttribute('formaction') ?? form.getAttribute('action');
    return { form, name, value, action, enctype: button.formEnctype || form.enctype };
  }

  /** The window with the page. The page is parsed only when a test needs it. */
  get #window() {
    if (!this.url) throw new Error('no page has been opened yet');
    // All pages of a visitor share one window, because creating a window takes longer than parsing a page.
    this.#dom ??= new JSDOM('', { beforeParse: quickStyles });
    if (this.#isRead) return this.#dom.window;
    this.#dom.reconfigure({ url: this.url });
    this.#dom.window.document.write(this.html);
    this.#isRead = true;
    return this.#dom.window;
  }

  /** Shows the page of a response. Follows its redirects. */
  async show(response: Response, redirects = 0): Promise<this> {
    const location = response.headers.get('location');
    this.url = response.url;
    if (response.status >= 300 && response.status < 400 && location) {
      if (redirects > 5) throw new Error(`too many redirects, last to ${location}`);
      await response.body?.cancel();
      const next = new URL(location, response.url).href;
      return this.show(await this.request(next), redirects + 1);
    }
    this.status = response.status;
    this.html = await response.text();
    this.#isRead = false;
    return this;
  }
}

/** The name and value of a pressed button, the form that it sends, and how. */
interface Pressed {
  form: HTMLFormElement;
  name: string;
  value: string;
  action: string | null;
  enctype: string;
}

/**
 * Returns a multipart form as browsers send it. For an input without a file, they send an empty file without a
 * name.
 */
function buildMultipart(
  form: HTMLFormElement,
  fields: URLSearchParams,
  files: ReadonlyMap<string, File>,
): FormData {
  const body = new FormData();
  for (const [name, text] of fields) body.append(name, text);
  const chosen = new Map([...files].map(([label, file]) => [findInput(form, label).name, file]));
  for (const { name } of form.querySelectorAll<HTMLInputElement>('input[type=file]'))
    body.append(name, chosen.get(name) ?? new File([], ''));
  return body;
}

/** Returns whether a user can see the element. */
function isShown(element: Element): boolean {
  return !element.closest('[hidden]');
}

/**
 * Returns the inputs with a label that begins with this text. Does not use the labels of each input, for which jsdom
 * searches the whole page every time.
 */
function findLabelled(document: Document, label: string): ReadonlySet<Element | null> {
  const labels = [...document.querySelectorAll('label')];
  const matching = labels.filter(({ textContent }) => words(textContent).startsWith(label));
  return new Set(matching.map(({ control }) => control));
}

function findInput(form: HTMLFormElement, label: string): HTMLInputElement {
  const labelled = findLabelled(form.ownerDocument, label);
  const input = ([...form.elements] as HTMLInputElement[]).find(
    (element) =>
      (labelled.has(element) || element.getAttribute('aria-label') === label) && isShown(element),
  );
  if (!input) throw new Error(`no input is labelled ${label}`);
  return input;
}

function fill(form: HTMLFormElement, label: string, value: string): void {
  const inputs = [...form.elements] as HTMLInputElement[];
  const radio = inputs.find(
    (input) =>
      input.type === 'radio' &&
      words(input.closest('fieldset')?.querySelector('legend')?.textContent).startsWith(label) &&
      words(findLabel(input)?.textContent) === value,
  );
  if (radio) {
    radio.checked = true;
    return;
  }
  const input = findInput(form, label);
  if (input.tagName === 'SELECT') {
    const options = [...(input as unknown as HTMLSelectElement).options];
    const option = options.find(({ text }) => text === value || text.endsWith(`, ${value}`));
    if (!option) throw new Error(`${label} has no option ${value}`);
    option.selected = true;
  } else if (input.type === 'checkbox') {
    input.checked = value !== '';
  } else {
    input.value = value;
  }
}

/** Returns the label around an input, or the one that names its id. */
function findLabel(input: HTMLInputElement): Element | null {
  const named = input.id && `label[for="${input.id}"]`;
  return input.closest('label') ?? (named ? input.ownerDocument.querySelector(named) : null);
}

function words(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
