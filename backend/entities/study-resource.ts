import { studyResource as declaration } from 'shared/entities/study-resource';
import { declaredTable } from './declared-table';

export const studyResource = declaredTable(declaration, { remove: true });
