/**
 * For each entity, maps the name of a field in a save to its name in the stored record. Contains only names that
 * `savedRecord` cannot derive.
 */
const ownNames: Record<string, Record<string, string>> = {
  user: { uname: 'user_username', ustatus: 'u_status' },
  facility: { uthumbnail: 'facility_thumbnailUrl', ustatus: 'f_status' },
  pfacility: { ustatus: 'f_status' },
  resource: { uthumbnail: 'resource_thumbnailUrl', utype: 'r_type', ustatus: 'r_status' },
  'sms-phone': { ucategory: 'sms_cat_id' },
};

const prefixes: Record<string, string> = {
  'sms-category': 'sms_cat_',
  'sms-phone': 'sms_phone_',
  'sms-message': 'SMSMessage_',
};

/** Returns the record that a host stores for the fields of a save. */
export function savedRecord(entity: string, sent: Record<string, string>): Record<string, string> {
  const { uid: _uid, user: _user, ...fields } = sent;
  const names = { ustatus: 'c_status', ...ownNames[entity] };
  return Object.fromEntries(
    Object.entries(fields).map(([wire, value]) => [
      names[wire as keyof typeof names] ?? `${prefixes[entity] ?? `${entity}_`}${wire.slice(1)}`,
      value,
    ]),
  );
}
