import { z } from 'zod';

/** Matches the topic names that Firebase Cloud Messaging accepts. */
const TOPIC = /^[a-zA-Z0-9\-_.~%]{1,900}$/;

export function isTopic(name: string): boolean {
  return TOPIC.test(name);
}

export const topicSchema = z
  .string()
  .refine(isTopic, 'must be at most 900 letters, digits and characters of - _ . ~ %');

/** Returns the default topic of a product, which is its `slug` with a capital first letter. */
export function getDefaultTopic(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1);
}
