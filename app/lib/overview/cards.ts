/** A figure on a card of the home page. Its link leads to its list. */
export interface Figure {
  label: string;
  /** The path of the list. */
  list: string;
  /** The rows that are counted, or the summary whose total is shown, as the query of the list's address. */
  query: string;
  /**
   * The filters of the rows of which the counted ones are a percentage. Undefined if the figure is a number of rows or
   * a sum.
   */
  shareOf?: string;
  /** The number by which a sum is divided. */
  per?: number;
  /**
   * The time that the figure covers: `all` if it only grows, and `days` if it is the part of the latest days. Undefined if
   * it is the number of records that are in a state now.
   */
  span?: 'all' | 'days';
}

export interface Card {
  /** The name under which the panel's store has the figures. It must not change. */
  name: string;
  title: string;
  figures: readonly Figure[];
  /** The summary by weeks that the card shows as bars, with the line of the target. */
  weeks?: Pick<Figure, 'list' | 'query'>;
  /** The rows that the card lists: the first ones of a list in this order, those without a value first. */
  first?: { list: string; name: string; date: string };
  /** True if only users who may decide about accounts see the card. */
  isForDeciders?: boolean;
}

const WEEK = 'from=today-6d';
const MONTH = 'from=today-27d';

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
        query: `assessment_date.${WEEK}`,
        span: 'days',
      },
      {
        label: 'in the last 28 days',
        list: '/participants',
        query: `assessment_date.${MONTH}`,
        span: 'days',
      },
    ],
    weeks: {
      list: '/participants',
      query: 'assessment_date.from=today-181d&assessment_date.to=today&by=assessment_date.week',
    },
  },
  {
    name: 'follow-ups',
    title: 'Follow-ups',
    figures: [
      {
        label: 'overdue',
        list: '/participants',
        query: 'followup_state.in=overdue&by=peer_navigator',
      },
      { label: 'due within 14 days', list: '/participants', query: 'followup_state=due' },
      {
        label: 'done in the last 28 days',
        list: '/follow-ups',
        query: `record_upload_date.${MONTH}`,
        span: 'days',
      },
    ],
  },
  {
    name: 'navigators',
    title: 'Navigators by last upload',
    figures: [
      {
        label: 'without an upload for 7 days',
        list: '/peer-navigators',
        query: 'upload_date.to=today-7d&upload_date.empty=yes&sort=upload_date',
      },
    ],
    first: { list: '/peer-navigators', name: 'username', date: 'upload_date' },
  },
  {
    name: 'usage',
    title: 'Use of the main app',
    figures: [
      {
        label: 'minutes in the last 7 days',
        list: '/analytics',
        query: `start_date.${WEEK}&by=type&of=sum:duration`,
        per: 60,
        span: 'days',
      },
      {
        label: 'minutes in the last 28 days',
        list: '/analytics',
        query: `start_date.${MONTH}&by=type&of=sum:duration`,
        per: 60,
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
        query: `attempt_createdate.${MONTH}`,
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
        query: `sms_history_createdate.${MONTH}`,
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
        label: 'phones without an answer',
        list: '/conversations',
        query: 'sent.min=1&received.max=0',
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
        query: `notification_createdate.${MONTH}`,
        span: 'days',
      },
    ],
  },
  {
    name: 'accounts',
    title: 'Accounts',
    figures: [{ label: 'waiting for approval', list: '/users/waiting', query: '' }],
    isForDeciders: true,
  },
  {
    name: 'data-quality',
    title: 'Data quality',
    figures: ['duplicate study number', 'impossible date', 'future date'].map((problem) => ({
      label: `participants: ${problem}`,
      list: '/participants',
      query: `data_problem=${problem.replaceAll(' ', '+')}`,
    })),
  },
];
