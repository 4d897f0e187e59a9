import { passwordField } from '../core/auth/password-field';
import type { FieldView } from '../core/form/form-view';
import { askForNewPasskey } from '../core/proof/ask-passkey.server';
import { firstCodeField } from '../core/proof/code-field';
import { countRecoveryCodes, findFactor } from '../core/proof/factor-store.server';
import { findParty } from '../core/proof/passkey-party.server';
import { listPasskeys, MAX_PASSKEYS, type StoredPasskey } from '../core/proof/passkey-store.server';
import { formatMoment } from '../core/server/format-moment.server';
import { FACTOR_PATH } from '../core/session/factor-path';
import type { SignedIn } from '../core/session/guard.server';
import { isFactorRequired } from '../core/session/must-set-up.server';
import { loadAppSetup } from './app-setup.server';
import { passkeyNameField, readPasskeySetup } from './passkey-setup.server';

/** The input for the password on pages of the signed-in user. */
export const ownPasswordField: FieldView = { ...passwordField, label: 'Your password' };

/**
 * Loads the page of a user's second factor: what is set up, or what the user is adding or removing. The address names
 * what to add or remove: `?add=app`, `?add=passkey` or `?remove=` with the id of a passkey.
 */
export async function loadSetup(signedIn: SignedIn, request: Request) {
  const { user, session, mustSetUpFactor } = signedIn;
  const { searchParams } = new URL(request.url);
  const factor = await findFactor(user);
  const passkeys = await listPasskeys(user);
  const canAddPasskey = findParty() !== undefined;
  const removed = passkeys.find(({ id }) => id === searchParams.get('remove'));
  if (removed) {
    const { id, name } = removed;
    const isLast = passkeys.length === 1 && !factor?.hasApp;
    return { state: 'removing' as const, ...askPasskeyRemoval(id, name, isLast) };
  }
  if (searchParams.get('add') === 'passkey')
    return { state: 'naming' as const, fields: [passkeyNameField], canAddPasskey };
  if (searchParams.get('add') === 'app' && factor && !factor.hasApp)
    return { state: 'app' as const };
  const app = factor?.hasApp ? undefined : await loadAppSetup(user, request);
  if (app) return { state: 'setup' as const, fields: [firstCodeField], ...app };
  const adding = await readPasskeySetup(request);
  if (adding) {
    const question = await askForNewPasskey(user, session.token);
    return { state: 'adding' as const, name: adding.name, question };
  }
  const isRequired = isFactorRequired(user);
  if (!factor)
    return {
      ...{ state: 'off' as const, fields: [ownPasswordField], isRequired, mustSetUpFactor },
      canAddPasskey,
    };
  return {
    ...{ state: 'on' as const, isRequired, codesLeft: await countRecoveryCodes(user) },
    since: factor.hasApp ? formatMoment(factor.createdAt, 'date-time') : undefined,
    canCheck: factor.secret !== undefined,
    passkeys: passkeys.map(describePasskey),
    canAddPasskey: canAddPasskey && passkeys.length < MAX_PASSKEYS,
  };
}

/** Returns the question before a passkey is removed. */
function askPasskeyRemoval(id: string, name: string, isLast: boolean) {
  return {
    heading: `Remove the passkey “${name}”?`,
    ...{ verb: 'Remove the passkey', isDestructive: true, backHref: FACTOR_PATH },
    notes: [
      `You can no longer sign in with the passkey “${name}”. Also delete it on your device.`,
      ...(isLast ? ['It is the last one, so this turns off your second factor.'] : []),
    ],
    hidden: { intent: 'remove-passkey', id },
  };
}

function describePasskey({ id, name, createdAt, usedAt, rpId }: StoredPasskey) {
  return {
    ...{ id, name, added: formatMoment(createdAt, 'date-time') },
    used: usedAt === undefined ? undefined : formatMoment(usedAt, 'date-time'),
    /** The address for which the passkey was made, if the panel has another one now. */
    otherAddress: findParty()?.id === rpId ? undefined : rpId,
  };
}

export type SetupView = Awaited<ReturnType<typeof loadSetup>>;
