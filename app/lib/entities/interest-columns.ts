import { date, text } from './columns';
import type { Column } from './entity';

const CONTRACEPTION = 'Contraception interest';
const PREP = 'PrEP interest';

/** The questions about contraception that participants and follow-ups share, after the interest itself. */
export const contraceptionInterest: readonly Column[] = [
  text('srh_contraception_started_evidence', 'Contraception Started Evidence', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_no_interest_reason', 'Contraception No Interest Reason', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_male_condom', 'Contraception Interest Male Condom', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_female_condom', 'Contraception Interest Female Condom', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_implant', 'Contraception Interest Implant', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_injection', 'Contraception Interest Injection', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_iud', 'Contraception Interest IUD', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_ius', 'Contraception Interest IUS', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_pills', 'Contraception Interest Pills', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_other', 'Contraception Interest Other', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_interest_other_specify', 'Contraception Interest Other Specify', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_method_in_mind', 'Contraception Method In Mind', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_information_methods', 'Contraception Like Information Methods', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_find_schedule_facility', 'Contraception Find Schedule Facility', {
    off: true,
    group: CONTRACEPTION,
  }),
  date(
    'srh_contraception_find_schedule_facility_yes_date',
    'Contraception Find Schedule Facility Yes Date',
    { off: true, group: CONTRACEPTION },
  ),
  text(
    'srh_contraception_find_schedule_facility_yes_pn_accompany',
    'Contraception Find Schedule Facility Yes PN Accompany',
    { off: true, group: CONTRACEPTION },
  ),
  date(
    'srh_contraception_find_schedule_facility_no_date',
    'Contraception Find Schedule Facility No Date',
    { off: true, group: CONTRACEPTION },
  ),
  text(
    'srh_contraception_find_schedule_facility_no_pick',
    'Contraception Find Schedule Facility No Pick',
    { off: true, group: CONTRACEPTION },
  ),
  text(
    'srh_contraception_find_schedule_facility_selected',
    'Contraception Find Schedule Facility Selected',
    { off: true, group: CONTRACEPTION },
  ),
  text(
    'srh_contraception_find_schedule_facility_other',
    'Contraception Find Schedule Facility Selected Other',
    { off: true, group: CONTRACEPTION },
  ),
  text('srh_contraception_information_app', 'Contraception Like Information On App', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_information_app_sent', 'Contraception Information App Sent', {
    off: true,
    group: CONTRACEPTION,
  }),
  date('srh_contraception_information_app_sent_date', 'Contraception Information App Sent Date', {
    off: true,
    group: CONTRACEPTION,
  }),
  text('srh_contraception_learn_methods', 'Contraception Learn Methods', {
    off: true,
    group: CONTRACEPTION,
  }),
];

/** The questions about PrEP that both share. */
export const prepInterest: readonly Column[] = [
  text('srh_prep_started_evidence', 'PrEP Started Evidence', { off: true, group: PREP }),
  text('srh_prep_no_interest_reason', 'PrEP No Interest Reason', { off: true, group: PREP }),
  text('srh_prep_information_app', 'PrEP Like Information On App', { off: true, group: PREP }),
  text('srh_prep_information_app_sent', 'PrEP Information Sent', { off: true, group: PREP }),
  date('srh_prep_information_app_sent_date', 'PrEP Information Sent Date', {
    off: true,
    group: PREP,
  }),
  text('srh_prep_find_schedule_facility', 'PrEP Find Schedule Facility', {
    off: true,
    group: PREP,
  }),
  date('srh_prep_find_schedule_facility_yes_date', 'PrEP Find Schedule Facility Yes Date', {
    off: true,
    group: PREP,
  }),
  text(
    'srh_prep_find_schedule_facility_yes_pn_accompany',
    'PrEP Find Schedule Facility Yes PN Accompany',
    { off: true, group: PREP },
  ),
  date('srh_prep_find_schedule_facility_no_date', 'PrEP Find Schedule Facility No Date', {
    off: true,
    group: PREP,
  }),
  text('srh_prep_find_schedule_facility_no_pick', 'PrEP Find Schedule Facility No Pick', {
    off: true,
    group: PREP,
  }),
  text('srh_prep_find_schedule_facility_selected', 'PrEP Find Schedule Facility Selected', {
    off: true,
    group: PREP,
  }),
  text('srh_prep_find_schedule_facility_other', 'PrEP Find Schedule Facility Selected Other', {
    off: true,
    group: PREP,
  }),
  text('srh_prep_information_read', 'PrEP Information On App Read', { off: true, group: PREP }),
];
