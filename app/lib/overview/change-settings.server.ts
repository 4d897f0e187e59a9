import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { readForm } from '../core/form/read-form.server';
import { audit } from '../core/host/audit.server';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import { home } from '../menu';
import { cards } from './cards';
import { getPlaceInput, overviewSchema, storeOverviewSettings } from './overview-settings.server';
import { expireOverview } from './refresh-overview.server';

/** Stores the chosen cards, the target and its dates, and redirects to the home page. */
export async function changeOverviewSettings(signedIn: SignedIn, request: Request) {
  const names = cards.map(({ name }) => getPlaceInput(name));
  const form = await readForm(request, { fields: [...names, 'target', 'start', 'end'] });
  const submission = parseWithZod(form, { schema: overviewSchema });
  if (submission.status !== 'success') return data(submission.reply(), 400);
  const { target, start, end, ...places } = submission.value;
  await mustStore(() =>
    storeOverviewSettings({
      ...{ target, start, end },
      places: Object.fromEntries(
        cards.flatMap(({ name }) => {
          const place: unknown = Object.entries(places).find(
            ([input]) => input === getPlaceInput(name),
          )?.[1];
          return typeof place === 'number' ? [[name, place] as const] : [];
        }),
      ),
    }),
  );
  await expireOverview();
  const { username } = signedIn.user;
  const goal = target === undefined ? 'no target' : `target ${target} from ${start} to ${end}`;
  audit({
    ...{ username, title: home.title, action: 'Update' },
    description: `Changed the figures of the home page: ${goal}`,
  });
  await signedIn.toast({ kind: 'success', text: 'The figures of the home page were changed.' });
  return redirect(home.path);
}
