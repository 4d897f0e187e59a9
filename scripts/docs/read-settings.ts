import { z } from 'zod';
import type { SettingGroup } from '../../shared/settings/declared';

/** The facts about a setting that its declaration states. */
export interface DescribedSetting {
  name: string;
  meaning: string;
  /** The value that applies if the setting is not set, as text. */
  preset: string | undefined;
  /** The words for what applies if the setting is not set, in place of a preset. */
  fallback: string | undefined;
  example: string | undefined;
  /** The section in docs/ that describes more, such as `operations.md#keys`. */
  page: string | undefined;
  /** The words for the values that are accepted, if they are few or have limits. */
  values: string;
}

const propertySchema = z.object({
  description: z.string().optional(),
  default: z.union([z.string(), z.number()]).optional(),
  fallback: z.string().optional(),
  example: z.string().optional(),
  page: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Property = z.infer<typeof propertySchema>;

/** Returns the settings of a group. Throws an error if a setting has no description. */
export function readSettingGroup({ shape }: Pick<SettingGroup, 'shape'>): DescribedSetting[] {
  const { properties = {} } = z.toJSONSchema(z.object(shape), {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.keys(shape).map((name) => {
    const property = propertySchema.parse(properties[name]);
    const { description, default: preset, fallback, example, page } = property;
    if (!description) throw new Error(`${name} has no description: add it to its declaration`);
    return {
      ...{ name, meaning: description, fallback, example, page },
      preset: preset === undefined || preset === '' ? undefined : String(preset),
      values: describeValues(property),
    };
  });
}

function describeValues({ enum: values, minimum, maximum }: Property): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (minimum === undefined || maximum === undefined) return '';
  const least = minimum.toLocaleString('en');
  return maximum === Number.MAX_SAFE_INTEGER
    ? `${least} or more`
    : `${least} to ${maximum.toLocaleString('en')}`;
}
