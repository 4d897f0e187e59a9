import { firstNames, makeDemoNumber } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';

/** The number of phones in the demo study. */
export const PHONES = 300;

const colors = ['#E53935', '#1E88E5', '#43A047', '#FB8C00', '#6D4C41', '#FDD835', '00897B', ''];

/** Returns the author of a message in the messenger's format. All messages of a phone have the same author. */
export function makeDemoAuthor(n: number) {
  return {
    firstName: firstNames[n % firstNames.length],
    id: makeDemoNumber(n),
    color: colors[n % colors.length],
  };
}

const sentences = [
  'Good morning! How are you feeling today?',
  'I would like to know more about PrEP.',
  'Does the injection hurt?',
  'You can get it at the clinic in Matero, any weekday before noon.',
  'Thank you, that helps a lot.',
  'Is it true that the pill has side effects? My sister says that she felt sick for the first two weeks, and then it was gone.',
  'Please remember your appointment on Friday.',
  'I took the test. Where can I talk to somebody about the result?',
  'Nobody will see your answers but the nurse.',
  'Can I come with my partner?',
  'The implant lasts for three years, but it can be taken out at any time.',
  'Yes.',
  'Zikomo! 🙏',
  'What do I do if I have forgotten to take it for two days?',
  'First line\nSecond line, after a break',
  'Ndifuna kudziŵa zambiri za njira zolerera.',
];

export function makeDemoText(chance: Chance): string {
  return chance.pick(sentences);
}
