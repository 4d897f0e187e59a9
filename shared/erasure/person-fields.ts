import { type Declaration, declarations } from '../entities';
import type { EntityDeclaration } from '../entities/declaration';
import type { Held } from '../entities/field';

/** A field that says to whom a record of the API host belongs. */
export interface PersonField {
  /** The name of the entity. */
  entity: Declaration['name'];
  /** The field that holds the record's id. */
  key: string;
  field: string;
  /** True if the host has one list of these records, and not one for each parent record. */
  isListed: boolean;
}

/** Fields with names and email addresses of the person to whom the phone in the field `phone` belongs. */
interface NameFields {
  entity: Declaration['name'];
  phone: string;
  names: readonly string[];
}

const all: readonly (EntityDeclaration & Pick<Declaration, 'name'>)[] = declarations;

/** The fields that hold a study number. */
export const studyNumberFields = findFields('study number');

/**
 * The fields that hold the number of a person's phone. That of the participant is not among them: participants are found
 * by study number or id.
 */
export const phoneFields = findFields('phone number');

/** The fields in which names of a person are looked up. */
export const nameFields: readonly NameFields[] = [
  { entity: 'phone', phone: 'phone_number', names: ['phone_name', 'phone_email'] },
  { entity: 'sms-phone', phone: 'sms_phone_number', names: ['sms_phone_name'] },
  {
    entity: 'study-follow-up',
    phone: 'sfollow_whatsapp',
    names: ['sfollow_name', 'sfollow_email'],
  },
  { entity: 'study-resource', phone: 'sresource_whatsapp', names: ['sresource_name'] },
];

/** Finds the fields that hold a kind of value, in all entities of the API host. */
function findFields(kind: Held): PersonField[] {
  return all
    .filter(({ source }) => source === undefined)
    .flatMap(({ name, key, parent, fields }) =>
      Object.entries(fields)
        .filter(([, { holds }]) => holds === kind)
        .map(([field]) => ({ entity: name, key, field, isListed: parent === undefined })),
    );
}
