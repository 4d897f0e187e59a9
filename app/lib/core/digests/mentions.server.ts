import { listTexts } from 'shared/erasure/person';
import { listWords } from 'shared/erasure/words';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { parseJson } from 'shared/parse-json';
import { toPlainText } from 'shared/rich-text/sanitize';
import { fromOpaqueId } from '../addresses/record-address.server';
import { findEntity } from '../entities';
import type { Entity } from '../entities/entity';

/** The maximum number of characters of a text, and of different mentions of an item. */
const MAX_CHARACTERS = 100_000;
const MAX_MENTIONS = 50_000;
/** The maximum number of remembered values of rows, and of characters of such a value. */
const MAX_VALUES = 20_000;
const MAX_KEPT = 50;
/** The maximum number of values that may be ids, and of characters of an address or such a value. */
const MAX_IDS = 2_000;
/** The maximum number of times that a text is decoded. */
const MAX_DECODED = 3;
const MAX_ADDRESS = 2_000;
/** The kinds of records whose ids are encrypted in addresses. Long ids of other kinds are encrypted too. */
const ENCRYPTED_ID_KINDS = ['participant', 'phone', 'conversation'];

/** Returns the mention of a word. */
export function mentionWord(word: string): string {
  return `word ${word}`;
}

/**
 * Returns the mention of a record, which is the same for the id in an address: addresses contain the first part of the
 * entity's path, and of an id in two parts the second one.
 */
export function mentionRecord(entity: string, id: string): string {
  const name = findEntity(entity)?.recordPath.split('/')[1] ?? entity;
  return `record ${name} ${id.slice(id.lastIndexOf('/') + 1)}`;
}

/** Collects the words and the records that an item mentions. */
export class Mentions {
  readonly #all = new Set<string>();
  /** Values of earlier rows, which are not read again: most columns have few different ones. */
  readonly #values = new Set<string>();
  #isIncomplete = false;

  /** The mentions, or undefined if there are too many. */
  get all(): ReadonlySet<string> | undefined {
    return this.#isIncomplete ? undefined : this.#all;
  }

  /** Marks the mentions as incomplete. */
  giveUp(): void {
    this.#isIncomplete = true;
  }

  addRecord(entity: string, id: string): void {
    this.#add(mentionRecord(entity, id));
  }

  /**
   * Adds the records to which forms or addresses may refer: those that have one of the ids and one of the names, and those
   * whose encrypted ids are among the ids. `values` are addresses and other values with ids.
   */
  addReferences(values: readonly string[]): void {
    const short = values.filter(({ length }) => length <= MAX_ADDRESS);
    const ids = new Set(short.flatMap((value) => value.split(/[/?&=#]/)).map(decodePercent));
    if (ids.size > MAX_IDS) this.giveUp();
    const paths = short.filter((value) => value.startsWith('/'));
    const names = new Set(paths.flatMap((path) => path.match(/(?<=\/)[a-z-]+/g) ?? []));
    for (const id of ids) {
      if (this.#isIncomplete) return;
      for (const name of names) this.addRecord(name, id);
      for (const kind of ENCRYPTED_ID_KINDS) this.#addHidden(kind, fromOpaqueId(kind, id));
    }
  }

  /** Adds rows of an entity: the records, and the words of their values. */
  addRows({ name, key }: Pick<Entity, 'name' | 'key'>, rows: readonly Row[]): void {
    for (const row of rows) {
      if (this.#isIncomplete) return;
      this.addRecord(name, toText(row[key]));
      this.addValues(Object.values(row).map(toText));
    }
  }

  /** Adds the words of the values of a row. */
  addValues(values: readonly string[]): void {
    this.addTexts(values.filter((value) => !this.#values.has(value)));
    for (const value of values) if (value.length <= MAX_KEPT) this.#values.add(value);
    if (this.#values.size > MAX_VALUES) this.#values.clear();
  }

  /** Adds the words of texts, also of those that are encoded as JSON, as HTML or for an address. */
  addTexts(texts: Iterable<string>): void {
    for (const text of texts) this.#addText(text);
  }

  #addHidden(kind: string, id: string | undefined): void {
    if (id === undefined) return;
    this.addRecord(kind, id);
    this.addTexts([id]);
  }

  #addText(text: string): void {
    if (text.length > MAX_CHARACTERS) this.#isIncomplete = true;
    if (this.#isIncomplete) return;
    for (const word of listWords(text)) this.#add(mentionWord(word));
    for (const decoded of decode(text)) this.#addWords(decoded);
    // Tags may stand within a word, or between two words.
    if (/[<&]/.test(text))
      for (const html of [text, text.replaceAll('<', ' <')]) this.#addWords(toPlainText(html));
    if (/^\s*[[{]/.test(text)) this.addTexts(listJsonTexts(text));
  }

  #addWords(text: string): void {
    for (const word of listWords(text)) this.#add(mentionWord(word));
  }

  #add(mention: string): void {
    if (this.#all.size >= MAX_MENTIONS) this.#isIncomplete = true;
    else this.#all.add(mention);
  }
}

/** Returns a text without the escapes of addresses, also repeated ones, of JSON and of HTML by numbers. Empty if there are none. */
function decode(text: string): string[] {
  const found: string[] = [];
  for (let last = text; found.length < MAX_DECODED; ) {
    const next = last
      .replaceAll('+', ' ')
      .replace(/(?:%[0-9a-f]{2})+/gi, decodePercent)
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/&#(\d{1,5});/g, (_, code: string) => String.fromCharCode(Number(code)));
    if (next === last) break;
    found.push(next);
    last = next;
  }
  return found;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function listJsonTexts(text: string): string[] {
  try {
    return listTexts(parseJson(text));
  } catch {
    return [];
  }
}
