import { Secret, TOTP } from 'otpauth';
import { getLatestMoment } from '../server/present';

/** The length of a time step in seconds. */
const PERIOD = 30;
/** The number of bytes of a secret. RFC 4226 (section 4) recommends 160 bits. */
const SECRET_BYTES = 20;

/** Returns a new secret in Base32. */
export function makeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the address that an authenticator app reads from the QR code. */
export function buildSetupAddress(secret: string, issuer: string, username: string): string {
  return buildGenerator(secret, issuer, username).toString();
}

/**
 * Returns the number of the time step to which a code belongs, or undefined if the code is wrong. Accepts the codes of
 * the current step and of the one before and after it, because clocks differ, but only of steps after `lastStep`, so
 * that a code is accepted once.
 */
export function findStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  const digits = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const generator = buildGenerator(secret);
  const current = Math.floor(now / 1000 / PERIOD);
  return [current, current - 1, current + 1].find(
    (step) =>
      step > lastStep &&
      generator.validate({ token: digits, timestamp: step * PERIOD * 1000, window: 0 }) !== null,
  );
}

/**
 * Returns the latest time step of which a code can have been accepted by now. A later step was stored while the clock
 * was ahead.
 */
export function getLatestStep(now = Date.now()): number {
  return Math.floor(getLatestMoment(now) / 1000 / PERIOD) + 1;
}

/** Authenticator apps assume SHA-1 and six digits, whatever the address of the QR code says. */
function buildGenerator(secret: string, issuer = '', label = 'user'): TOTP {
  return new TOTP({
    ...{ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD },
    secret: Secret.fromBase32(secret),
  });
}
