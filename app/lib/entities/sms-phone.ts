import { smsPhone as declaration } from 'shared/entities/sms-phone';
import { asText } from 'shared/list/values';
import { declaredEntity } from './declared-entity';

export const smsPhone = declaredEntity(declaration, {
  // Hosts name the category by one of three fields; the form wants its id.
  read: (row) => ({
    ...row,
    sms_cat_id: asText(row.sms_cat_id) || asText(row.sms_phone_category) || row.sms_cat_name,
  }),
});
