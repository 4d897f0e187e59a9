import { type EditableEntity, editable } from './editable-entities';
import { unique } from './unique';

/** The values of inputs by their labels. The value of a choice is the text of its option. */
export type Values = Readonly<Record<string, string>>;

/** The values that tests type into the form of an entity, with and without a browser. */
export interface FormValues extends EditableEntity {
  /** A complete record. */
  typed: Values;
  /** Values of further inputs: rich text, which an editor replaces in browsers, and addresses of files. */
  further?: Values;
  /** The fields that the panel must post for all of these values, besides `uid` and `user`. */
  posted: Values;
  /** Other values, which an edit changes. */
  change: Values;
  /** The message after adding, if it is not the usual one. */
  added?: string;
  /**
   * Returns values that must be unique, besides the value that names the record. `script` is true if a browser runs
   * script. The two Playwright projects, with and without script, run at the same time, on one panel.
   */
  makeUnique?: (script: boolean) => Values;
}

const valuesByEntity = {
  user: {
    ...editable.user,
    typed: {
      Username: 'thoko',
      'First name': 'Thoko',
      'Last name': 'Examplini',
      Phone: '+260970000002',
      Email: 'thoko@study.example',
      Role: 'Researcher',
      Status: 'Active',
    },
    posted: {
      uname: 'thoko',
      ufname: 'Thoko',
      ulname: 'Examplini',
      uphone: '+260970000002',
      uemail: 'thoko@study.example',
      urole: '2',
      ustatus: '1',
    },
    change: { 'Last name': 'Samplini', Role: 'Administrator', Status: 'Disabled' },
    // A username has no blanks.
    makeUnique: () => {
      const username = unique('thoko').replace(' ', '-');
      return { Username: username, Email: `${username}@panel.example` };
    },
  },
  facility: {
    ...editable.facility,
    typed: {
      Name: 'Matero Clinic',
      Address: 'Plot 2',
      'Contraceptive services': 'Yes',
      'PrEP services': 'No',
      'Abortion services': 'No',
      'Menstrual services': 'Yes',
      'STI services': 'Yes',
      'ART services': 'No',
      Latitude: '-15.5',
      Longitude: '28.25',
      Status: 'Active',
    },
    further: {
      'Toll-free': '991',
      WhatsApp: '+260970000002',
      Phone: '+260970000003',
      Email: 'matero@clinic.example',
      Website: 'https://matero.example',
      'Thumbnail address': 'https://files.example/new.png',
      Content: '<h2>Hours</h2><p onclick="x()">Mon<script>x()</script></p>',
    },
    posted: {
      uname: 'Matero Clinic',
      uaddress: 'Plot 2',
      utollfree: '991',
      uwhatsapp: '+260970000002',
      uemail: 'matero@clinic.example',
      uwebsite: 'https://matero.example',
      uphone: '+260970000003',
      ucontraception: '1',
      uprep: '2',
      uabortion: '2',
      umenstrual: '1',
      usti: '1',
      uart: '2',
      ulat: '-15.5',
      ulon: '28.25',
      uthumbnail: 'https://files.example/new.png',
      ucontent: '<h2>Hours</h2><p>Mon</p>',
      ustatus: '1',
    },
    change: { Address: 'Plot 8, Lusaka', 'PrEP services': 'Yes', Status: 'Disabled' },
  },
  pfacility: {
    ...editable.pfacility,
    typed: {
      Name: 'Drop-in',
      Services: 'Contraception',
      'Work hours': '8-17',
      Contact: 'Thandiwe',
      Phone: '+260970000004',
      Status: 'Disabled',
    },
    posted: {
      uname: 'Drop-in',
      uservices: 'Contraception',
      uhours: '8-17',
      unames: 'Thandiwe',
      ucontact: '+260970000004',
      ustatus: '2',
    },
    change: { Services: 'PrEP, HIV test', Status: 'Active' },
  },
  resource: {
    ...editable.resource,
    typed: {
      Name: 'The implant',
      Description: 'All about it',
      Type: 'Standard',
      Status: 'Disabled',
    },
    further: {
      'Attachment address': 'https://files.example/implant.pdf',
      'Thumbnail address': 'https://files.example/implant.png',
      Content: '<p>Text</p>',
    },
    posted: {
      uname: 'The implant',
      udescription: 'All about it',
      uurl: 'https://files.example/implant.pdf',
      uthumbnail: 'https://files.example/implant.png',
      ustatus: '2',
      utype: '1',
      ucontent: '<p>Text</p>',
    },
    change: { Description: 'When, where and how', Status: 'Active' },
  },
  country: {
    ...editable.country,
    typed: { Name: 'Malawi', 'Phone code': '+265', Status: 'Disabled' },
    posted: { uname: 'Malawi', ucode: '+265', ustatus: '2' },
    change: { 'Phone code': '+676', Status: 'Active' },
    // The name is chosen from a list.
    makeUnique: (script: boolean) => ({ Name: script ? 'Fiji' : 'Tonga' }),
  },
  color: {
    ...editable.color,
    typed: { Name: 'Leaf', Color: '#1B7F5C', Status: 'Active' },
    posted: { uname: 'Leaf', ucode: '#1B7F5C', ustatus: '1' },
    change: { Color: '#FFD54F', Status: 'Disabled' },
  },
  notification: {
    ...editable.notification,
    typed: { Type: 'Moderator', Title: 'Training', Body: 'On Monday', Description: 'Monthly' },
    posted: {
      utype: 'Moderator',
      utitle: 'Training',
      ubody: 'On Monday',
      udescription: 'Monthly',
    },
    change: { Type: 'Participant', Body: 'On Tuesday' },
    added: 'The notification has been sent successfully!',
  },
  quiz: {
    ...editable.quiz,
    typed: { Question: 'Who may take PrEP?', Description: 'For all', Status: 'Active' },
    posted: {
      uquestion: 'Who may take PrEP?',
      udescription: 'For all',
      uoptions: '[]',
      ustatus: '1',
    },
    change: { Description: 'Two answers are true.', Status: 'Disabled' },
  },
  'sms-category': {
    ...editable['sms-category'],
    typed: { Name: 'Travel', Description: 'On the way', Status: 'Disabled' },
    posted: { uname: 'Travel', udescription: 'On the way', ustatus: '2' },
    change: { Description: 'Ways to the clinic', Status: 'Active' },
  },
  'sms-phone': {
    ...editable['sms-phone'],
    typed: { Name: 'Mutale', Number: '+260970000004', Category: 'General', Status: 'Active' },
    posted: { uname: 'Mutale', unumber: '+260970000004', ucategory: '4', ustatus: '1' },
    change: { Category: 'Refills', Status: 'Disabled' },
    makeUnique: (script: boolean) => ({ Number: script ? '+260000654321' : '+260000654322' }),
  },
  'sms-message': {
    ...editable['sms-message'],
    typed: { Name: 'Your visit is today', 'Phone code': '+260', Status: 'Disabled' },
    posted: { uname: 'Your visit is today', ucode: '+260', ustatus: '2' },
    change: { 'Phone code': '+265', Status: 'Active' },
  },
} satisfies Record<keyof typeof editable, FormValues>;

/** The values by entity. To test another entity, add an entry. */
export const formValues: Record<keyof typeof editable, FormValues> = valuesByEntity;

/** The values that the form of a facility requires. */
export const facility = valuesByEntity.facility.typed;

/** Returns the values of a record that no other test adds. */
export function makeRecord({ typed, label, makeUnique }: FormValues, script: boolean): Values {
  return { ...typed, [label]: unique(String(typed[label])), ...makeUnique?.(script) };
}
