import { expect, it } from 'vitest';
import { entities } from '~/lib/core/entities';
import { demoPanel } from '../support/embedded';
import { sweep } from '../support/full';
import { findUnmasked, listMaskedValues } from '../support/masked-values';
import { sweptScreens } from '../support/panel-screens';
import { dailyPaths, screens as listScreens } from '../support/screens';

const demo = demoPanel({ MASK_IDENTIFIERS: 'on' });

/** The lists with all their columns and the details of their rows. */
const lists = sweep(
  listScreens.map(({ path }) => path).filter((path) => !path.includes('{')),
  (path) => dailyPaths.includes(path),
).map((path) => {
  const columns = entities.find(({ list }) => list.path === path)?.list.columns ?? [];
  const cols = columns.map(({ field }) => field).join(',');
  return cols ? `${path}?open=*&size=20&cols=${cols}` : path;
});

/** The time limit in milliseconds, which only a walk that never ends exceeds. */
const LIMIT_MS = 1_200_000;

/** Returns the address at which script requests the data of a page. */
function getDataAddress(page: string): string {
  const { pathname, search } = new URL(page);
  return `${pathname}.data${search}`;
}

it(
  'no page, light page or data response of any screen contains a complete phone number or a date of birth',
  async () => {
    const values = await listMaskedValues(demo.sql);
    expect(values.numbers.size).toBeGreaterThan(100);
    expect(values.birthdays.size).toBeGreaterThan(100);
    const visitor = await demo.signedIn();
    const found: string[] = [];
    let masked = 0;
    const search = (where: string) => {
      found.push(...findUnmasked(visitor.html, values).map((text) => `${where}: ${text}`));
      if (visitor.html.includes('•')) masked += 1;
    };
    for (const screen of [...sweptScreens, ...lists]) {
      await visitor.open(screen);
      search(screen);
      const { url } = visitor;
      await visitor.open(url, { headers: { 'save-data': 'on' } });
      search(`light ${screen}`);
      await visitor.open(getDataAddress(url));
      search(`data of ${screen}`);
    }
    expect(found).toEqual([]);
    // Pages with names of phones and people, of which the demo study has many.
    expect(masked).toBeGreaterThan(30);
  },
  LIMIT_MS,
);
