import { quiz as declaration } from 'shared/entities/quiz';
import { declaredEntity } from './declared-entity';

export const quiz = declaredEntity(declaration);
