/** A follow-up of a participant, with days as `YYYY-MM-DD`. `order` sorts follow-ups that were uploaded on one day. */
export interface UploadedFollowUp {
  next: string | undefined;
  uploaded: string | undefined;
  order: number;
}

/**
 * Returns, for each follow-up of a participant, the appointment that it has completed: the latest one up to the day of
 * its upload, unless the follow-up itself names that day or an earlier follow-up had completed the appointment.
 * `appointments` are the days that the participant's records name besides `followUps`.
 */
export function findDoneAppointments<T extends UploadedFollowUp>(
  followUps: readonly T[],
  appointments: readonly string[],
): Map<T, string> {
  const named = followUps.flatMap(({ next }) => next ?? []);
  const days = [...new Set([...appointments, ...named])].sort();
  const sorted = followUps
    .flatMap((followUp) => {
      const { uploaded } = followUp;
      return uploaded === undefined ? [] : [{ followUp, uploaded }];
    })
    .sort((a, b) =>
      a.uploaded === b.uploaded
        ? a.followUp.order - b.followUp.order
        : a.uploaded < b.uploaded
          ? -1
          : 1,
    );
  // For each follow-up, the index of the next one that names another day.
  const others = sorted.map(() => sorted.length);
  for (let index = sorted.length - 2; index >= 0; index -= 1) {
    const isSame = sorted[index]?.followUp.next === sorted[index + 1]?.followUp.next;
    others[index] = isSame ? (others[index + 1] ?? sorted.length) : index + 1;
  }
  const done = new Map<T, string>();
  for (const [index, { followUp, uploaded }] of sorted.entries()) {
    let place = countWhile(days.length, (at) => (days[at] ?? '') <= uploaded) - 1;
    if (days[place] === followUp.next) place -= 1;
    const day = days[place];
    if (day === undefined) continue;
    const first = countWhile(sorted.length, (at) => (sorted[at]?.uploaded ?? '') < day);
    const completing = sorted[first]?.followUp.next === day ? (others[first] ?? index) : first;
    if (completing >= index) done.set(followUp, day);
  }
  return done;
}

/** Returns the number of indexes at the start for which a condition is true, by bisection. */
function countWhile(length: number, isTrue: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
