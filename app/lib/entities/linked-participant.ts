import { linkedParticipant as declaration } from 'shared/entities/linked-participant';
import { asText } from 'shared/list/values';
import { declaredEntity } from './declared-entity';
import { phonePath, readPhoneType } from './phone';

export const linkedParticipant = declaredEntity(declaration, {
  pluralInWords: 'linked participants',
  read: readPhoneType,
  removal: {
    verb: 'Unlink',
    href: (row, { list }) => `${list.path}/unlink/${encodeURIComponent(asText(row.part_number))}`,
  },
  columns: { part_number: { link: (row) => phonePath('edit', row.part_number) } },
});
