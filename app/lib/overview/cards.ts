import { followUpProblems, participantProblems } from 'shared/derived/data-problems';
import { analytic } from 'shared/entities/analytic';
import type { Card, CardFigure } from './card';

/** Returns a filter for the last `days` days, including today. Excludes future dates, which are mistakes. */
const buildRecentFilter = (days: number, field: string) =>
  `${field}.from=today-${days - 1}d&${field}.to=today`;

/** Returns a figure for each problem: the number of records that have it. */
const countProblems = (list: string, records: string, problems: readonly string[]): CardFigure[] =>
  problems
    .filter((problem) => problem !== 'none')
    .map((problem) => ({
      label: `${records}: ${problem}`,
      list,
      query: `data_problem=${problem.replaceAll(' ', '+')}`,
    }));

/** The cards of the home page, in their order if the administrators choose no other. */
export const cards: readonly Card[] = [
  {
    name: 'participants',
    title: 'Participants enrolled',
    figures: [
      { label: 'in total', list: '/participants', query: '', span: 'all' },
      {
        label: 'in the last 7 days',
        list: '/participants',
        query: buildRecentFilter(7, 'assessment_date'),
        span: 'days',
      },
      {
        label: 'in the last 28 days',
        list: '/participants',
        query: buildRecentFilter(28, 'assessment_date'),
        span: 'days',
      },
    ],
    weeks: { list: '/participants', field: 'assessment_date' },
  },
  {
    name: 'follow-ups',
    title: 'Follow-ups',
    figures: [
      { label: 'overdue', list: '/participants', query: 'followup_state=overdue' },
      { label: 'due within 14 days', list: '/participants', query: 'followup_state=due' },
      {
        label: 'done in the last 28 days',
        list: '/follow-ups',
        query: `appointment_done.empty=no&${buildRecentFilter(28, 'record_upload_date')}`,
        span: 'days',
      },
    ],
  },
  {
    name: 'navigators',
    title: 'Navigators by last upload',
    figures: [
      {
        label: 'silent for 7 days or more',
        list: '/peer-navigators',
        query: 'sort=-days_since_upload&days_since_upload.min=7',
      },
      {
        label: 'without any upload',
        list: '/peer-navigators',
        query: 'days_since_upload.empty=yes',
      },
    ],
    first: {
      list: '/peer-navigators',
      name: 'username',
      days: 'days_since_upload',
      query: 'sort=-days_since_upload&cols=username,n_participants,last_upload,days_since_upload',
    },
  },
  {
    name: 'usage',
    title: 'Use of the main app',
    figures: [
      {
        label: 'in the last 7 days',
        list: '/analytics',
        query: `${buildRecentFilter(7, 'start_date')}&by=type&of=sum:duration`,
        unit: analytic.fields.duration.unit,
        span: 'days',
      },
      {
        label: 'in the last 28 days',
        list: '/analytics',
        query: `${buildRecentFilter(28, 'start_date')}&by=type&of=sum:duration`,
        unit: analytic.fields.duration.unit,
        span: 'days',
      },
    ],
  },
  {
    name: 'quizzes',
    title: 'Quiz attempts',
    figures: [
      { label: 'in total', list: '/quiz-attempts', query: '', span: 'all' },
      {
        label: 'in the last 28 days',
        list: '/quiz-attempts',
        query: buildRecentFilter(28, 'attempt_createdate'),
        span: 'days',
      },
      { label: 'passed', list: '/quiz-attempts', query: 'c_status=Passed', shareOf: '' },
    ],
  },
  {
    name: 'messages',
    title: 'Messages',
    figures: [
      {
        label: 'SMS in the last 28 days',
        list: '/sms-history',
        query: buildRecentFilter(28, 'sms_history_createdate'),
        span: 'days',
      },
    ],
  },
  {
    name: 'conversations',
    title: 'Messenger conversations',
    figures: [
      {
        label: 'messages sent',
        list: '/conversations',
        query: 'by=p_status&of=sum:sent',
        span: 'all',
      },
      {
        label: 'messages received',
        list: '/conversations',
        query: 'by=p_status&of=sum:received',
        span: 'all',
      },
      {
        label: 'waiting for an answer, by phone',
        list: '/conversations',
        query: 'unanswered.min=1&sort=waiting_since',
      },
    ],
  },
  {
    name: 'notifications',
    title: 'Notifications',
    figures: [
      { label: 'sent in total', list: '/notifications', query: '', span: 'all' },
      {
        label: 'in the last 28 days',
        list: '/notifications',
        query: buildRecentFilter(28, 'notification_createdate'),
        span: 'days',
      },
    ],
  },
  {
    name: 'accounts',
    title: 'Accounts',
    figures: [{ label: 'waiting for approval', list: '/users/waiting', query: '' }],
    requiresApprovalRight: true,
  },
  {
    name: 'data-quality',
    title: 'Data quality',
    figures: [
      ...countProblems('/participants', 'participants', participantProblems),
      ...countProblems('/follow-ups', 'follow-ups', followUpProblems),
    ],
  },
];
