import { describe, expect, it } from 'vitest';
import { entities } from '~/lib/entities';
import { fieldKinds } from '~/lib/entities/entity';
import { linkedParticipants } from '~/lib/entities/linked-participants';
import { peer } from '../../backend/entities/messenger';
import { allTables } from '../../backend/tables';

/** Where the host's noun is another than the panel's. */
const HOST_NOUNS: Record<string, string> = { 'follow-up': 'followup' };

/** The others are read from the cloud store, and filtered by the panel. */
const ofTheHost = entities.filter(({ list }) => typeof list.source === 'string');

// The host drops a filter whose kind differs: the list would show what was to be left out.
describe.each([...ofTheHost, linkedParticipants('+260970000001')])(
  'the list of $plural',
  ({ noun, list, key }) => {
    const table = [...allTables(), peer].find(
      (candidate) => candidate.noun === (HOST_NOUNS[noun] ?? noun),
    );

    it('is understood by the embedded host column by column', () => {
      const kinds = Object.fromEntries(
        list.columns.map(({ field }) => [field, table?.columns[field]?.kind]),
      );
      expect(kinds).toEqual(fieldKinds(list));
    });

    it('always has its key', () => {
      const carried = [table?.key, ...(table?.always ?? [])];
      expect(carried).toContain(key);
    });

    it('carries what its links need, whichever columns are shown', () => {
      const row = Object.fromEntries(
        [table?.key ?? '', ...(table?.always ?? [])].map((field) => [field, '2']),
      );
      for (const column of list.columns) {
        if (column.link) expect(column.link(row), column.field).toMatch(/2/);
      }
    });

    it('offers the words of a choice', () => {
      for (const column of list.columns.filter(({ kind }) => kind === 'choice'))
        expect(column.options?.length).toBeGreaterThan(1);
    });
  },
);
