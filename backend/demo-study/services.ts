import type { DemoDates } from 'shared/demo/dates';
import { firstNames, lastNames, makeDemoNumber, towns } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';
import type { Database } from '../db/types';
import { insertRows, makeMany, makeStamps } from './fill';
import { makeDemoResource } from './resources';
import { makers } from './users';

/** The towns near which the invented clinics are, with latitude and longitude in degrees. */
const centres = [
  ['Lusaka', -15.4167, 28.2833],
  ['Livingstone', -17.85, 25.8667],
  ['Lilongwe', -13.9833, 33.7833],
  ['Harare', -17.8292, 31.0522],
  ['Gaborone', -24.6541, 25.9087],
] as const;

const yesNoUnknown = [1, 1, 1, 2, null] as const;

export async function fillServices(db: Database, chance: Chance, dates: DemoDates): Promise<void> {
  await insertRows(
    db,
    'facility',
    makeMany(30, (n) => makeFacility(chance, dates, n)),
  );
  await insertRows(
    db,
    'pfacility',
    makeMany(20, (n) => ({
      ...makeStamps('pfacility', chance.pick(makers), dates.getDaysBefore(500 - n * 12)),
      pfacility_name: `${chance.pick(towns)} Youth Corner ${n}`,
      pfacility_services: chance.pick(['PrEP, HIV test', 'Contraception', 'ART refill; STI care']),
      pfacility_hours: chance.maybe(0.2, () =>
        chance.pick(['08:00-16:00', 'Mon-Fri 8-17', '24 hours']),
      ),
      pfacility_names: `${chance.pick(firstNames)} ${chance.pick(lastNames)}`,
      pfacility_contact: chance.maybe(0.15, () => makeDemoNumber(800_000 + n)),
      pfacility_status: chance.happens(0.15) ? 2 : 1,
    })),
  );
  await insertRows(
    db,
    'resource',
    makeMany(24, (n) => makeDemoResource(chance, dates, n)),
  );
}

function makeFacility(chance: Chance, dates: DemoDates, n: number) {
  const [city, lat, lon] = chance.pick(centres);
  const name = `${chance.pick(towns)} Clinic ${n}`;
  const degrees = (centre: number) => Number((centre + (chance.next() - 0.5) / 5).toFixed(6));
  return {
    ...makeStamps(
      'facility',
      chance.pick(makers),
      dates.getDaysBefore(700 - n * 9),
      chance.pick(makers),
    ),
    facility_name: n % 11 === 0 ? `${name} ` : name,
    facility_address: `Plot ${chance.between(1, 4000)}, ${city}`,
    facility_tollfree: chance.maybe(0.6, () => String(chance.between(900, 999))),
    facility_whatsapp: chance.maybe(0.5, () => makeDemoNumber(700_000 + n)),
    facility_email: chance.maybe(0.4, () => `clinic${n}@health.example`),
    facility_website: chance.maybe(0.6, () => `https://clinic${n}.health.example`),
    facility_phone: chance.maybe(0.2, () => makeDemoNumber(710_000 + n)),
    facility_content: chance.maybe(
      0.2,
      () => `<h2>${name}</h2><p>Walk in on weekdays, or call first.</p>`,
    ),
    facility_thumbnailUrl: null,
    facility_lat: degrees(lat),
    facility_lon: degrees(lon),
    facility_status: chance.happens(0.1) ? 2 : 1,
    facility_contraception: chance.pick(yesNoUnknown),
    facility_prep: chance.pick(yesNoUnknown),
    facility_abortion: chance.pick(yesNoUnknown),
    facility_menstrual: chance.pick(yesNoUnknown),
    facility_sti: chance.pick(yesNoUnknown),
    facility_art: chance.pick(yesNoUnknown),
  };
}
