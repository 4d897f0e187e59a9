import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { isKnownMissing } from '../host/missing.server';
import { config } from '../server/config.server';

/** The default of API_RESET_PASSWORD_PATH. A remote host may not have this path. */
const UNCONFIGURED = 'account/reset';

/** Returns the hint that tells how a new user gets a password. */
export function getNewUserHint(): string {
  if (hasNoReset()) return messages.newUsersNeedOperator;
  const isSure = getApiHost().conforms || config.API_RESET_PASSWORD_PATH !== UNCONFIGURED;
  return isSure
    ? messages.newUsersChoosePassword
    : `${messages.newUsersChoosePassword} ${messages.newUsersWithoutEmail}`;
}

/** Returns the message for users of a host on which they cannot change their own password. */
export function getOwnPasswordHint(): string {
  return hasNoReset() ? messages.noOwnPasswordNorReset : messages.noOwnPassword;
}

function hasNoReset(): boolean {
  return !getApiHost().conforms && isKnownMissing(config.API_RESET_PASSWORD_PATH);
}
