import { analytic as declaration } from 'shared/entities/analytic';
import { declaredEntity } from './declared-entity';

export const analytic = declaredEntity(declaration);
