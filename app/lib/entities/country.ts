import { country as declaration } from 'shared/entities/country';
import { declaredEntity } from './declared-entity';

export const country = declaredEntity(declaration);
