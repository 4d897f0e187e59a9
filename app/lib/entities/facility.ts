import { facility as declaration } from 'shared/entities/facility';
import { declaredEntity } from './declared-entity';

export const facility = declaredEntity(declaration);
