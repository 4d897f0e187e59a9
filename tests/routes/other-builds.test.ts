import { expect, it } from 'vitest';
import { BUILD_HEADER } from '~/lib/core/client/build-header';
import { sharedDemo } from '../support/embedded';
import { unique } from '../support/unique';

const demo = sharedDemo();

/** Posts a new colour as client navigation does. */
async function postColor(name: string, headers: Record<string, string>) {
  const visitor = await demo.signedIn();
  const response = await visitor.request('/color/add.data', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ color_name: name, color_code: '#123456', c_status: '1' }),
  });
  await visitor.open(`/colors?q=${name}`);
  return { response, saved: visitor.page.queryByText('1–1 of 1') !== null };
}

it('refuses client navigation of another build before anything is done, and names its own', async () => {
  const { response, saved } = await postColor(unique('Old'), { [BUILD_HEADER]: 'another' });
  expect(response.status).toBe(409);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(saved).toBe(false);
  const version = response.headers.get(BUILD_HEADER) ?? '';
  expect(version).toMatch(/^\w+$/);
  const own = await postColor(unique('Own'), { [BUILD_HEADER]: version });
  expect(own.response.status).toBeLessThan(400);
  expect(own.saved).toBe(true);
});

it('accepts client navigation that names no build, and pages of any', async () => {
  const { response, saved } = await postColor(unique('Unnamed'), {});
  expect(response.status).toBeLessThan(400);
  expect(saved).toBe(true);
  const visitor = await demo.signedIn();
  const page = await visitor.request('/countries', { headers: { [BUILD_HEADER]: 'another' } });
  expect(page.status).toBe(200);
});
