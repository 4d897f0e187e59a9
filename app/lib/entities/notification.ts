import { notification as declaration } from 'shared/entities/notification';
import { messages } from '../host/messages';
import { declaredEntity } from './declared-entity';

export const notification = declaredEntity(declaration, {
  form: { addedMessage: messages.notificationSent },
});
