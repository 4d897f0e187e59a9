import type { Option } from 'shared/entities/field';
import { sanitizeLongHtml } from 'shared/rich-text/sanitize-long';
import { getNewUserHint } from '../auth/password-hints.server';
import { getEntity } from '../entities';
import { buildRichTextRules } from '../entities/build-form-field';
import type { FormField } from '../entities/form-field';
import type { ApiResult } from '../host/api-result';
import { getImageFolder } from '../host/file-origins.server';
import { getConfiguredOptions } from '../list/known-options.server';
import { fetchOptions } from './fetch-options.server';

type ByField<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** Functions that return hints that depend on settings or on the host, by entity and field. */
const hints: ByField<() => string> = { user: { user_email: getNewUserHint } };

/** Functions that load options from the host each time a form is loaded, by entity and field. */
const loaders: ByField<() => Promise<ApiResult<Option[]>>> = {
  'sms-phone': { sms_cat_id: () => fetchOptions(getEntity('sms-category')) },
};

/** Returns a field with the hint, the options and the allowed images that depend on settings. */
export function completeField(entity: string, field: FormField): FormField {
  const hint = hints[entity]?.[field.name];
  return {
    ...field,
    hint: hint ? hint() : field.hint,
    options: getConfiguredOptions(entity, field.name) ?? field.options,
    ...(field.control === 'rich-text' ? buildServerRules(getImageFolder()) : {}),
  };
}

/** Returns the rules of rich text for this folder of images. Long texts are cleaned on a thread. */
function buildServerRules(imageFolder?: string): Pick<FormField, 'clean' | 'notice'> {
  const clean = (html: string) => sanitizeLongHtml(html, imageFolder);
  return { ...buildRichTextRules(imageFolder), clean };
}

/**
 * Loads the options of a field from the host. Returns undefined if the options of this field do not come from the
 * host.
 */
export function loadOptions(
  entity: string,
  field: string,
): Promise<ApiResult<Option[]>> | undefined {
  return loaders[entity]?.[field]?.();
}
