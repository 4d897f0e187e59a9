import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { formInputs } from '~/lib/core/form/form-view';
import { demoSignIns } from '../../../backend/demo-study/users';
import { type Chance, makeChance } from '../../../shared/demo/random';
import { sqlOn } from '../database';
import { startPanel } from '../panel';
import { startOwnHost } from '../start-own-host';
import { Visitor } from '../visitor';

export type Row = Readonly<Record<string, string | number | null>>;

/** A panel with the demo study, which an administrator changes at random. The same seed makes the same changes. */
export interface Study {
  visitor: Visitor;
  isEmbedded: boolean;
  chance: Chance;
  /** The ids of the SMS categories that the study has before the changes. */
  firstCategories: readonly string[];
  /**
   * Returns a text that no record has had. A former name cannot be restored while another record has the same name.
   */
  makeName(word: string): string;
  /** Runs a statement on the host's database. */
  query(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement on the panel's store. */
  queryPanel(statement: string): Promise<Row[]>;
  /** Posts a form, and returns the HTTP status. */
  post(path: string, fields?: Readonly<Record<string, string>>): Promise<number>;
}

/** Starts a panel on the demo study, with its embedded host or with a remote one. */
export async function openStudy(isRemote: boolean, seed: number): Promise<Study> {
  const own = isRemote ? await startOwnHost() : undefined;
  const panel = await startPanel(own ? own.env : { DEMO_DATA: 'on' });
  onTestFinished(() => panel.stop());
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  const hostDir = own?.dataDir ?? panel.dataDir;
  const query = async (statement: string, values?: readonly unknown[]) =>
    (await sqlOn(hostDir, statement, values)) as Row[];
  const categories = await query('select sms_cat_id from sms_category order by sms_cat_id');
  // Stores a text that only other programs write, and that the panel's editor would change.
  await query('update resource set resource_content = ? where resource_id = 1', [
    '<center>Old</center><p onclick="x()">text<br>end',
  ]);
  let names = 0;
  return {
    visitor,
    isEmbedded: !isRemote,
    chance: makeChance(seed),
    makeName: (word) => `${word} ${seed} ${++names}`,
    firstCategories: categories.map(({ sms_cat_id }) => String(sms_cat_id)),
    query,
    queryPanel: async (statement) => (await sqlOn(panel.dataDir, statement)) as Row[],
    async post(path, fields = {}) {
      const body = new URLSearchParams({ _token: randomUUID(), ...fields });
      // Many changes take longer than the ten minutes after which taking some of them back needs a proof.
      if (path.startsWith('/undo/')) body.set(formInputs.proof, password);
      const answer = await visitor.request(path, { method: 'POST', body });
      const [, confirm] = /name="_confirm" value="([^"]+)"/.exec(await answer.text()) ?? [];
      if (!confirm) return answer.status;
      // Random records repeat names and have numbers that nobody can call.
      body.set('_token', randomUUID());
      body.set(formInputs.confirm, confirm);
      return (await visitor.request(path, { method: 'POST', body })).status;
    },
  };
}

/** Returns the ids of all changes except those that undo another change, oldest first. */
export async function listChanges({ queryPanel }: Study): Promise<string[]> {
  const rows = await queryPanel('select id from record_change where undoes is null order by seq');
  return rows.map(({ id }) => String(id));
}

/** Returns the items in random order. */
export function shuffle<Item>(items: readonly Item[], { next }: Chance): Item[] {
  return items
    .map((item) => ({ item, order: next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
