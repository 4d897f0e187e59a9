import { color as colorDeclaration } from 'shared/entities/color';
import { country as countryDeclaration } from 'shared/entities/country';
import { notification as notificationDeclaration } from 'shared/entities/notification';
import { declaredTable } from './declared-table';

export const country = declaredTable(countryDeclaration);
export const color = declaredTable(colorDeclaration);
export const notification = declaredTable(notificationDeclaration);
