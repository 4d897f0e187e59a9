import { color as declaration } from 'shared/entities/color';
import { declaredEntity } from './declared-entity';

export const color = declaredEntity(declaration);
