import { facility as declaration } from 'shared/entities/facility';
import { buildEntity } from './declared-entity';

export const facility = buildEntity(declaration, {
  inputs: { facility_lat: { isShort: true }, facility_lon: { isShort: true } },
  form: {
    sections: [
      { title: 'Name and address', first: 'facility_name' },
      { title: 'Contact', first: 'facility_tollfree' },
      { title: 'Services', first: 'facility_contraception' },
      { title: 'Location', first: 'facility_lat' },
      { title: 'Content and status', first: 'facility_thumbnailUrl' },
    ],
  },
});
