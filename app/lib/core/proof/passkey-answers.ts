import { z } from 'zod';

/** The maximum number of characters of what a passkey has answered. Usual answers have less than two thousand. */
export const MAX_ANSWER = 8_000;

const base64url = z.string().regex(/^[\w-]+$/);
const credential = {
  id: base64url.max(1_400),
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
};

const proofSchema = z.object({
  ...credential,
  response: z.object({
    ...{ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url },
    userHandle: base64url.optional(),
  }),
});

const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    ...{ clientDataJSON: base64url, attestationObject: base64url },
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});

/** Returns whether a posted code is the answer of a passkey, which is JSON, instead of a typed code. */
export function isPasskeyAnswer(posted: string): boolean {
  return posted.startsWith('{');
}

const clientDataSchema = z.object({ challenge: base64url.max(100) });

/** Returns the answer of a passkey that proves who the user is, with its challenge, or undefined if it is malformed. */
export function parseProof(posted: string) {
  return parse(posted, proofSchema);
}

/** Returns the answer of a new passkey, with its challenge, or undefined if it is malformed. */
export function parseNewPasskey(posted: string) {
  return parse(posted, newPasskeySchema);
}

/** Returns an answer with the challenge that it claims to answer. The signature proves later that it does. */
function parse<T extends { response: { clientDataJSON: string } }>(
  posted: string,
  schema: z.ZodType<T>,
): { answer: T; challenge: string } | undefined {
  if (posted.length > MAX_ANSWER) return undefined;
  const answer = schema.safeParse(parseJson(posted)).data;
  if (!answer) return undefined;
  const clientData = Buffer.from(answer.response.clientDataJSON, 'base64url').toString('utf8');
  const challenge = clientDataSchema.safeParse(parseJson(clientData)).data?.challenge;
  return challenge === undefined ? undefined : { answer, challenge };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
