/** A follow-up of a participant, with days as `YYYY-MM-DD`. `order` sorts follow-ups that were uploaded on one day. */
export interface UploadedFollowUp {
  next: string | undefined;
  uploaded: string | undefined;
  order: number;
}

/**
 * The maximum number of follow-ups with one study number whose done appointments are found. Each change of a follow-up
 * compares all of them, so a file in which thousands have the same number must not hold up other work.
 */
export const MAX_COMPARED = 100;

/**
 * Returns, for each follow-up of a participant, the appointment that it has completed: the latest one up to the day of
 * its upload that it does not name itself, unless an earlier follow-up had completed this appointment. `appointments`
 * are the days that the participant's records name besides `followUps`. Finds none if there are too many follow-ups.
 */
export function findDoneAppointments<T extends UploadedFollowUp>(
  followUps: readonly T[],
  appointments: readonly string[],
): Map<T, string> {
  const done = new Map<T, string>();
  if (followUps.length > MAX_COMPARED) return done;
  const days = [...appointments, ...followUps.flatMap(({ next }) => next ?? [])].sort();
  for (const followUp of followUps) {
    const { next, uploaded } = followUp;
    if (uploaded === undefined) continue;
    const day = days.findLast((candidate) => candidate <= uploaded && candidate !== next);
    if (day !== undefined && !followUps.some((other) => isEarlier(other, followUp, day)))
      done.set(followUp, day);
  }
  return done;
}

/** Returns whether another follow-up had completed the appointment of a day before this follow-up. */
function isEarlier(other: UploadedFollowUp, { uploaded, order }: UploadedFollowUp, day: string) {
  if (other.uploaded === undefined || uploaded === undefined) return false;
  if (other.next === day || other.uploaded < day) return false;
  return other.uploaded < uploaded || (other.uploaded === uploaded && other.order < order);
}
