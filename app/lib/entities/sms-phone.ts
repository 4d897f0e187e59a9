import { smsCategory } from 'shared/entities/sms-category';
import { smsPhone as declaration } from 'shared/entities/sms-phone';
import { asText } from 'shared/list/values';
import { fetchOptions } from '../form/fetch-options.server';
import { declaredEntity } from './declared-entity';

const categories = declaredEntity(smsCategory);

export const smsPhone = declaredEntity(declaration, {
  // Hosts name the category by one of three fields; the form wants its id.
  read: (row) => ({
    ...row,
    sms_cat_id: asText(row.sms_cat_id) || asText(row.sms_phone_category) || row.sms_cat_name,
  }),
  inputs: { sms_cat_id: { loadOptions: () => fetchOptions(categories) } },
});
