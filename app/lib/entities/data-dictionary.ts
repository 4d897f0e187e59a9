import { dataDictionary as declaration } from 'shared/entities/data-dictionary';
import { declaredEntity } from './declared-entity';

export const dataDictionary = declaredEntity(declaration);
