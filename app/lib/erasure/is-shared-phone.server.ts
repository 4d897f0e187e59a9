import { phoneType } from 'shared/entities/phone';
import { findEqual, readText } from './find-in-lists.server';

/** The types of phones that members of the staff use. */
const STAFF = [phoneType.peerNavigator, phoneType.moderator].map(String);

/** Returns the ids of the participants who have this phone number. */
export async function listOwners(number: string): Promise<string[]> {
  const users = await findEqual('participant', 'phone_number', number);
  return users.map((row) => readText(row, 'id'));
}

/** Returns whether another participant or a member of the staff uses a phone, according to the lists of the host. */
export async function isShared(
  number: string,
  participantId: string,
  studyNumber: string,
): Promise<boolean> {
  const users = await findEqual('participant', 'phone_number', number);
  const isOther = users.some(
    (row) =>
      readText(row, 'id') !== participantId &&
      (studyNumber === '' || readText(row, 'study_number') !== studyNumber),
  );
  if (isOther) return true;
  const phones = await findEqual('phone', 'phone_number', number);
  return phones.some((row) => STAFF.includes(readText(row, 'phone_status')));
}
