import { INTENT } from '@conform-to/dom';
import { failWith, type Result, succeeded } from 'shared/result';
import { isImageAddress, MAX_ALTERNATIVE } from 'shared/rich-text/image-address';
import type { FormField } from '../entities/form-field';
import { formInputs, getImageInputs } from '../form/form-view';
import { refuseButton } from '../form/intents';
import { getImageFolder } from '../host/file-origins.server';

/**
 * Adds an image to the end of a posted rich text, and empties the inputs of the image. `uploaded` is the address of the
 * file that was posted with the form; without one, the image that an earlier post has uploaded is added. Fails if
 * an image is wanted that cannot be added. An uploaded image waits in the form until it has a text alternative.
 */
export function insertUploadedImage(
  posted: FormData,
  field: string,
  uploaded: string | undefined,
): Result<undefined, string> {
  const inputs = getImageInputs(field);
  const read = (input: string) => String(posted.get(input) ?? '').trim();
  const address = uploaded ?? read(inputs.address);
  const alternative = read(inputs.alternative);
  if (!address) {
    const isWanted = alternative !== '' || posted.get(formInputs.insert) === field;
    return isWanted ? failWith('Choose an image to insert') : succeeded;
  }
  posted.delete(inputs.address);
  if (!isImageAddress(address, getImageFolder()))
    return failWith(
      'The image cannot be inserted, because its address is not that of an uploaded image',
    );
  posted.set(inputs.address, address);
  if (!alternative) return failWith('Enter a text alternative for the image');
  if (alternative.length > MAX_ALTERNATIVE)
    return failWith(
      `The text alternative of the image can have up to ${MAX_ALTERNATIVE} characters`,
    );
  posted.set(field, String(posted.get(field) ?? '') + buildImage(address, alternative));
  posted.delete(inputs.address);
  posted.delete(inputs.alternative);
  return succeeded;
}

/**
 * If the form was posted by a button "Insert image", sets an intent that checks only the text of that button, so that
 * the form is shown again instead of saved. Throws a 400 response if the form has no such button.
 */
export function setInsertIntent(posted: FormData, fields: readonly FormField[]): void {
  const name = posted.get(formInputs.insert);
  if (name === null) return;
  if (!fields.some((field) => field.name === name && field.control === 'rich-text')) refuseButton();
  posted.set(INTENT, JSON.stringify({ type: 'validate', payload: { name } }));
}

/** Returns an image as HTML. */
function buildImage(address: string, alternative: string): string {
  const escaped = alternative
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return `<img src="${address}" alt="${escaped}" />`;
}
