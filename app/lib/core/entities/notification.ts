import { notification as declaration } from 'shared/entities/notification';
import { buildEntity } from './declared-entity';

export const notification = buildEntity(declaration, {
  form: {
    addNote:
      'When you save, the message is sent to the phones at once. You cannot take it back, even if you change or delete the notification.',
    isAddFinal: true,
    addedMessage: 'The notification has been sent successfully!',
  },
});
