import { defined } from 'shared/defined';
import type { DemoDates } from 'shared/demo/dates';
import type { Chance } from 'shared/demo/random';
import type { Database } from '../db/types';
import { insertRows, makeMany, makeStamps } from './fill';
import { makers } from './users';

const countries = `
Zambia +260;United States +1;Angola +244;Benin +229;Botswana +267;Burkina Faso +226;Burundi +257;
Cameroon +237;Chad +235;Comoros +269;Congo +242;Côte d'Ivoire +225;Djibouti +253;Egypt +20;
Equatorial Guinea +240;Eritrea +291;Eswatini +268;Ethiopia +251;Gabon +241;Gambia +220;Ghana +233;
Guinea +224;Guinea-Bissau +245;Kenya +254;Lesotho +266;Liberia +231;Libya +218;Madagascar +261;
Malawi +265;Mali +223;Mauritania +222;Mauritius +230;Morocco +212;Mozambique +258;Namibia +264;
Niger +227;Nigeria +234;Rwanda +250;Sao Tome and Principe +239;Senegal +221;Seychelles +248;
Sierra Leone +232;Somalia +252;South Africa +27;South Sudan +211;Sudan +249;Tanzania +255;Togo +228;
Tunisia +216;Uganda +256;Zimbabwe +263;United Kingdom +44;Netherlands +31;Germany +49;Sweden +46;
Norway +47;Switzerland +41;India +91;Brazil +55;Canada +1`;

/** The colours of the messenger, some with codes in unusual formats, as people type them. */
const colors = `
Red #E53935;Pink #D81B60;Purple #8E24AA;Deep Purple #5E35B1;Indigo #3949AB;Blue #1E88E5;
Light Blue #039BE5;Cyan #00ACC1;Teal #00897B;Green #43A047;Light Green #7CB342;Lime #C0CA33;
Yellow #FDD835;Amber #FFB300;Orange #FB8C00;Deep Orange #F4511E;Brown #6D4C41;Grey #757575;
Blue Grey #546E7A;Black #000;White #FFFFFF;Old Teal 00897B;Mauve mauve;Half Clear #1E88E580`;

const notices = [
  [
    'Study Panel',
    'Maintenance on Sunday',
    'The panel rests from 20:00 to 21:00.',
    'Planned maintenance',
  ],
  [
    'Peer Navigator',
    'Upload your records',
    'Please upload this week’s records before Friday.',
    'Weekly reminder',
  ],
  ['Moderator', 'A new discussion', 'A discussion about side effects is open.', 'For moderators'],
  [
    'Participant',
    'Your next visit',
    'Ask your peer navigator about your next visit.',
    'Visit reminder',
  ],
  ['Public', 'A new quiz', 'Test what you know about PrEP.', 'Quiz announcement'],
] as const;

export async function fillReference(db: Database, chance: Chance, dates: DemoDates): Promise<void> {
  await insertRows(
    db,
    'country',
    buildEntries(countries).map(([country_name, country_code], index) => ({
      ...makeStamps(
        'country',
        chance.pick(makers),
        dates.getDaysBefore(800 - index * 3),
        chance.pick(makers),
      ),
      country_name,
      country_code,
      country_status: chance.happens(0.12) ? 2 : 1,
    })),
  );
  await insertRows(
    db,
    'color',
    buildEntries(colors).map(([color_name, color_code], index) => ({
      ...makeStamps(
        'color',
        chance.pick(makers),
        dates.getDaysBefore(800 - index * 3),
        chance.pick(makers),
      ),
      color_name,
      color_code,
      color_status: chance.happens(0.12) ? 2 : 1,
    })),
  );
  await insertRows(
    db,
    'notification',
    makeMany(45, (n) => {
      const [type, title, body, description] = defined(notices[n % notices.length]);
      return {
        ...makeStamps(
          'notification',
          chance.pick(makers),
          dates.getDaysBefore(450 - n * 10, n * 61),
        ),
        notification_type: type,
        notification_title: n > notices.length ? `${title} (${n})` : title,
        notification_body: body,
        notification_description: description,
      };
    }),
  );
}

/** Parses a list of names, each with a code after its last space. */
function buildEntries(list: string): [name: string, code: string][] {
  return list
    .trim()
    .split(';')
    .map((entry) => {
      const text = entry.trim();
      const end = text.lastIndexOf(' ');
      return [text.slice(0, end), text.slice(end + 1)];
    });
}
