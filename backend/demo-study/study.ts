import { type DemoDates, makeOddDate } from 'shared/demo/dates';
import { firstNames, lastNames, makeDemoNumber } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';
import { analytic } from 'shared/entities/analytic';
import { type EntityDeclaration, listOwnFields } from 'shared/entities/declaration';
import { followUp } from 'shared/entities/follow-up';
import { participant } from 'shared/entities/participant';
import type { Database } from '../db/types';
import { insertRows, makeMany } from './fill';

const described: readonly [entity: string, declaration: EntityDeclaration][] = [
  ['Participant', participant],
  ['Followup', followUp],
  ['Analytic', analytic],
];

export async function fillStudy(db: Database, chance: Chance, dates: DemoDates): Promise<void> {
  const fields = described.flatMap(([entity, declaration]) =>
    listOwnFields(declaration).map((field) => {
      const kind = declaration.fields[field]?.kind;
      return {
        dict_entity: entity,
        dict_field: field,
        dict_name: chooseName(field),
        dict_description: `${chooseName(field)} of the ${entity.toLowerCase()}`,
        dict_type: kind === 'number' ? 'Integer' : kind === 'date' ? 'Date' : 'Text',
      };
    }),
  );
  await insertRows(db, 'data_dictionary', fields);
  await insertRows(
    db,
    'study_follow_up',
    makeMany(150, (n) => makeStudyFollowUp(chance, dates, n)),
  );
  await insertRows(
    db,
    'study_resource',
    makeMany(120, (n) => ({
      sresource_name: `${chance.pick(firstNames)} ${chance.pick(lastNames)}`,
      sresource_whatsapp: makeDemoNumber(1_000 + n),
      sresource_intervention: chance.pick(['Arm A', 'Arm B', null]),
      sresource_link: `https://study.example/r/${n}`,
      ...chooseDelivery({ chance, dates }, 'sresource', n),
    })),
  );
}

function makeStudyFollowUp(chance: Chance, dates: DemoDates, n: number) {
  return {
    sfollow_name: `${chance.pick(firstNames)} ${chance.pick(lastNames)}`,
    sfollow_whatsapp: makeDemoNumber(1_000 + n),
    sfollow_months: chance.pick([1, 3, 6, 9, 12, null]),
    sfollow_status: chance.happens(0.2) ? 2 : 1,
    ...chooseDelivery({ chance, dates }, 'sfollow', n),
    sfollow_enrollment_date:
      n % 50 === 0 ? makeOddDate(chance) : dates.getDayBefore(chance.between(200, 500)),
    sfollow_last_check_time: chance.maybe(0.3, () => dates.pickTime(chance, 30)),
    sfollow_last_check_days: chance.maybe(0.2, () => chance.between(-5, 90)),
    sfollow_intervention: chance.pick(['Arm A', 'Arm B', null]),
    sfollow_link: `https://study.example/f/${n}`,
    sfollow_email: chance.maybe(0.5, () => `participant${n}@mail.example`),
  };
}

/** Returns the times of a message, which is sent, and may be delivered and then seen. */
function chooseDelivery(
  { chance, dates }: { chance: Chance; dates: DemoDates },
  prefix: string,
  n: number,
) {
  const days = 200 - n;
  const delivered = chance.happens(0.85) ? dates.getDaysBefore(days, chance.between(1, 600)) : null;
  const seen =
    delivered && chance.happens(0.7)
      ? dates.getDaysBefore(days, chance.between(700, 90_000))
      : null;
  return {
    [`${prefix}_sent_date`]: dates.getDaysBefore(days),
    [`${prefix}_delivery_date`]: delivered,
    [`${prefix}_seen_date`]: seen,
  };
}

function chooseName(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
