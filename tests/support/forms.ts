import { type FormValues, formValues } from './form-values';
import { ann } from './remote';

export interface FormCase extends FormValues {
  /** The field of the record's id. */
  key: string;
  /** The id in the address. Defaults to 5. */
  id?: string;
  /** The record that the host returns for `{entity}/id/5`. */
  record: Record<string, unknown>;
  /** The name that pages give the record. Needed if the host has it in a field of another name. */
  called?: string;
  /** The fields that an edit posts with other values than an addition. */
  postedByEdit?: Record<string, string>;
  /** A field that an edit shows as read-only, and the fields that are posted for it. */
  readOnly?: { label: string; posted: Record<string, string> };
  /** The label of a text field, which a test fills with a text that is too long. */
  long: string;
  /** The rows of the lists that the form needs besides the record, by the path of the call. */
  also?: Record<string, unknown[]>;
}

const categories = [
  { sms_cat_id: 3, sms_cat_name: 'Refills', c_status: 'Active' },
  { sms_cat_id: '4', sms_cat_name: 'General', c_status: 'Active' },
];

/**
 * The forms that add and edit records, with the fields of product-spec.md §7, and the records that hosts return for
 * them. The records of facilities, PN facilities and resources are in `tests/contract/services.test.ts`.
 */
export const forms: readonly FormCase[] = [
  {
    ...formValues.user,
    key: 'user_id',
    long: 'First name',
    record: { ...ann, user_id: 5, user_phone: '+260970000001', u_status: 'Disabled' },
    readOnly: { label: 'Username', posted: { uname: 'ann' } },
  },
  {
    ...formValues.country,
    key: 'country_id',
    long: 'Phone code',
    record: { country_id: '5', country_name: 'Zambia', country_code: 260, c_status: 1 },
  },
  {
    ...formValues.color,
    key: 'color_id',
    long: 'Name',
    record: { color_id: 5, color_name: 'Teal', color_code: '#0B6B63', c_status: 'Active' },
  },
  {
    ...formValues.notification,
    key: 'notification_id',
    long: 'Title',
    record: {
      notification_id: 5,
      notification_type: 'Public',
      notification_title: 'Hello',
      notification_body: 'Body',
      notification_description: 'Why',
    },
  },
  {
    ...formValues.quiz,
    key: 'quiz_id',
    long: 'Question',
    record: {
      quiz_id: 5,
      quiz_question: 'What prevents a pregnancy?',
      quiz_description: null,
      c_status: 1,
      quiz_options: '[{"id":1,"no":1,"answer":"A condom","correct":1}]',
    },
    postedByEdit: { uoptions: '[{"id":1,"no":1,"answer":"A condom","correct":1}]' },
  },
  {
    ...formValues['sms-category'],
    key: 'sms_cat_id',
    long: 'Name',
    record: {
      sms_cat_id: '5',
      sms_cat_name: 'Reminders',
      sms_cat_description: 'Of visits',
      c_status: 'Inactive',
    },
  },
  {
    ...formValues['sms-phone'],
    key: 'sms_phone_id',
    long: 'Name',
    record: {
      sms_phone_id: 5,
      sms_phone_name: 'Chipo',
      sms_phone_number: '+260970000003',
      sms_cat_name: 'Refills',
      c_status: 'Active',
    },
    also: { 'sms-category/list': categories },
  },
  {
    ...formValues['sms-message'],
    key: 'SMSMessage_id',
    long: 'Name',
    record: {
      SMSMessage_id: 5,
      SMSMessage_name: 'Your visit is tomorrow',
      SMSMessage_code: 260,
      c_status: 2,
    },
    called: 'Your visit is tomorrow',
  },
];
