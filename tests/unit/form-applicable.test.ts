import { readRecordValues } from 'shared/record-values/record-values';
import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import { buildFormSchema } from '~/lib/core/form/form-schema';
import { buildWireFields } from '~/lib/core/records/wire-fields';

const resource = getEntity('resource');

const { fields } = resource.form;
const base = {
  resource_name: 'PrEP',
  resource_description: 'About it',
  r_status: 'Active',
  resource_url: null,
  resource_thumbnailUrl: '',
};

/** Returns the content that a save sends to the host after these changes of a form with the stored record. */
async function buildContent(
  record: Record<string, unknown>,
  changes: Record<string, unknown> = {},
) {
  const stored = readRecordValues(fields, record);
  const typed = { ...stored, ...changes };
  const parsed = buildFormSchema(fields, stored, (name) => typed[name as keyof typeof typed]).parse(
    Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
  );
  return (await buildWireFields({ fields, record, stored }, parsed as typeof stored)).ucontent;
}

describe('the content of a resource', () => {
  it('shows in the editor of its type only', () => {
    const html = readRecordValues(fields, { ...base, r_type: 'Standard', resource_content: '[]' });
    expect([html.resource_content, html.resource_items]).toEqual(['[]', []]);
    const items = readRecordValues(fields, {
      ...base,
      r_type: 2,
      resource_content: '[{"question":"a"}]',
    });
    expect(items.resource_content).toBe('');
    expect(items.resource_items).toEqual([{ id: '1', question: 'a', answer: '' }]);
  });

  it('without a type is HTML', () => {
    const values = readRecordValues(fields, {
      ...base,
      r_type: null,
      resource_content: '<p>a</p>',
    });
    expect(values.resource_content).toBe('<p>a</p>');
  });

  it.each([
    ['HTML that the editor does not make', '<div class="old"><img src="a.png" onload="x()"></div>'],
    ['a text longer than a form can hold', 'x'.repeat(600_000)],
  ])('is sent back byte for byte if it is not changed: %s', async (_what, html) => {
    const record = { ...base, r_type: 1, resource_content: html };
    expect(await buildContent(record)).toBe(html);
  });

  it('is sanitized if it is changed', async () => {
    const record = { ...base, r_type: 1, resource_content: '<div>a</div>' };
    expect(
      await buildContent(record, { resource_content: '<div>a</div><p onclick="x()">b</p>' }),
    ).toBe('a<p>b</p>');
  });

  it('is sent for the chosen type only, and the input of the other type is not checked', async () => {
    const record = { ...base, r_type: 1, resource_content: '<p>a</p>' };
    const items = [{ id: '', question: 'Q', answer: 'A' }];
    expect(await buildContent(record, { r_type: '2', resource_items: items })).toBe(
      '[{"id":1,"no":1,"question":"Q","answer":"A"}]',
    );
    expect(await buildContent(record, { resource_items: [{ question: '' }] })).toBe('<p>a</p>');
    await expect(
      buildContent(record, { r_type: '2', resource_items: [{ question: '' }] }),
    ).rejects.toThrow('Question is required');
  });

  it('that is broken is never overwritten by an empty list', async () => {
    const record = { ...base, r_type: 2, resource_content: '[{"question": ' };
    expect(readRecordValues(fields, record).resource_items).toBe('[{"question": ');
    expect(await buildContent(record)).toBe('[{"question": ');
  });
});
