import { type EditableEntity, editable } from '../../support/editable-entities';
import { unique } from '../../support/unique';
import type { Values } from './steps';

/** An entity that users add, edit and delete. To test another entity, add an entry to `entities`. */
export interface EntityCase extends EditableEntity {
  /**
   * Returns a record to add. `script` is true if the browser runs script. The two Playwright projects, with and without
   * script, run at the same time, so values that must be unique depend on it.
   */
  values: (script: boolean) => Values;
  /** The field whose value names the record in the list and in labels. */
  label: string;
  /** The inputs that an edit changes. */
  change: Values;
  /** The toast after adding, if it is not the usual one. */
  added?: string;
}

const services = ['Contraceptive', 'PrEP', 'Abortion', 'Menstrual', 'STI', 'ART'];

export const entities: readonly EntityCase[] = [
  {
    ...editable.user,
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
  },
  {
    ...editable.facility,
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
  },
  {
    ...editable.pfacility,
    values: () => ({ Name: unique('Youth Corner'), Services: 'PrEP', Status: 'Active' }),
    label: 'Name',
    change: { Services: 'PrEP, HIV test', Status: 'Disabled' },
  },
  {
    ...editable.resource,
    values: () => ({
      Name: unique('About refills'),
      Description: 'When and where',
      Type: 'Standard',
      Status: 'Active',
    }),
    label: 'Name',
    change: { Description: 'When, where and how', Status: 'Disabled' },
  },
  {
    ...editable.country,
    // The name is chosen from a list, and two countries cannot have the same name.
    values: (script) => ({
      Name: script ? 'Fiji' : 'Tonga',
      'Phone code': '+679',
      Status: 'Active',
    }),
    label: 'Name',
    change: { 'Phone code': '+676', Status: 'Disabled' },
  },
  {
    ...editable.color,
    values: () => ({ Name: unique('Leaf'), Color: '#1B7F5C', Status: 'Active' }),
    label: 'Name',
    change: { Color: '#FFD54F', Status: 'Disabled' },
  },
  {
    ...editable.notification,
    values: () => ({
      Type: 'Participant',
      Title: unique('Visit'),
      Body: 'Your next visit is near.',
      Description: 'A reminder',
    }),
    label: 'Title',
    change: { Type: 'Moderator', Body: 'Your next visit is on Monday.' },
    added: 'The notification has been sent successfully!',
  },
  {
    ...editable.quiz,
    values: () => ({
      Question: unique('What is PrEP?'),
      Description: 'One answer is true.',
      Status: 'Active',
    }),
    label: 'Question',
    change: { Description: 'Two answers are true.', Status: 'Disabled' },
  },
  {
    ...editable['sms-category'],
    values: () => ({ Name: unique('Travel'), Description: 'On the way', Status: 'Active' }),
    label: 'Name',
    change: { Description: 'Ways to the clinic', Status: 'Disabled' },
  },
  {
    ...editable['sms-phone'],
    values: (script) => ({
      Name: unique('Thoko'),
      Number: script ? '+260000654321' : '+260000654322',
      Category: 'General',
      Status: 'Active',
    }),
    label: 'Name',
    change: { Category: 'Refills', Status: 'Disabled' },
  },
  {
    ...editable['sms-message'],
    values: () => ({
      Name: unique('Remember your refill'),
      'Phone code': '+260',
      Status: 'Active',
    }),
    label: 'Name',
    change: { 'Phone code': '+265', Status: 'Disabled' },
  },
];
