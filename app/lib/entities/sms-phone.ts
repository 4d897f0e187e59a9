import { smsPhone as declaration } from 'shared/entities/sms-phone';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';

export const smsPhone = buildEntity(declaration, {
  // Hosts name the category by one of three fields; the form wants its id.
  read: (row) => ({
    ...row,
    sms_cat_id: toText(row.sms_cat_id) || toText(row.sms_phone_category) || row.sms_cat_name,
  }),
});
