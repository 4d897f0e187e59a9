import { asText } from 'shared/list/values';
import { choice, color, date, id, name, text } from './columns';
import type { Entity } from './entity';
import { phonePath, phoneTypes, readPhoneType } from './phone';

/** The participants that are linked to one phone: link rows joined with the participant's phone. */
export function linkedParticipants(number: string): Entity {
  const path = phonePath('participants', number);
  return {
    noun: 'peer',
    name: 'participant',
    plural: `Participants of ${number}`,
    pluralInWords: 'linked participants',
    key: 'part_id',
    label: 'part_number',
    read: readPhoneType,
    removal: {
      verb: 'Unlink',
      href: (row) => `${path}/unlink/${encodeURIComponent(asText(row.part_number))}`,
    },
    list: {
      path,
      source: `peer/list/participant/${encodeURIComponent(number)}`,
      pageSize: 5,
      columns: [
        id('part_id'),
        name('phone_name', 'Name'),
        text('part_number', 'Number', {
          priority: 1,
          link: (row) => phonePath('edit', row.part_number),
        }),
        color('phone_color', 'Color', { priority: 3 }),
        choice(
          'p_status',
          'Status',
          phoneTypes.map(({ label }) => label),
        ),
        text('part_createuser', 'Linked By', { priority: 4 }),
        date('part_createdate', 'Linked'),
      ],
    },
  };
}
