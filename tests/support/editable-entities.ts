/** The words of the panel for an entity that users add, edit and delete. Tests of its list and its form use them. */
export interface EditableEntity {
  /** The name in addresses. */
  entity: string;
  /** The word for one record in messages. */
  name: string;
  plural: string;
  /** The address of its list. */
  list: string;
  /** The messages that an empty form shows, in the order of the fields. */
  required: readonly string[];
}

export const editable = {
  user: {
    entity: 'user',
    name: 'user',
    plural: 'Users',
    list: '/users',
    required: [
      'Username is required',
      'First name is required',
      'Last name is required',
      'Email is required',
      'Role is required',
      'Status is required',
    ],
  },
  facility: {
    entity: 'facility',
    name: 'facility',
    plural: 'Facilities',
    list: '/facilities',
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
  },
  pfacility: {
    entity: 'pfacility',
    name: 'peer navigator facility',
    plural: 'PN Facilities',
    list: '/peer-navigator-facilities',
    required: ['Name is required', 'Status is required'],
  },
  resource: {
    entity: 'resource',
    name: 'resource',
    plural: 'Resources',
    list: '/resources',
    required: [
      'Name is required',
      'Description is required',
      'Type is required',
      'Status is required',
    ],
  },
  country: {
    entity: 'country',
    name: 'country',
    plural: 'Countries',
    list: '/countries',
    required: ['Name is required', 'Phone code is required', 'Status is required'],
  },
  color: {
    entity: 'color',
    name: 'color',
    plural: 'Colors',
    list: '/colors',
    required: ['Name is required', 'Color is required', 'Status is required'],
  },
  notification: {
    entity: 'notification',
    name: 'notification',
    plural: 'Notifications',
    list: '/notifications',
    required: [
      'Type is required',
      'Title is required',
      'Body is required',
      'Description is required',
    ],
  },
  quiz: {
    entity: 'quiz',
    name: 'quiz',
    plural: 'Quizzes',
    list: '/quizzes',
    required: ['Question is required', 'Status is required'],
  },
  'sms-category': {
    entity: 'sms-category',
    name: 'SMS category',
    plural: 'SMS Categories',
    list: '/sms-categories',
    required: ['Name is required', 'Description is required', 'Status is required'],
  },
  'sms-phone': {
    entity: 'sms-phone',
    name: 'SMS phone',
    plural: 'SMS Phones',
    list: '/sms-phones',
    required: [
      'Phone name is required',
      'Phone number is required',
      'Category is required',
      'Status is required',
    ],
  },
  'sms-message': {
    entity: 'sms-message',
    name: 'SMS message',
    plural: 'SMS Messages',
    list: '/sms-messages',
    required: ['Name is required', 'Phone code is required', 'Status is required'],
  },
} as const satisfies Record<string, EditableEntity>;
