import { unique } from '../../support/unique';
import type { Values } from './steps';

/** One entity that people add, edit and delete: a further one is one entry more. */
export interface EntityCase {
  /** In addresses and messages. */
  entity: string;
  name: string;
  plural: string;
  list: string;
  /** A record to add; `script` keeps the two projects apart where values are few. */
  values: (script: boolean) => Values;
  /** The field whose value names the record in the list and in labels. */
  label: string;
  /** The inputs that an edit changes. */
  change: Values;
  /** The messages of the empty form, in the order of the fields. */
  required: readonly string[];
  /** The toast after adding, where it is not the usual one. */
  added?: string;
}

const services = ['Contraceptive', 'PrEP', 'Abortion', 'Menstrual', 'STI', 'ART'];

export const entities: readonly EntityCase[] = [
  {
    entity: 'user',
    name: 'user',
    plural: 'Users',
    list: '/users',
    values: () => {
      const username = unique('user').replace(' ', '-');
      return {
        Username: username,
        'First name': 'Thoko',
        'Last name': 'Examplini',
        Phone: '+260000123456',
        Email: `${username}@panel.example`,
        Role: 'Researcher',
        Status: 'Active',
      };
    },
    label: 'Username',
    change: { 'Last name': 'Samplini', Role: 'Administrator', Status: 'Disabled' },
    required: [
      'Username is required',
      'First name is required',
      'Last name is required',
      'Email is required',
      'Role is required',
      'Status is required',
    ],
  },
  {
    entity: 'facility',
    name: 'facility',
    plural: 'Facilities',
    list: '/facilities',
    values: () => ({
      Name: unique('Clinic'),
      Address: 'Plot 7, Lusaka',
      ...Object.fromEntries(services.map((service) => [`${service} services`, 'Yes'])),
      Latitude: '-15.4167',
      Longitude: '28.2833',
      Status: 'Active',
    }),
    label: 'Name',
    change: { Address: 'Plot 8, Lusaka', 'PrEP services': 'No', Status: 'Disabled' },
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
  {
    entity: 'pfacility',
    name: 'peer navigator facility',
    plural: 'PN Facilities',
    list: '/peer-navigator-facilities',
    values: () => ({ Name: unique('Youth Corner'), Services: 'PrEP', Status: 'Active' }),
    label: 'Name',
    change: { Services: 'PrEP, HIV test', Status: 'Disabled' },
    required: ['Name is required', 'Status is required'],
  },
  {
    entity: 'resource',
    name: 'resource',
    plural: 'Resources',
    list: '/resources',
    values: () => ({
      Name: unique('About refills'),
      Description: 'When and where',
      Type: 'Standard',
      Status: 'Active',
    }),
    label: 'Name',
    change: { Description: 'When, where and how', Status: 'Disabled' },
    required: [
      'Name is required',
      'Description is required',
      'Type is required',
      'Status is required',
    ],
  },
  {
    entity: 'country',
    name: 'country',
    plural: 'Countries',
    list: '/countries',
    // Each name may stand in the list once.
    values: (script) => ({
      Name: script ? 'Fiji' : 'Tonga',
      'Phone code': '+679',
      Status: 'Active',
    }),
    label: 'Name',
    change: { 'Phone code': '+676', Status: 'Disabled' },
    required: ['Name is required', 'Phone code is required', 'Status is required'],
  },
  {
    entity: 'color',
    name: 'color',
    plural: 'Colors',
    list: '/colors',
    values: () => ({ Name: unique('Leaf'), Color: '#1B7F5C', Status: 'Active' }),
    label: 'Name',
    change: { Color: '#FFD54F', Status: 'Disabled' },
    required: ['Name is required', 'Color is required', 'Status is required'],
  },
  {
    entity: 'notification',
    name: 'notification',
    plural: 'Notifications',
    list: '/notifications',
    values: () => ({
      Type: 'Participant',
      Title: unique('Visit'),
      Body: 'Your next visit is near.',
      Description: 'A reminder',
    }),
    label: 'Title',
    change: { Type: 'Moderator', Body: 'Your next visit is on Monday.' },
    required: [
      'Type is required',
      'Title is required',
      'Body is required',
      'Description is required',
    ],
    added: 'The notification has been sent successfully!',
  },
  {
    entity: 'quiz',
    name: 'quiz',
    plural: 'Quizzes',
    list: '/quizzes',
    values: () => ({
      Question: unique('What is PrEP?'),
      Description: 'One answer is true.',
      Status: 'Active',
    }),
    label: 'Question',
    change: { Description: 'Two answers are true.', Status: 'Disabled' },
    required: ['Question is required', 'Status is required'],
  },
  {
    entity: 'sms-category',
    name: 'SMS category',
    plural: 'SMS Categories',
    list: '/sms-categories',
    values: () => ({ Name: unique('Travel'), Description: 'On the way', Status: 'Active' }),
    label: 'Name',
    change: { Description: 'Ways to the clinic', Status: 'Disabled' },
    required: ['Name is required', 'Description is required', 'Status is required'],
  },
  {
    entity: 'sms-phone',
    name: 'SMS phone',
    plural: 'SMS Phones',
    list: '/sms-phones',
    values: (script) => ({
      Name: unique('Thoko'),
      Number: script ? '+260000654321' : '+260000654322',
      Category: 'General',
      Status: 'Active',
    }),
    label: 'Name',
    change: { Category: 'Refills', Status: 'Disabled' },
    required: [
      'Phone name is required',
      'Phone number is required',
      'Category is required',
      'Status is required',
    ],
  },
  {
    entity: 'sms-message',
    name: 'SMS message',
    plural: 'SMS Messages',
    list: '/sms-messages',
    values: () => ({
      Name: unique('Remember your refill'),
      'Phone code': '+260',
      Status: 'Active',
    }),
    label: 'Name',
    change: { 'Phone code': '+265', Status: 'Disabled' },
    required: ['Name is required', 'Phone code is required', 'Status is required'],
  },
];
