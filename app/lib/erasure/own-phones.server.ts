import { phoneType } from 'shared/entities/phone';
import type { Person } from 'shared/erasure/person';
import type { Result } from 'shared/result';
import { findEqual, readField } from './find-in-lists.server';

/** The types of phones that members of the staff use. */
const STAFF = [phoneType.peerNavigator, phoneType.moderator].map(String);

/** Returns the ids of the participants who have one of these phone numbers. */
export async function listOwners(numbers: readonly string[]): Promise<Result<string[], string>> {
  const users = await findEqual('participant', 'phone_number', numbers);
  return users.ok ? { ok: true, value: users.value.map((row) => readField(row, 'id')) } : users;
}

/** Selects the phones that no other participant and no member of the staff uses, according to the lists of the host. */
export async function selectOwnPhones(
  numbers: readonly string[],
  { participantId, studyNumber }: Pick<Person, 'participantId' | 'studyNumber'>,
): Promise<Result<string[], string>> {
  const own: string[] = [];
  for (const number of numbers) {
    const users = await findEqual('participant', 'phone_number', [number]);
    if (!users.ok) return users;
    const isOther = users.value.some(
      (row) =>
        readField(row, 'id') !== participantId &&
        (studyNumber === '' || readField(row, 'study_number') !== studyNumber),
    );
    if (isOther) continue;
    const phones = await findEqual('phone', 'phone_number', [number]);
    if (!phones.ok) return phones;
    if (!phones.value.some((row) => STAFF.includes(readField(row, 'phone_status'))))
      own.push(number);
  }
  return { ok: true, value: own };
}
