import { toText } from 'shared/list/values';
import { z } from 'zod';

/** A text field. Hosts may leave it out or send a number or null. */
const text = z.unknown().optional().transform(toText);

/** Reads the signed-in user from the host's user row. Drops all fields that the panel does not store. */
export const signedInUserSchema = z
  .object({
    user_id: text,
    user_username: text.pipe(z.string().min(1)),
    user_fname: text,
    user_lname: text,
    user_email: text,
    user_role: text,
  })
  .transform((row) => ({
    id: row.user_id,
    username: row.user_username,
    name: [row.user_fname, row.user_lname].filter(Boolean).join(' ') || row.user_username,
    email: row.user_email,
    role: row.user_role,
  }));

export type SignedInUser = z.infer<typeof signedInUserSchema>;

/**
 * Returns true if a host's user row is active. Hosts send the status as a word, or as 1 for active and 2 for
 * inactive.
 */
export function isActive(row: Readonly<Record<string, unknown>>): boolean {
  const status = toText(row.u_status ?? row.user_status)
    .trim()
    .toLowerCase();
  return status === 'active' || status === '1';
}
