import { type EditableEntity, editable } from './editable-entities';
import { ann } from './remote';

export interface FormCase extends EditableEntity {
  /** The field of the record's id. */
  key: string;
  /** The id in the address. Defaults to 5. */
  id?: string;
  /** The record that the host returns for `{entity}/id/5`. */
  record: Record<string, unknown>;
  /** The name that pages give the record. Needed if the host has it in a field of another name. */
  called?: string;
  /** The values to fill in, by the label of the input. */
  typed: Record<string, string>;
  /** The fields that the panel must post for the typed values, besides `uid` and `user`. */
  posted: Record<string, string>;
  /** The fields that an edit posts with other values than an addition. */
  postedByEdit?: Record<string, string>;
  /** Maps messages to the labels of their fields. Needed for messages other than `{label} is required`. */
  labels?: Record<string, string>;
  /** A field that an edit shows as read-only, and the fields that are posted for it. */
  readOnly?: { label: string; posted: Record<string, string> };
  /** The label of a text field, which a test fills with a text that is too long. */
  long: string;
  /** The rows of the lists that the form needs besides the record, by the path of the call. */
  also?: Record<string, unknown[]>;
}

const categories = [
  { sms_cat_id: 3, sms_cat_name: 'Reminders', c_status: 'Active' },
  { sms_cat_id: '4', sms_cat_name: 'News', c_status: 'Active' },
];

/** The values that the form of a facility requires, by label. */
export const facility = {
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
};

/**
 * The forms that add and edit records, with the fields of product-spec.md §7. The forms of facilities, PN facilities
 * and resources are in `tests/contract/services.test.ts`.
 */
export const forms: readonly FormCase[] = [
  {
    ...editable.user,
    key: 'user_id',
    long: 'First name',
    record: { ...ann, user_id: 5, user_phone: '+260970000001', u_status: 'Disabled' },
    typed: {
      Username: 'bwalya',
      'First name': 'Bwalya',
      'Last name': 'Phiri',
      Phone: '+260970000002',
      Email: 'bwalya@study.example',
      Role: 'Researcher',
      Status: 'Active',
    },
    posted: {
      uname: 'bwalya',
      ufname: 'Bwalya',
      ulname: 'Phiri',
      uphone: '+260970000002',
      uemail: 'bwalya@study.example',
      urole: '2',
      ustatus: '1',
    },
    readOnly: { label: 'Username', posted: { uname: 'ann' } },
  },
  {
    ...editable.country,
    key: 'country_id',
    long: 'Phone code',
    record: { country_id: '5', country_name: 'Zambia', country_code: 260, c_status: 1 },
    typed: { Name: 'Malawi', 'Phone code': '+265', Status: 'Disabled' },
    posted: { uname: 'Malawi', ucode: '+265', ustatus: '2' },
  },
  {
    ...editable.color,
    key: 'color_id',
    long: 'Name',
    record: { color_id: 5, color_name: 'Teal', color_code: '#0B6B63', c_status: 'Active' },
    typed: { Name: 'Leaf', Color: '#1B7F5C', Status: 'Active' },
    posted: { uname: 'Leaf', ucode: '#1B7F5C', ustatus: '1' },
  },
  {
    ...editable.notification,
    key: 'notification_id',
    long: 'Title',
    record: {
      notification_id: 5,
      notification_type: 'Public',
      notification_title: 'Hello',
      notification_body: 'Body',
      notification_description: 'Why',
    },
    typed: { Type: 'Moderator', Title: 'Training', Body: 'On Monday', Description: 'Monthly' },
    posted: {
      utype: 'Moderator',
      utitle: 'Training',
      ubody: 'On Monday',
      udescription: 'Monthly',
    },
  },
  {
    ...editable.quiz,
    key: 'quiz_id',
    long: 'Question',
    record: {
      quiz_id: 5,
      quiz_question: 'What prevents a pregnancy?',
      quiz_description: null,
      c_status: 1,
      quiz_options: '[{"id":1,"no":1,"answer":"A condom","correct":1}]',
    },
    typed: { Question: 'Who may take PrEP?', Description: 'For all', Status: 'Active' },
    posted: {
      uquestion: 'Who may take PrEP?',
      udescription: 'For all',
      uoptions: '[]',
      ustatus: '1',
    },
    postedByEdit: { uoptions: '[{"id":1,"no":1,"answer":"A condom","correct":1}]' },
  },
  {
    ...editable['sms-category'],
    key: 'sms_cat_id',
    long: 'Name',
    record: {
      sms_cat_id: '5',
      sms_cat_name: 'Reminders',
      sms_cat_description: 'Of visits',
      c_status: 'Inactive',
    },
    typed: { Name: 'News', Description: 'Of the study', Status: 'Disabled' },
    posted: { uname: 'News', udescription: 'Of the study', ustatus: '2' },
  },
  {
    ...editable['sms-phone'],
    key: 'sms_phone_id',
    long: 'Name',
    record: {
      sms_phone_id: 5,
      sms_phone_name: 'Chipo',
      sms_phone_number: '+260970000003',
      sms_cat_name: 'Reminders',
      c_status: 'Active',
    },
    typed: { Name: 'Mutale', Number: '+260970000004', Category: 'News', Status: 'Active' },
    posted: { uname: 'Mutale', unumber: '+260970000004', ucategory: '4', ustatus: '1' },
    labels: { 'Phone name is required': 'Name', 'Phone number is required': 'Number' },
    also: { 'sms-category/list': categories },
  },
  {
    ...editable['sms-message'],
    key: 'SMSMessage_id',
    long: 'Name',
    record: {
      SMSMessage_id: 5,
      SMSMessage_name: 'Your visit is tomorrow',
      SMSMessage_code: 260,
      c_status: 2,
    },
    called: 'Your visit is tomorrow',
    typed: { Name: 'Your visit is today', 'Phone code': '+260', Status: 'Disabled' },
    posted: { uname: 'Your visit is today', ucode: '+260', ustatus: '2' },
  },
];

/** Returns the label of the field that a message belongs to. */
export function getLabel(form: Pick<FormCase, 'labels'>, message: string): string {
  return form.labels?.[message] ?? message.replace(' is required', '');
}
