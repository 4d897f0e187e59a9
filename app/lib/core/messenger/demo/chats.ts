import { makeDemoNumber } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';
import type { Fields } from '../document-store';
import type { DemoDocument, DemoMessenger } from './demo-document';
import { makeDemoAuthor, makeDemoText, PHONES } from './people';

/** The number of messages in the first conversation, which tests very long lists. */
const LONG_CHAT = 20_000;
const CONVERSATIONS = 450;

/** Makes the users of the messenger, the conversations of their phones, and the messages of these conversations. */
export function makeDemoChats(demo: DemoMessenger): DemoDocument[] {
  return [...makeDemoUsers(demo), ...makeDemoConversations(demo)];
}

function makeDemoUsers({ paths, chance, dates }: DemoMessenger): DemoDocument[] {
  return Array.from({ length: PHONES }, (_, index) => {
    const n = index + 1;
    const { firstName, color } = makeDemoAuthor(n);
    const user: Fields = {
      timestamp: dates.getMomentBefore(60 * chance.next() ** 2),
      name: firstName,
      status: chance.between(1, 4),
      pin: String(chance.between(1000, 9999)),
      color,
      typing: chance.happens(0.05),
    };
    return [paths.users, makeDemoNumber(n), makeSomeUnusual(n, user)] as const;
  });
}

/**
 * Returns the user, but for some numbers an empty or partly invalid document, so that the demo has such documents too.
 */
function makeSomeUnusual(n: number, user: Fields): Fields {
  if (n % 90 === 0) return {};
  if (n % 50 === 0) return { name: user.name, status: 'unknown', timestamp: 'yesterday' };
  return user;
}

function makeDemoConversations(demo: DemoMessenger): DemoDocument[] {
  const { chance } = demo;
  return makeDemoPairs(chance).flatMap(([a, b], index) => {
    const id = `chat-${String(index + 1).padStart(4, '0')}`;
    const count = index === 0 ? LONG_CHAT : Math.floor(120 * chance.next() ** 3);
    const messages = makeDemoMessages(demo, id, [a, b], count);
    const last = messages.at(-1)?.[2];
    return [
      buildConversation(demo, id, a, b, last),
      buildConversation(demo, id, b, a, last),
      ...messages,
    ];
  });
}

/** Returns the pairs of phones that have a conversation. A pair has at most one, and some phones have none. */
function makeDemoPairs(chance: Chance): [number, number][] {
  const pairs = new Map<string, [number, number]>([['1 2', [1, 2]]]);
  while (pairs.size < CONVERSATIONS) {
    const a = chance.between(1, PHONES);
    const b = chance.between(1, PHONES);
    if (a < b) pairs.set(`${a} ${b}`, [a, b]);
  }
  return [...pairs.values()];
}

/**
 * Makes the copy of a conversation that belongs to one of its two phones. The name of the document is the number of the
 * other phone. `id` is the id of the conversation, by which its messages are found.
 */
function buildConversation(
  { paths, chance, dates }: DemoMessenger,
  id: string,
  owner: number,
  other: number,
  last: Fields | undefined,
): DemoDocument {
  const { firstName, color } = makeDemoAuthor(other);
  const fields: Fields = {
    id,
    posted: last?.createdAt ?? dates.getMomentBefore(chance.between(0, 300)),
    name: firstName,
    status: chance.happens(0.7) ? 1 : 2,
    count: chance.happens(0.7) ? 0 : chance.between(1, 9),
    owner: makeDemoNumber(owner),
    color,
    typing: chance.happens(0.03),
    message: last?.text ?? '',
    other_name: firstName,
    other_phone: makeDemoNumber(other),
  };
  // A few copies have neither an id nor a name, as after an interrupted write. Their messages cannot be found.
  const { id: _, name: __, ...incomplete } = fields;
  return [
    paths.conversations(makeDemoNumber(owner)),
    makeDemoNumber(other),
    chance.happens(0.02) ? incomplete : fields,
  ];
}

function makeDemoMessages(
  { paths, chance, dates }: DemoMessenger,
  id: string,
  phones: readonly number[],
  count: number,
): DemoDocument[] {
  const collection = paths.messages(id);
  const days = 300;
  return Array.from({ length: count }, (_, index) => {
    const phone = chance.pick(phones);
    const message: Fields = {
      createdAt: dates.getMomentBefore((days * (count - index - chance.next())) / count),
      state: chance.happens(0.03) ? 2 : 1,
      text: makeDemoText(chance),
      sender: makeDemoNumber(phone),
      author: makeDemoAuthor(phone),
      status: chance.pick(['sent', 'delivered', 'seen']),
      type: 'text',
    };
    return [
      collection,
      `message-${String(index + 1).padStart(5, '0')}`,
      index > 0 && index % 25 === 0 ? makeUnusualMessage(chance, index, message) : message,
    ] as const;
  });
}

function makeUnusualMessage(chance: Chance, index: number, message: Fields): Fields {
  const { createdAt: _, author: __, ...untimed } = message;
  if (index % 4_000 === 0) return untimed;
  const picture = { ...message, type: 'image', text: '' };
  return chance.pick<Fields>([
    { ...picture, uri: `https://files.study.example/chat/photo-${index}.jpg` },
    { ...picture, uri: `https://files.study.example/chat/photo-${index}.jpg` },
    {
      ...message,
      type: 'file',
      text: 'The leaflet',
      uri: `https://files.study.example/chat/leaflet%20${index}.pdf`,
    },
    { ...picture, uri: 'javascript:void(0)' },
    { ...message, sender: null },
  ]);
}
