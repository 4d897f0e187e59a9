import { defined } from '../../shared/defined';
import { type Declaration, declarations } from '../../shared/entities';
import type { EntityDeclaration } from '../../shared/entities/declaration';

/** An entity that users add, edit and delete, with what tests of its list and its form expect. */
export interface EditableEntity {
  /** The name in addresses. */
  entity: string;
  /** The title and the address of its list, which `tests/contract/screens.test.ts` compares with the specification. */
  plural: string;
  list: string;
  /** The label of the input whose value names the record. */
  label: string;
  /** The word for one record in messages. */
  name: string;
  /** The messages that an empty form shows, in the order of the fields. */
  required: readonly string[];
}

/** Adds to the expected words what the declaration of the entity states. */
function expectWords(
  entity: Declaration['name'],
  words: Pick<EditableEntity, 'name' | 'required'>,
): EditableEntity {
  const { title, path, label, fields } = findDeclaration(entity);
  return {
    entity,
    plural: title,
    list: path,
    label: defined(fields[label]?.input).label,
    ...words,
  };
}

/** Returns the label of the input that is empty if the form shows this message. */
export function findLabel(entity: string, message: string): string {
  const inputs = Object.values(findDeclaration(entity).fields).flatMap(({ input }) => input ?? []);
  return defined(inputs.find(({ required }) => required === message)).label;
}

/** Returns the declaration of the entity with this name. */
export function findDeclaration(entity: string): EntityDeclaration {
  return defined(declarations.find(({ name }) => name === entity));
}

export const editable = {
  user: expectWords('user', {
    name: 'user',
    required: [
      'Username is required',
      'First name is required',
      'Last name is required',
      'Email is required',
      'Role is required',
      'Status is required',
    ],
  }),
  facility: expectWords('facility', {
    name: 'facility',
    required: [
      'Name is required',
      'Address is required',
      'Please if facility provides contraceptive services',
      'Please if facility provides PrEP services',
      'Please if facility provides abortion services',
      'Please if facility provides menstrual services',
      'Please if facility provides STI services',
      'Please if facility provides ART services',
      'Latitude is required',
      'Longitude is required',
      'Status is required',
    ],
  }),
  pfacility: expectWords('pfacility', {
    name: 'peer navigator facility',
    required: ['Name is required', 'Status is required'],
  }),
  resource: expectWords('resource', {
    name: 'resource',
    required: [
      'Name is required',
      'Description is required',
      'Type is required',
      'Status is required',
    ],
  }),
  country: expectWords('country', {
    name: 'country',
    required: ['Name is required', 'Phone code is required', 'Status is required'],
  }),
  color: expectWords('color', {
    name: 'color',
    required: ['Name is required', 'Color is required', 'Status is required'],
  }),
  notification: expectWords('notification', {
    name: 'notification',
    required: [
      'Type is required',
      'Title is required',
      'Body is required',
      'Description is required',
    ],
  }),
  quiz: expectWords('quiz', {
    name: 'quiz',
    required: ['Question is required', 'Status is required'],
  }),
  'sms-category': expectWords('sms-category', {
    name: 'SMS category',
    required: ['Name is required', 'Description is required', 'Status is required'],
  }),
  'sms-phone': expectWords('sms-phone', {
    name: 'SMS phone',
    required: [
      'Phone name is required',
      'Phone number is required',
      'Category is required',
      'Status is required',
    ],
  }),
  'sms-message': expectWords('sms-message', {
    name: 'SMS message',
    required: ['Name is required', 'Phone code is required', 'Status is required'],
  }),
} satisfies Record<string, EditableEntity>;
