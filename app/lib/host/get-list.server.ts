import { type Condition, conditionOf, isStorable } from './condition';
import type { ApiResult, Envelope } from './envelope';
import { type Call, exchange, open, withSearch } from './exchange.server';
import { askInProcess } from './in-process.server';
import { observed } from './observed.server';
import { pathOnly } from './path-only';
import { type Item, readEnvelope } from './read-envelope';

/** A list as it came, and what the host says of keeping it. */
export interface LoadedList extends Envelope {
  /** False when the host has answered 304 to the condition: then there are no items. */
  isChanged: boolean;
  /** Asks next time only for what has changed; undefined when the host tells nothing to go by. */
  condition: Condition | undefined;
  isStorable: boolean;
}

/**
 * Loads a list, if it has changed under the `condition` of one that is kept. `take` makes of each item
 * what is wanted of it; the item itself does not stay in memory.
 */
export function apiGetList(
  path: string,
  search: string,
  take: (item: Item) => Item,
  condition?: Condition,
): Promise<ApiResult<LoadedList>> {
  return observed(pathOnly(path), async () => {
    const direct = await askInProcess(pathOnly(path), (host) =>
      host.list(path, new URLSearchParams(search)),
    );
    if (direct?.ok) return { ok: true, value: asLoaded(direct.value, take) };
    if (direct) return direct;
    const call: Call = {
      method: 'GET',
      headers: condition,
      // fetch would send `no-cache` along with a condition, to which some hosts never answer 304.
      ...(condition && { cache: 'no-cache' }),
    };
    const answer = await exchange(withSearch(path, search), call, (body, max) =>
      readEnvelope(body, max, take),
    );
    if (!answer.ok) return answer;
    const { response } = answer.value;
    const isChanged = !(condition && response.status === 304);
    const envelope = isChanged ? open(path, answer.value) : unchanged;
    if (!envelope.ok) return envelope;
    return {
      ok: true,
      value: {
        ...envelope.value,
        isChanged,
        condition: conditionOf(response.headers),
        isStorable: isStorable(response.headers),
      },
    };
  });
}

/** The embedded host tells totals: there is nothing to keep. */
function asLoaded({ items, ...envelope }: Envelope, take: (item: Item) => Item): LoadedList {
  const isStorable = false;
  return { ...envelope, items: items.map(take), isChanged: true, condition: undefined, isStorable };
}

const unchanged: ApiResult<Envelope> = {
  ok: true,
  value: { succeeded: true, message: '', items: [] },
};
