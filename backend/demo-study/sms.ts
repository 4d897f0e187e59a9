import type { DemoDates } from 'shared/demo/dates';
import { firstNames, makeDemoNumber } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';
import type { Database } from '../db/types';
import { planCourse } from './course';
import { insertRows, makeMany, makeStamps } from './fill';
import { makers } from './users';

const categories = [
  'Adherence',
  'Appointments',
  'Contraception',
  'Encouragement',
  'General',
  'PrEP',
  'Refills',
  'Test (unused)',
] as const;

const texts = [
  'Remember your visit this week.',
  'Your refill is due. Ask your peer navigator.',
  'How are you? Reply to this message to talk.',
  'A new quiz is waiting for you, 100% free.',
] as const;

/** The number of messages in the history. */
const SENT = 500;

export async function fillSms(db: Database, chance: Chance, dates: DemoDates): Promise<void> {
  await insertRows(
    db,
    'sms_category',
    categories.map((name, index) => ({
      ...makeStamps('sms_cat', chance.pick(makers), dates.getDaysBefore(400 - index * 20)),
      sms_cat_name: name,
      sms_cat_description: `Messages about ${name.toLowerCase()}`,
      sms_cat_status: index === 5 ? 2 : 1,
    })),
  );
  await insertRows(
    db,
    'sms_phone',
    makeMany(60, (n) => ({
      ...makeStamps(
        'sms_phone',
        chance.pick(makers),
        dates.getDaysBefore(300 - n * 4),
        chance.pick(makers),
      ),
      sms_phone_name: chance.pick(firstNames),
      sms_phone_number: makeDemoNumber(6_000 + n),
      // The last category has no phones, so that it can be deleted.
      sms_phone_category: chance.between(1, categories.length - 1),
      sms_phone_status: chance.happens(0.1) ? 2 : 1,
    })),
  );
  await insertRows(
    db,
    'sms_message',
    makeMany(40, (n) => ({
      ...makeStamps('sms', chance.pick(makers), dates.getDaysBefore(280 - n * 5)),
      sms_content: `${chance.pick(texts)} (${n})`,
      sms_description: chance.pick(['+260', '+263', '+265']),
      sms_status: chance.happens(0.15) ? 2 : 1,
    })),
  );
  const course = planCourse(dates);
  await insertRows(
    db,
    'sms_history',
    makeMany(SENT, (n) => ({
      sms_history_message: chance.pick(texts),
      sms_history_number: makeDemoNumber(6_000 + chance.between(1, 60)),
      sms_cat_name: chance.maybe(0.03, () => chance.pick(categories)),
      sms_history_status: chance.happens(0.1) ? 2 : 1,
      sms_history_createuser: chance.pick(makers),
      sms_history_createdate: dates.getDaysBefore(
        course.findDay(1 - n / SENT),
        -chance.between(0, 20_000),
      ),
    })),
  );
}
