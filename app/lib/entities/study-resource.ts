import { studyResource as declaration } from 'shared/entities/study-resource';
import { declaredEntity } from './declared-entity';

export const studyResource = declaredEntity(declaration);
