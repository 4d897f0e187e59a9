import { describe, expect, it } from 'vitest';
import { declarations } from '../../shared/entities';
import type { Field } from '../../shared/entities/field';
import { getValueKind } from '../../shared/entities/value-kind';
import type { ValueKind } from '../../shared/values/normalize';

/** The fields of all entities, as `entity.field`, by the kinds of their values. */
const byKind = new Map<ValueKind, string[]>();
for (const { name, fields } of declarations)
  for (const [field, declared] of Object.entries<Field>(fields)) {
    const kind = getValueKind(declared);
    byKind.set(kind, [...(byKind.get(kind) ?? []), `${name}.${field}`]);
  }

/** Returns the entries of a list of names that are separated by spaces and line ends. */
function splitNames(names: string): string[] {
  return names.trim().split(/\s+/);
}

const exact: Partial<Record<ValueKind, string>> = {
  identifier: `
    quiz-attempt.attempt_createuser user.user_email facility.facility_website facility.facility_email country.country_code
    participant.study_number follow-up.study_number data-dictionary.dict_entity data-dictionary.dict_field
    study-follow-up.sfollow_email phone.phone_pin phone.phone_email discussion.id last-seen.pin
    discussion-post.docId discussion-post.discussion conversation-summary.phone_pin
    conversation-summary.phone_email chat-message.docId
  `,
  'phone number': `
    user.user_phone facility.facility_phone facility.facility_tollfree facility.facility_whatsapp
    pfacility.pfacility_contact peer-navigator.phone_number participant.phone_number
    study-follow-up.sfollow_whatsapp study-resource.sresource_whatsapp phone.phone_number
    sms-phone.sms_phone_number sms-history.sms_history_number last-seen.id
    linked-participant.part_number conversation-summary.phone_number conversation.id chat-message.number
  `,
  name: `
    user.user_fname user.user_lname user.user_createuser resource.resource_name
    resource.resource_lastupdateuser facility.facility_name facility.facility_address pfacility.pfacility_name
    pfacility.pfacility_hours pfacility.pfacility_names country.country_createuser color.color_name
    color.color_lastupdateuser notification.notification_title notification.notification_createuser
    peer-navigator.username peer-navigator.first_name peer-navigator.last_name participant.peer_navigator
    participant.residency follow-up.peer_navigator analytic.username analytic.result analytic.subject
    data-dictionary.dict_name study-follow-up.sfollow_name study-resource.sresource_name phone.phone_name
    phone.phone_lastupdateuser quiz.quiz_createuser sms-category.sms_cat_name sms-category.sms_cat_createuser
    sms-phone.sms_phone_name sms-phone.sms_phone_lastupdateuser sms-message.sms_description
    sms-message.sms_createuser sms-history.sms_history_createuser audit-log.audit_username
    audit-log.audit_title sign-in-log.login_username error-log.log_username error-log.log_title
    upload.upload_createuser deleted-record.deleted_name deleted-record.deleted_by discussion.title
    discussion.nickname last-seen.name last-seen.typing linked-participant.phone_name
    linked-participant.part_createuser linked-participant.part_peer discussion-post.firstName
    discussion-post.authorId conversation-summary.phone_name conversation-summary.phone_lastupdateuser
    conversation.name conversation.typing conversation.conversation chat-message.firstName
    chat-message.authorId
  `,
  verbatim: `
    user.user_username resource.resource_url resource.resource_thumbnailUrl resource.resource_content resource.resource_items
    facility.facility_thumbnailUrl facility.facility_content study-follow-up.sfollow_link
    study-resource.sresource_link phone.phone_token quiz.quiz_options quiz-attempt.attempt_answers
    upload.upload_name upload.upload_path discussion-post.uri chat-message.uri
  `,
  'free text': `
    resource.resource_description pfacility.pfacility_services notification.notification_body
    notification.notification_description participant.no_download_messenger_reason
    participant.no_download_messenger_reason_specify participant.history_contraception_other_specify
    participant.history_contraception_satisfaction_reason participant.history_contraception_stop_reason
    participant.history_contraception_no_use_reason participant.history_hiv_prep_last_refil_source_specify
    participant.history_hiv_prep_problems participant.history_hiv_prep_questions
    participant.history_hiv_last_refil_source_specify participant.history_hiv_art_problems
    participant.history_hiv_art_questions participant.history_hiv_desired_support_other_specify
    participant.history_hiv_prep_desired_support_other_specify participant.history_hiv_prep_stop_reason
    participant.srh_contraception_started_evidence participant.srh_contraception_no_interest_reason
    participant.srh_contraception_interest_other_specify
    participant.srh_contraception_find_schedule_facility_other participant.srh_prep_started_evidence
    participant.srh_prep_no_interest_reason participant.srh_prep_find_schedule_facility_other
    participant.history_hiv_used_prep_no_reason participant.withdrawal_reason follow-up.checkin_notes
    follow-up.srh_contraception_started_problems follow-up.srh_prep_started_problems
    follow-up.srh_contraception_started_side_effects follow-up.srh_prep_started_side_effects
    follow-up.srh_contraception_started_other follow-up.srh_prep_started_other
    follow-up.srh_contraception_started_evidence follow-up.srh_contraception_no_interest_reason
    follow-up.srh_contraception_interest_other_specify
    follow-up.srh_contraception_find_schedule_facility_other follow-up.srh_prep_started_evidence
    follow-up.srh_prep_no_interest_reason follow-up.srh_prep_find_schedule_facility_other
    follow-up.history_hiv_used_prep_no_reason data-dictionary.dict_description quiz.quiz_question
    quiz.quiz_description quiz-attempt.quiz_question quiz-attempt.quiz_description
    sms-category.sms_cat_description sms-message.sms_content sms-history.sms_history_message
    audit-log.audit_description error-log.log_description error-log.log_exception discussion.description
    discussion-post.text discussion-post.shortText conversation.messageShort conversation.message
    chat-message.text
  `,
};

describe.each(Object.entries(exact) as [ValueKind, string][])('the kind %s', (kind, names) => {
  it('is that of exactly these fields', () => {
    expect([...(byKind.get(kind) ?? [])].sort()).toEqual(splitNames(names).sort());
  });
});

describe('of the other fields', () => {
  const find = (kind: ValueKind) => byKind.get(kind) ?? [];

  it('those of dates and times are dates', () => {
    expect(
      find('date').filter(
        (field) =>
          !/date$|birthday$|_on$|_done$|_time$|_refil$|posted$|last_upload$|_since$/.test(field),
      ),
    ).toEqual([]);
    expect(find('date').length).toBeGreaterThan(60);
  });

  it('those of ids, counts, places and durations are numbers', () => {
    const number =
      /\.id$|_id$|\.n_|_days$|_months$|upload$|parent$|\.status$|duration$|_minutes$|_lat$|_lon$|_key$|_size$|score$|a_(no|max|min)$|attempt_quiz$|days_|unread$|sent$|received$|conversations$|allPosts$|unanswered$|waiting$/;
    expect(find('number').filter((field) => !number.test(field))).toEqual([]);
  });

  it('those of choices and states are answers', () => {
    const answer =
      /history_|srh_|status(Name)?$|_state$|\.state$|type$|color(_code)?$|_problem$|_role$|country_name$|_source$|_(contraception|prep|abortion|menstrual|sti|art)$|messenger$|own_phone$|contact_(method|frequency)$|intervention$|sms_cat_(name|id)$|_action$|used_by$|deleted_entity$/;
    expect(find('answer').filter((field) => !answer.test(field))).toEqual([]);
    expect(find('answer').length).toBeGreaterThan(120);
  });
});

it('a field may declare its kind', () => {
  const field: Field = {
    ...{ kind: 'text', format: 'text', title: 'Code', priority: 1, identifying: false },
    valueKind: 'identifier',
  };
  expect(getValueKind(field)).toBe('identifier');
  expect(getValueKind({ ...field, valueKind: undefined })).toBe('answer');
});
