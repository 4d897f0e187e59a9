import { studyFollowup as declaration } from 'shared/entities/study-followup';
import { declaredEntity } from './declared-entity';

export const studyFollowup = declaredEntity(declaration);
