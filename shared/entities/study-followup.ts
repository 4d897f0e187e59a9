import { defineEntity } from './declaration';
import { id, shown, shownStatus } from './fields';

export const studyFollowup = defineEntity({
  name: 'study-followup',
  singular: 'study follow-up',
  title: 'Study Followup',
  key: 'sfollow_id',
  label: 'sfollow_name',
  fields: {
    sfollow_id: id(),
    sfollow_name: shown('Name', 'text', { priority: 1 }),
    sfollow_whatsapp: shown('WhatsApp'),
    sfollow_sent_date: shown('Sent Date', 'date-time'),
    sfollow_enrollment_date: shown('Enrollment Date', 'date'),
    sfollow_intervention: shown('Intervention'),
    sfollow_link: shown('Link', 'text', { priority: 5 }),
    sfollow_email: shown('Email', 'text', { priority: 4 }),
    sfollow_months: shown('Months', 'number', { priority: 4 }),
    f_status: shownStatus('sfollow_status'),
    sfollow_delivery_date: shown('Delivered', 'date-time', { off: true }),
    sfollow_seen_date: shown('Seen', 'date-time', { off: true }),
    sfollow_last_check_time: shown('Last Check', 'date-time', { off: true }),
    sfollow_last_check_days: shown('Days Left', 'number'),
  },
  path: '/study-followup',
  pageSize: 10,
  import: { natural: ['sfollow_whatsapp', 'sfollow_name', 'sfollow_months'] },
});
