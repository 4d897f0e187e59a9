import { defined } from 'shared/defined';
import type { DemoDates } from 'shared/demo/dates';
import type { Chance } from 'shared/demo/random';
import { makeStamps } from './fill';
import { makers } from './users';

const topics = [
  'What PrEP is',
  'How to take PrEP',
  'The implant',
  'The injection',
  'The pill',
  'Male condoms',
  'Female condoms',
  'The IUD',
  'Side effects',
  'Living with HIV',
  'Starting ART',
  'Self tests',
] as const;

const questions = [
  ['Who is this for?', 'Anybody who wants to know. You need not have decided anything.'],
  ['Does it cost anything?', 'Not at public clinics and youth corners.'],
  ['Do I need an appointment?', 'No. Mornings are the quietest time.'],
  ['Will anybody be told?', 'No. What you say stays between you and the health worker.'],
  ['May I bring a friend?', 'Yes. Your peer navigator can come with you too.'],
  ['What if I change my mind?', 'You can stop or switch at any time. Ask how to do it safely.'],
  ['Does it hurt?', 'Most people feel little. Say so when you do.'],
  ['Does it protect against HIV?', 'Condoms and PrEP do. Other methods do not.'],
  ['Does it protect against pregnancy?', 'Contraception does. PrEP and ART do not.'],
  ['What about side effects?', 'Most are mild and pass. Come back when they trouble you.'],
  ['When should I come back?', 'On the day on your card, or whenever you are worried.'],
  ['I missed a day. What now?', 'Take up where you left off, and ask when it was more than one.'],
  ['Can I take it with other medicine?', 'Tell the nurse what you take. Some do not go together.'],
  ['What if I am pregnant?', 'Say so at the clinic. There is a way for everybody.'],
  ['Do I need my partner’s consent?', 'No. It is your body and your choice.'],
  ['What if the clinic is closed?', 'Call the toll-free number, or write to your navigator.'],
  ['Where can I read more?', 'In the other pages of this library.'],
] as const;

/** Returns the resource with a number. Every third resource is interactive. */
export function makeDemoResource(chance: Chance, dates: DemoDates, n: number) {
  const topic = defined(topics[(n - 1) % topics.length]);
  const interactive = n % 3 === 0;
  return {
    ...makeStamps(
      'resource',
      chance.pick(makers),
      dates.getDaysBefore(600 - n * 11),
      chance.pick(makers),
    ),
    resource_name: n > topics.length ? `${topic}, part 2` : topic,
    resource_description: `${topic}, explained for young people.`,
    resource_url: chance.maybe(0.5, () => `https://library.example/resource-${n}.pdf`),
    resource_thumbnailUrl: null,
    resource_type: interactive ? 2 : 1,
    resource_status: chance.happens(0.1) ? 2 : 1,
    resource_content: interactive
      ? JSON.stringify(
          questions
            .slice(0, chance.between(3, questions.length))
            .map(([question, answer], index) => ({
              id: index + 1,
              no: index + 1,
              question,
              answer,
            })),
        )
      : `<h1>${topic}</h1><p>Read this with your <strong>peer navigator</strong>, or alone.</p><h2>First</h2><ul><li>Ask what you want to know</li><li>Take the time you need</li><li>Decide for yourself</li></ul>`,
  };
}
