import { smsHistory as declaration } from 'shared/entities/sms-history';
import { declaredEntity } from './declared-entity';

export const smsHistory = declaredEntity(declaration, { recordSource: 'list' });
