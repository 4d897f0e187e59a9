import { z } from 'zod';
import { takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { type ExportFormat, isExportFormat, isValueStyle } from './export-format';
import { type PrivacyLevel, privacyLevels } from './privacy-levels';
import type { ValueStyle } from './variables';

/** The maximum number of characters in the reason for a full file. */
export const MAX_REASON = 300;

/** The choices in the form of an export, as the user has made them. */
export interface ExportChoices {
  format: ExportFormat;
  style: ValueStyle;
  level: PrivacyLevel;
  withTexts: boolean;
  reason: string;
}

const levels = Object.keys(privacyLevels) as [PrivacyLevel, ...PrivacyLevel[]];

const schema = z.object({
  format: z.string().refine(isExportFormat),
  style: z.string().refine(isValueStyle),
  // A form without a choice, such as that of a plain list, never asks for a full file.
  level: z.enum(levels).default('pseudonymised'),
  texts: z.literal('on').optional(),
  reason: z.string().default(''),
});

/** Reads the form of an export. Throws a 400 response if it names something that the page does not offer. */
export async function readOrder(
  request: Request,
): Promise<{ choices: ExportChoices; proof: string }> {
  const fields = ['format', 'style', 'level', 'texts', 'reason', formInputs.proof];
  const form = await readForm(request, { fields });
  const proof = takeProof(form);
  const chosen = schema.safeParse(Object.fromEntries(form)).data;
  if (!chosen)
    throw new Response('Choose a format, codes or words, and pseudonymised or full.', {
      status: 400,
    });
  const { texts, reason, ...rest } = chosen;
  return { choices: { ...rest, withTexts: texts === 'on', reason: reason.trim() }, proof };
}

/** Returns the reason why the text is not a sufficient reason for a full file, or undefined if it is one. */
export function findReasonProblem(reason: string): string | undefined {
  if (reason === '') return 'Enter the reason for the full file';
  if (reason.length > MAX_REASON) return `The reason can have up to ${MAX_REASON} characters`;
  return undefined;
}

/** Returns the reason as one line, so that it cannot imitate further text of an audit entry. */
export function toOneLine(reason: string): string {
  return reason.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[“”]/g, '"');
}
