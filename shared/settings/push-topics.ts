import { z } from 'zod';
import { isTopic } from '../push-topic';

/** Reads the topics of notification types from pairs such as `Peer Navigator=PeerNavigator,Moderator=mods`. */
export const pushTopicsSchema = z
  .string()
  .default('')
  .transform((text, { issues }) => {
    const topics = new Map<string, string>();
    const fail = (message: string) => issues.push({ code: 'custom', message, input: text });
    for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
      const [type = '', topic, ...rest] = pair.split('=').map((part) => part.trim());
      if (type === '' || !topic || rest.length > 0)
        fail('must be pairs of a type and its topic, joined by =, with commas between the pairs');
      else if (!isTopic(topic))
        fail('each topic must be at most 900 letters, digits and characters of - _ . ~ %');
      else if (topics.has(type)) fail('must name each type once');
      topics.set(type, topic ?? '');
    }
    return topics;
  });
