import { z } from 'zod';
import { getStore } from '../core/server/store.server';
import type { Card } from './card';
import { cards } from './cards';

const SETTING = 'overview';
const MAX_TARGET = 1_000_000;

const place = z.coerce
  .number({ error: 'Enter a whole number from 1 to 99, or nothing' })
  .int('Enter a whole number from 1 to 99, or nothing')
  .min(1, 'Enter a whole number from 1 to 99, or nothing')
  .max(99, 'Enter a whole number from 1 to 99, or nothing')
  .optional();

const day = z.iso.date('Enter a date').optional();

/** The form of the settings. Each card has a position, or none if it is not shown. */
export const overviewSchema = z
  .object({
    ...Object.fromEntries(cards.map(({ name }) => [getPlaceInput(name), place])),
    target: z.coerce
      .number({ error: 'Enter a whole number' })
      .int('Enter a whole number')
      .min(1, 'Enter a number of 1 or more')
      .max(MAX_TARGET, `Enter a number up to ${MAX_TARGET.toLocaleString('en')}`)
      .optional(),
    start: day,
    end: day,
  })
  .superRefine(({ target, start, end }, context) => {
    const report = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (target !== undefined && start === undefined) report('start', 'Enter the first day');
    if (target !== undefined && end === undefined) report('end', 'Enter the last day');
    if (start !== undefined && end !== undefined && end <= start)
      report('end', 'The last day must be after the first day');
  });

const storedSchema = z.object({
  places: z.record(z.string(), z.number()),
  target: z.number().optional(),
  start: z.string().optional(),
  end: z.string().optional(),
});

export type OverviewSettings = z.infer<typeof storedSchema>;

const defaults: OverviewSettings = {
  places: Object.fromEntries(cards.map(({ name }, index) => [name, index + 1])),
};

/** Returns the name of the input with the position of a card. */
export function getPlaceInput(card: string): string {
  return `place-${card}`;
}

/** Returns the cards that are shown, in their order. */
export function listChosenCards({ places }: OverviewSettings): Card[] {
  return cards
    .filter(({ name }) => places[name] !== undefined)
    .sort((one, other) => (places[one.name] ?? 0) - (places[other.name] ?? 0));
}

/** Returns whether settings are stored. */
export async function hasOverviewSettings(): Promise<boolean> {
  return (await readStored()) !== undefined;
}

/** Reads the settings that administrators have stored. Returns the defaults if there are none. */
export async function readOverviewSettings(): Promise<OverviewSettings> {
  const row = await readStored();
  return row ? (storedSchema.safeParse(JSON.parse(row.value)).data ?? defaults) : defaults;
}

/** Stores the settings. */
export async function storeOverviewSettings(settings: OverviewSettings): Promise<void> {
  const db = await getStore();
  const value = JSON.stringify(settings);
  await db
    .insertInto('shared_setting')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function readStored() {
  const db = await getStore();
  return db
    .selectFrom('shared_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
}
