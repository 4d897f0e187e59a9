import { smsPhone as declaration } from 'shared/entities/sms-phone';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';

export const smsPhone = buildEntity(declaration, {
  // Hosts send the category in one of three fields. The form needs its id.
  read: (row) => ({
    ...row,
    sms_cat_id: toText(row.sms_cat_id) || toText(row.sms_phone_category) || row.sms_cat_name,
  }),
});
