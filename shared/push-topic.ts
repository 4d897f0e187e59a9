import { z } from 'zod';

/** The names that Firebase Cloud Messaging takes for a topic. */
const TOPIC = /^[a-zA-Z0-9\-_.~%]{1,900}$/;

export function isTopic(name: string): boolean {
  return TOPIC.test(name);
}

export const topicSchema = z
  .string()
  .refine(isTopic, 'must be at most 900 letters, digits and characters of - _ . ~ %');

/** Returns the topic of a product whose name in paths is `slug`: topics differ in case from paths. */
export function getDefaultTopic(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1);
}
