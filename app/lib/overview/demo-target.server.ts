import { resolveDay, writeRelativeDay } from 'shared/list/relative-days';
import { getToday } from 'shared/list/today';
import { config } from '../core/server/config.server';
import {
  hasOverviewSettings,
  readOverviewSettings,
  storeOverviewSettings,
} from './overview-settings.server';

/** The target of the demo study, which enrols 1,200 participants in 600 days. It is a little behind its schedule. */
const TARGET = 1_500;
const DAYS_BEFORE = 600;
const DAYS_AFTER = 90;

/** Sets the target of the demo study, unless an administrator has stored other settings. */
export async function setDemoTarget(): Promise<void> {
  if (await hasOverviewSettings()) return;
  const today = getToday(config.STUDY_TIME_ZONE);
  const getDay = (days: number) => resolveDay(writeRelativeDay(days), today);
  await storeOverviewSettings({
    ...(await readOverviewSettings()),
    ...{ target: TARGET, start: getDay(-DAYS_BEFORE), end: getDay(DAYS_AFTER) },
  });
}
