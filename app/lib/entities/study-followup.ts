import { date, dateTime, id, name, number, status, text } from './columns';
import type { Entity } from './entity';

export const studyFollowup: Entity = {
  noun: 'study-followup',
  name: 'study follow-up',
  plural: 'Study Followup',
  key: 'sfollow_id',
  label: 'sfollow_name',
  list: {
    path: '/study-followup',
    source: 'study-followup/list',
    pageSize: 10,
    columns: [
      id('sfollow_id'),
      name('sfollow_name', 'Name'),
      text('sfollow_whatsapp', 'WhatsApp'),
      dateTime('sfollow_sent_date', 'Sent Date'),
      date('sfollow_enrollment_date', 'Enrollment Date'),
      text('sfollow_intervention', 'Intervention'),
      text('sfollow_link', 'Link', { priority: 5 }),
      text('sfollow_email', 'Email', { priority: 4 }),
      number('sfollow_months', 'Months', { priority: 4 }),
      status('f_status'),
      dateTime('sfollow_delivery_date', 'Delivered', { off: true }),
      dateTime('sfollow_seen_date', 'Seen', { off: true }),
      dateTime('sfollow_last_check_time', 'Last Check', { off: true }),
      number('sfollow_last_check_days', 'Days Left'),
    ],
  },
};
