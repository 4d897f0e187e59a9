/** A view that every user finds above a list. Filters on fields that identify people are not possible. */
interface ShippedView {
  /** The name by which stored settings refer to the view. It must not change. */
  name: string;
  /** The path of the list. */
  list: string;
  title: string;
  /** The state of the list as the query of an address. */
  query: string;
}

/** The views that come with the panel. */
export const shippedViews: readonly ShippedView[] = [
  {
    name: 'overdue',
    list: '/participants',
    title: 'Overdue follow-ups by navigator',
    query: 'followup_state.in=overdue&by=peer_navigator',
  },
  {
    name: 'no-follow-up',
    list: '/participants',
    title: 'No follow-up yet',
    query: 'n_followups.max=0&sort=assessment_date',
  },
  {
    name: 'prep-not-started',
    list: '/participants',
    title: 'Interested in PrEP, not started',
    // Those who have started have another answer to this question.
    query: 'srh_prep_interest.in=Interested&srh_prep_interest.in=Very+interested',
  },
  {
    name: 'data-problems',
    list: '/participants',
    title: 'Data problems',
    query:
      'data_problem.in=duplicate+study+number&data_problem.in=impossible+date&data_problem.in=future+date&cols=study_number,peer_navigator,assessment_date,data_problem',
  },
  {
    name: 'follow-up-problems',
    list: '/follow-ups',
    title: 'Data problems',
    query:
      'data_problem.in=no+participant&data_problem.in=impossible+date&data_problem.in=future+date&cols=study_number,peer_navigator,record_upload_date,data_problem',
  },
  {
    name: 'not-seen-30-days',
    list: '/last-seen',
    title: 'Not seen for 30 days',
    query: 'date.to=today-30d&date.empty=yes&sort=date',
  },
  {
    name: 'unanswered',
    list: '/conversations',
    title: 'Unanswered',
    query: 'unanswered.min=1&sort=waiting_since',
  },
];

/** Returns the views of a list that come with the panel. */
export function getShippedViews(list: string): ShippedView[] {
  return shippedViews.filter((view) => view.list === list);
}
