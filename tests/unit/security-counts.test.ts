import { describeEvents } from 'shared/security-counts';
import { expect, it } from 'vitest';

const window = { start: 0, end: 900_000, timeZone: 'UTC', isFirstEntered: false };

it.each([
  ['failed sign-in', '2 failed sign-ins'],
  ['wrong current password', '2 wrong current passwords'],
  ['wrong password to unlock', '2 wrong passwords to unlock'],
  ['wrong code of the second factor', '2 wrong codes of the second factor'],
  ['refused passkey of the second factor', '2 refused passkeys of the second factor'],
  ['missing or wrong access token', '2 missing or wrong access tokens'],
])('several events are a sentence: %s', (what, several) => {
  const event = { what, address: '10.0.0.1' };
  expect(describeEvents(event, { ...window, number: 2 })).toMatch(
    `${several} from 10.0.0.1 between`,
  );
  expect(describeEvents(event, { ...window, number: 1 })).toMatch(
    `1 ${what} from 10.0.0.1 between`,
  );
});
