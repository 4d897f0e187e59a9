import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { isKnownMissing } from '../host/missing.server';
import { config } from '../server/config.server';

/** The path that hosts may have without a setting. */
const UNCONFIGURED = 'account/reset';

/** Returns how a user who was added gets a password. */
export function getNewUserHint(): string {
  if (hasNoReset()) return messages.newUsersAsk;
  const isSure = getApiHost().conforms || config.API_RESET_PASSWORD_PATH !== UNCONFIGURED;
  return isSure ? messages.newUsersReset : `${messages.newUsersReset} ${messages.newUsersElse}`;
}

/** Returns what users can do whose host does not let them change their own password. */
export function ownPasswordHint(): string {
  return hasNoReset() ? messages.noOwnPasswordNorReset : messages.noOwnPassword;
}

function hasNoReset(): boolean {
  return !getApiHost().conforms && isKnownMissing(config.API_RESET_PASSWORD_PATH);
}
