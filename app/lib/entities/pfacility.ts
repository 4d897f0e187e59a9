import { pfacility as declaration } from 'shared/entities/pfacility';
import { declaredEntity } from './declared-entity';

export const pfacility = declaredEntity(declaration);
