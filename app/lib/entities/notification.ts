import { notification as declaration } from 'shared/entities/notification';
import { messages } from '../host/messages';
import { buildEntity } from './declared-entity';

export const notification = buildEntity(declaration, {
  form: { addNote: messages.pushIsFinal, addedMessage: messages.notificationSent },
});
