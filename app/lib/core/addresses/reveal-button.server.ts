import type { PublicLink } from './publish-link.server';
import { openTexts, sealTexts } from './sealed-texts.server';

/** The path of the page that reveals a masked value. */
const REVEAL_PATH = '/reveal';
/** The name of the input that names the value. */
export const REVEAL_FIELD = 'value';

/** The maximum number of characters of an address that a button contains. Of a longer one, the query is left out. */
const MAX_ADDRESS = 600;

/** A masked value: a field of one record of a list. */
interface MaskedValue {
  /** The address of the list, with the query of the page that leads to the value. */
  list: string;
  id: string;
  field: string;
}

/** Returns the button that reveals a value. It names the value by an encrypted text, as addresses name records. */
export function buildRevealButton({ list, id, field }: MaskedValue): Required<PublicLink> {
  const address = list.length > MAX_ADDRESS ? (list.split('?')[0] ?? '') : list;
  const value = sealTexts('reveal', address, id, field);
  return { href: REVEAL_PATH, fields: [{ name: REVEAL_FIELD, value }] };
}

/** Returns the value that a posted button names, or undefined for a text that no page of the panel has sent. */
export function readRevealButton(posted: unknown): MaskedValue | undefined {
  const texts = typeof posted === 'string' ? openTexts('reveal', posted) : undefined;
  if (texts?.length !== 3) return undefined;
  const [list = '', id = '', field = ''] = texts;
  return { list, id, field };
}
