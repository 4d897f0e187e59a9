import { defineEntity } from './declaration';
import { id, shown, shownPhoneNumber, shownStatus } from './shown-fields';

export const studyFollowUp = defineEntity({
  name: 'study-follow-up',
  wire: { name: 'study-followup' },
  singular: 'study follow-up',
  title: 'Study Followup',
  key: 'sfollow_id',
  label: 'sfollow_name',
  lead: ['sfollow_name', 'sfollow_whatsapp', 'f_status', 'sfollow_sent_date'],
  fields: {
    sfollow_id: id(),
    sfollow_name: shown('Name', { identifying: true, priority: 1 }),
    sfollow_whatsapp: shownPhoneNumber('WhatsApp'),
    sfollow_sent_date: shown('Sent Date', {
      format: 'date-time',
      identifying: false,
      event: { title: 'Study follow-up message sent' },
    }),
    sfollow_enrollment_date: shown('Enrollment Date', { format: 'date', identifying: false }),
    sfollow_intervention: shown('Intervention', { identifying: false }),
    sfollow_link: shown('Link', { identifying: true, valueKind: 'verbatim', priority: 5 }),
    sfollow_email: shown('Email', { identifying: true, valueKind: 'identifier', priority: 4 }),
    sfollow_months: shown('Months', { format: 'number', identifying: false, priority: 4 }),
    f_status: shownStatus('sfollow_status'),
    sfollow_delivery_date: shown('Delivered', {
      format: 'date-time',
      identifying: false,
      hiddenAtFirst: true,
    }),
    sfollow_seen_date: shown('Seen', {
      format: 'date-time',
      identifying: false,
      hiddenAtFirst: true,
    }),
    sfollow_last_check_time: shown('Last Check', {
      format: 'date-time',
      identifying: false,
      hiddenAtFirst: true,
    }),
    sfollow_last_check_days: shown('Days Left', {
      format: 'number',
      unit: 'days',
      identifying: false,
      holds: 'days from today',
    }),
  },
  path: '/study-followup',
  pageSize: 10,
  timelineOf: { entity: 'participant', field: 'sfollow_whatsapp', equals: 'phone_number' },
  import: { natural: ['sfollow_whatsapp', 'sfollow_name', 'sfollow_months'] },
});
