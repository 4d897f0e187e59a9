import { toText } from 'shared/list/values';
import { z } from 'zod';

/** Hosts leave fields out, or send numbers and nulls. */
const text = z.unknown().optional().transform(toText);

/** The signed-in user: the fields of the host's user row that the panel stores, and no others. */
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

/** Returns whether a host's user row is active; hosts send words, or 1 and 2. */
export function isActive(row: Readonly<Record<string, unknown>>): boolean {
  const status = toText(row.u_status ?? row.user_status)
    .trim()
    .toLowerCase();
  return status === 'active' || status === '1';
}
