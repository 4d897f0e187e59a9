import type { Chance } from 'shared/demo/random';
import type { Fields } from '../document-store';
import type { DemoDocument, DemoMessenger } from './demo-document';
import { makeDemoAuthor, makeDemoText, PHONES } from './people';

const DISCUSSIONS = 60;
const topics = [
  'Talking with a partner about condoms',
  'PrEP: first weeks',
  'Where to get tested',
  'Living well with ART',
  'Choosing a method that fits',
  'Periods and the pill',
  'Questions one does not dare to ask',
  'Clinics that are open at the weekend',
];

/** Makes 60 discussions with 2 to 400 posts. Some of them have the format of old versions of the app. */
export function makeDemoDiscussions(demo: DemoMessenger): DemoDocument[] {
  const { paths, chance, dates } = demo;
  return Array.from({ length: DISCUSSIONS }, (_, index) => {
    const id = `demo-${String(index + 1).padStart(3, '0')}`;
    const count = index === 0 ? 400 : index === 1 ? 2 : Math.floor(2 + 398 * chance.next() ** 3);
    const days = 400 - index * 6;
    const discussion: Fields = {
      posted: dates.getMomentBefore(days),
      posts: count,
      status: chance.happens(0.15) ? 2 : 1,
      title: `${topics[index % topics.length]} (${index + 1})`,
      description: `Started by a moderator. ${makeDemoText(chance)}`,
      nickname: makeDemoAuthor(chance.between(1, PHONES)).firstName,
    };
    const odd = oddDiscussions[index];
    return [
      [paths.discussions, id, odd ? odd(discussion) : discussion] as const,
      ...makeDemoPosts(demo, id, count, days),
    ];
  }).flat();
}

/** Removes fields of a discussion or changes their types, by the index of the discussion. */
const oddDiscussions: Readonly<Record<number, (fields: Fields) => Fields>> = {
  7: ({ title: _, ...rest }) => rest,
  13: (fields) => ({ ...fields, posts: '12', status: '1' }),
  21: ({ posted: _, nickname: __, ...rest }) => rest,
  34: (fields) => ({ ...fields, posted: '2026-03-04 10:00:00', description: { text: 'nested' } }),
  48: () => ({}),
};

function makeDemoPosts(
  { paths, chance, dates }: DemoMessenger,
  discussion: string,
  count: number,
  days: number,
): DemoDocument[] {
  const collection = paths.posts(discussion);
  const authors = Array.from({ length: 12 }, () => chance.between(1, PHONES));
  return Array.from({ length: count }, (_, index) => {
    const post: Fields = {
      createdAt: dates.getMomentBefore(days - ((days - 1) * (index + chance.next())) / count),
      state: chance.happens(0.05) ? 2 : 1,
      text: makeDemoText(chance),
      discussion,
      author: makeDemoAuthor(chance.pick(authors)),
      status: chance.pick(['sent', 'delivered', 'seen']),
      type: 'text',
    };
    return [
      collection,
      `post-${String(index + 1).padStart(4, '0')}`,
      makeOddPost(chance, index, post),
    ] as const;
  });
}

function makeOddPost(chance: Chance, index: number, post: Fields): Fields {
  if (index === 0 || !chance.happens(0.02)) return post;
  const { createdAt: _, author: __, ...rest } = post;
  return chance.pick([
    rest,
    { ...post, author: 'Mutale' },
    { ...post, text: 42, state: '1' },
    { ...post, createdAt: '2026-05-01T08:00:00Z' },
  ]);
}
