import { linkedParticipant as declaration } from 'shared/entities/linked-participant';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';
import { getPhonePath, readPhoneType } from './phone';

export const linkedParticipant = buildEntity(declaration, {
  pluralInWords: 'linked participants',
  crumb: 'Linked participants',
  readParent: (number) => ({
    parentId: number,
    ofPhone: number,
    above: [
      { title: 'Phones', href: '/phones' },
      { title: number, href: getPhonePath('edit', number) },
    ],
  }),
  read: readPhoneType,
  removal: {
    verb: 'Unlink',
    href: (row, { list }) => `${list.path}/unlink/${encodeURIComponent(toText(row.part_number))}`,
  },
  columns: { part_number: { link: (row) => getPhonePath('edit', row.part_number) } },
});
