import { setTimeout as wait } from 'node:timers/promises';
import { formInputs } from '~/lib/core/form/form-view';
import type { Visitor } from './visitor';

/** The fields by which the form of an export asks for a full file. */
export const fullExport = { level: 'full', reason: 'A test compares the values' };

/** The response that started an export, and the response with the file. They are the same for plain lists. */
interface Exported {
  made: Response;
  file: Response;
}

/**
 * Presses the export button of a list. If the panel asks how the file may contain personal data, chooses a full CSV
 * file as in the list, with a reason and the password. `address` is that of the list.
 */
export async function orderFull(visitor: Visitor, address: string): Promise<Exported> {
  const pressed = await visitor.request(`/export${address}`, { method: 'POST' });
  const asking = pressed.headers.get('location');
  if (!asking?.startsWith('/export-as/')) return { made: pressed, file: pressed };
  const proof = { [formInputs.proof]: visitor.password };
  const fields = { ...fullExport, format: 'list', style: 'words', ...proof };
  const body = new URLSearchParams(fields);
  const made = await visitor.request(asking, { method: 'POST', body });
  const path = made.headers.get('location');
  if (!path?.startsWith('/exported/')) return { made, file: made };
  for (;;) {
    const page = await (await visitor.request(path)).text();
    if (!page.includes('rows written'))
      return { made, file: await visitor.request(`${path}/data`) };
    await wait(50);
  }
}

/** Exports a list like `orderFull`. Returns the response with the file. */
export async function exportFull(visitor: Visitor, address: string): Promise<Response> {
  return (await orderFull(visitor, address)).file;
}
