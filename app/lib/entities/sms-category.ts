import { smsCategory as declaration } from 'shared/entities/sms-category';
import { declaredEntity } from './declared-entity';

export const smsCategory = declaredEntity(declaration);
