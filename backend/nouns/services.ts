import { facility as facilityDeclaration } from 'shared/entities/facility';
import { pfacility as pfacilityDeclaration } from 'shared/entities/pfacility';
import { resource as resourceDeclaration } from 'shared/entities/resource';
import { declaredTable } from './declared-table';

export const facility = declaredTable(facilityDeclaration);
export const pfacility = declaredTable(pfacilityDeclaration);
export const resource = declaredTable(resourceDeclaration);
