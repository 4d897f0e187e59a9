import { defined } from '../../shared/defined';
import { findDeclaration } from './editable-entities';

/** Returns the record that a host stores for the fields of a save. */
export function savedRecord(entity: string, sent: Record<string, string>): Record<string, string> {
  const fields = Object.entries(findDeclaration(entity).fields);
  const { uid: _uid, user: _user, ...values } = sent;
  return Object.fromEntries(
    Object.entries(values).map(([wire, value]) => {
      const [name] = defined(fields.find(([, { input }]) => input?.wire === wire));
      return [name, value];
    }),
  );
}
