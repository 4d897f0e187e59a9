import { defined } from 'shared/defined';
import { declarations } from 'shared/entities';
import type { EntityDeclaration } from 'shared/entities/declaration';
import { nameFields, phoneFields, studyNumberFields } from 'shared/erasure/person-fields';
import { expect, it } from 'vitest';

/** The identifying texts in records of a person's phone that are no names, so that no other text is searched for them. */
const notNames = [
  'phone.phone_pin',
  'phone.phone_token',
  'phone.phone_lastupdateuser',
  'sms-history.sms_history_message',
  'study-follow-up.sfollow_link',
  'study-resource.sresource_link',
  'linked-participant.phone_name',
  'linked-participant.part_peer',
];

it('a participant is found by the study number or the phone of each record of the host that has one', () => {
  const name = ({ entity, field }: { entity: string; field: string }) => `${entity}.${field}`;
  expect(studyNumberFields.map(name)).toEqual([
    'participant.study_number',
    'follow-up.study_number',
  ]);
  expect(phoneFields.map(name).sort()).toEqual([
    'linked-participant.part_number',
    'phone.phone_number',
    'quiz-attempt.attempt_createuser',
    'sms-history.sms_history_number',
    'sms-phone.sms_phone_number',
    'study-follow-up.sfollow_whatsapp',
    'study-resource.sresource_whatsapp',
  ]);
});

it('each identifying text beside a phone number is a name, or is listed here as none', () => {
  const all: readonly EntityDeclaration[] = declarations;
  const undecided = phoneFields.flatMap(({ entity, field: phone }) => {
    const names = nameFields.find((one) => one.entity === entity)?.names ?? [];
    const { fields } = defined(all.find(({ name }) => name === entity));
    return Object.entries(fields)
      .filter(([field, { identifying }]) => identifying === true && field !== phone)
      .filter(([field]) => !names.includes(field))
      .map(([field]) => `${entity}.${field}`);
  });
  expect(undecided.sort()).toEqual([...notNames].sort());
});
