import { failWith, type Result, succeeded } from 'shared/result';
import { z } from 'zod';
import { formInputs } from '../core/form/form-view';
import { readForm } from '../core/form/read-form.server';
import { takeProof } from '../core/proof/require-recent-proof.server';
import { refuseRequest } from '../core/server/refuse';
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
  if (!chosen) refuseRequest(400, 'Choose a format, codes or words, and pseudonymised or full.');
  const { texts, reason, ...rest } = chosen;
  return { choices: { ...rest, withTexts: texts === 'on', reason: reason.trim() }, proof };
}

/** Checks the reason for a full file. */
export function checkExportReason(reason: string): Result<undefined, string> {
  if (reason === '') return failWith('Enter the reason for the full file');
  if (reason.length > MAX_REASON)
    return failWith(`The reason can have up to ${MAX_REASON} characters`);
  return succeeded;
}
