import { dataDictionary as declaration } from 'shared/entities/data-dictionary';
import { buildTable } from './declared-table';

export const dataDictionary = buildTable(declaration, { remove: true });
