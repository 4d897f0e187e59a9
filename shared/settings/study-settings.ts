import { z } from 'zod';
import { emailAddress } from '../is-email';
import { DEFAULT_LOCALE } from '../list/text-key';
import { commaSeparated, locale, timeZone, webAddress } from './kinds';

/** The settings that differ between studies. */
export const studyShape = {
  PRODUCT_NAME: z.string().min(1).max(40).default('Study Panel').describe("the product's name"),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens')
    .default('study')
    .describe("the product's name in paths: lower-case letters, digits and hyphens"),
  SUPPORT_EMAILS: z
    .string()
    .default('support@panel.example, data@panel.example')
    .transform(commaSeparated)
    .pipe(z.array(emailAddress()).min(1, 'must name at least one address').max(5))
    .describe('up to five contact addresses for the home page, separated by commas'),
  MESSENGER_APP_URL: webAddress().optional().meta({
    description: 'the address of the messenger app, which the download page offers',
    example: 'https://apps.example.org/messenger',
  }),
  MAIN_APP_URL: webAddress().optional().meta({
    description: 'the address of the main app, which the download page offers',
    example: 'https://apps.example.org/main',
  }),
  STUDY_TIME_ZONE: timeZone()
    .default('Africa/Lusaka')
    .describe(
      'the time zone in which times are shown and filtered. After a change, the next start recomputes the values by which lists sort and filter stored dates',
    ),
  STUDY_LOCALE: locale()
    .default(DEFAULT_LOCALE)
    .describe(
      'the language in whose alphabet lists are sorted, such as `pt` or `sv`. Danish (`da`), Finnish (`fi`), Norwegian (`nb`), Polish (`pl`), Spanish (`es`), Swedish (`sv`) and Turkish (`tr`) have letters of their own. After a change, the keys of stored texts are computed anew in the background',
    ),
  QUIZ_PASS_MARK: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(80)
    .describe('the percentage from which an attempt at a quiz counts as passed'),
  OVERVIEW_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(300)
    .describe(
      'the minimum time in seconds between two computations of the figures on the home page, which take place only while somebody uses the panel; with `0`, the home page has no figures',
    ),
  OVERVIEW_MESSAGES_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(744)
    .default(24)
    .describe(
      'the minimum time in hours between two counts of the messages of all phones for the home page, by two count queries to the document store for each conversation, and a query for the last message of those that have changed; with `0`, only users who open the conversations start a count',
    ),
};
