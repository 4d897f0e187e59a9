import { dataDictionary as declaration } from 'shared/entities/data-dictionary';
import { declaredTable } from './declared-table';

export const dataDictionary = declaredTable(declaration, { remove: true });
