import { describe, expect, it } from 'vitest';
import { sweep } from '../support/full';
import { exportFull } from '../support/full-export';
import { studiedHosts } from '../support/studied-hosts';
import type { Visitor } from '../support/visitor';

const STUDY_NUMBER = 'QZ-77101';
const OTHER = 'QZ-77102';
const REASON = 'Letter of 3 May';
const NOT_SHOWN = 'Withdrawn participants are not shown.';
const getText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';

describe.each(sweep(studiedHosts, ({ name }) => !name.includes('remote')))(
  'with $name',
  ({ start }) => {
    const study = start({});

    /** Adds two records of one person, one of another person, and their follow-ups. */
    async function addParticipants(): Promise<void> {
      const insert = (table: string, id: number, number: string) =>
        study.hostSql(`insert into ${table} (id, study_number) values (?, ?)`, id, number);
      await insert('participant', 9901, STUDY_NUMBER);
      await insert('participant', 9902, OTHER);
      await insert('participant', 9903, STUDY_NUMBER.toLowerCase());
      await insert('follow_up', 9901, STUDY_NUMBER);
      await insert('follow_up', 9902, OTHER);
    }

    /** Returns the study numbers of a list, of those that this test has added. */
    async function readNumbers(visitor: Visitor, address: string): Promise<string[]> {
      await visitor.open(address);
      return [...getText(visitor).matchAll(/QZ-\d{5}/gi)].map(([number]) => number.toUpperCase());
    }

    const newest = '?sort=-id&cols=id,study_number';

    it('a withdrawn participant is left out until it is taken back', async () => {
      await addParticipants();
      const visitor = await study.signedIn();
      const researcher = await study.signedIn('researcher');
      expect(await readNumbers(researcher, `/participants${newest}`)).toHaveLength(3);
      await researcher.open('/participant/withdraw/9901');
      expect(researcher.status).toBe(403);

      await visitor.open('/participant/view/9901');
      await visitor.follow('Withdraw');
      await visitor.press('Withdraw', { Reason: `about ${STUDY_NUMBER}` });
      expect(getText(visitor)).toContain('The reason must not name the participant');
      await visitor.press('Withdraw', { Reason: REASON });
      expect(getText(visitor)).toContain('Withdrawn on');

      expect(await readNumbers(researcher, `/participants${newest}`)).toEqual([OTHER]);
      expect(getText(researcher)).toContain(NOT_SHOWN);
      expect(await readNumbers(researcher, `/follow-ups${newest}`)).toEqual([OTHER]);
      const all = await readNumbers(researcher, `/participants${newest}&withdrawn=included`);
      expect(all).toEqual([STUDY_NUMBER, OTHER, STUDY_NUMBER]);
      await researcher.open('/participants?by=data_problem');
      const left = researcher.page.getByRole('row', { name: /^Total/ }).textContent;
      await researcher.open('/participants?by=data_problem&withdrawn=included');
      const total = researcher.page.getByRole('row', { name: /^Total/ }).textContent;
      const read = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replace(',', ''));
      expect(read(total) - read(left)).toBe(2);
      for (const [text, expected] of [
        [STUDY_NUMBER, 'Nothing found'],
        [OTHER, OTHER],
      ] as const) {
        await researcher.open('/home');
        await researcher.press('Find', { 'Search all screens': text });
        expect(getText(researcher)).toContain(expected);
      }
      expect(await exportNumbers(visitor, `/participants${newest}`)).toEqual([OTHER]);

      // The record itself opens, and its page says so.
      await visitor.open('/participant/view/9903');
      expect(getText(visitor)).toContain('Withdrawn on');
      await visitor.follow('Take back the withdrawal');
      await visitor.press('Take back the withdrawal');
      expect(getText(visitor)).not.toContain('Withdrawn on');
      expect(await readNumbers(researcher, `/participants${newest}`)).toHaveLength(3);
      expect(getText(researcher)).not.toContain(NOT_SHOWN);
      expect(await readNumbers(researcher, `/follow-ups${newest}`)).toHaveLength(2);

      await visitor.open('/audit?audit_title=Withdrawal');
      expect(getText(visitor)).toContain(`: ${REASON}`);
      expect(getText(visitor)).toContain('Took back the withdrawal of participant');
      expect(getText(visitor)).not.toContain(STUDY_NUMBER);
    });

    /** Returns the study numbers of a full export, of those that this test has added. */
    async function exportNumbers(visitor: Visitor, address: string): Promise<string[]> {
      const data = await (await exportFull(visitor, address)).text();
      return [...data.matchAll(/QZ-\d{5}/gi)].map(([number]) => number.toUpperCase());
    }
  },
);
