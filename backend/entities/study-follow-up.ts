import { studyFollowUp as declaration } from 'shared/entities/study-follow-up';
import { declaredTable } from './declared-table';

export const studyFollowUp = declaredTable(declaration, { remove: true });
