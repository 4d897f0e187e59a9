import { describe, expect, it } from 'vitest';
import { entities } from '~/lib/core/entities';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { linkedParticipant } from '~/lib/core/entities/linked-participant';
import { getFieldKinds } from '~/lib/core/entities/list-fields';
import { getListColumns } from '~/lib/core/list/list-columns.server';
import { linkedParticipant as linkedParticipantTable } from '../../backend/entities/linked-participant';
import { getAllTables } from '../../backend/entities/tables';

/** The entities of the API host. The panel reads all others from the document store, and filters them itself. */
const hostEntities = entities.filter(({ host }) => host);

// The host drops a filter whose kind differs from its own: the list would then show rows that the filter excludes.
describe.each([...hostEntities, bindToParent(linkedParticipant, '+260970000001')])(
  'the list of $title',
  (entity) => {
    const { host, list, key } = entity;
    const table = [...getAllTables(), linkedParticipantTable].find(
      ({ wireName }) => wireName === host?.name,
    );

    it('has the same kind of values as the embedded host in every column', () => {
      const kinds = Object.fromEntries(
        list.columns.map(({ field }) => [field, table?.columns[field]?.kind]),
      );
      expect(kinds).toEqual(getFieldKinds(list));
    });

    it('always gets its key from the embedded host', () => {
      const always = [table?.key, ...(table?.always ?? [])];
      expect(always).toContain(key);
    });

    it('always gets the fields that its links read, whichever columns are shown', () => {
      const row = Object.fromEntries(
        // Only the status of a user who waits for approval is a link.
        [table?.key ?? '', ...(table?.always ?? [])].map((field) => [
          field,
          field === 'user_waiting' ? '1' : '2',
        ]),
      );
      for (const { field, link } of list.columns) {
        // A link may also read its own column. In the audit log, the description names the record to which it leads.
        const own = { [field]: field === 'audit_description' ? 'Updated country 2' : '2' };
        if (link) expect(link({ ...row, ...own }), field).toMatch(/2/);
      }
    });

    it('offers the words of a choice', () => {
      for (const column of getListColumns(entity).filter(({ kind }) => kind === 'choice'))
        expect(column.options?.length).toBeGreaterThan(1);
    });
  },
);
