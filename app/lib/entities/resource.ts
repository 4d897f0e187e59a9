import { resource as declaration } from 'shared/entities/resource';
import { declaredEntity } from './declared-entity';

export const resource = declaredEntity(declaration);
