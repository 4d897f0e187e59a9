import { expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';

const demo = demoPanel({ RESEARCHERS_MANAGE_USERS: 'off' });

it('the access log has no note on the boundary between administrators and researchers while the boundary is enforced', async () => {
  const visitor = await demo.signedIn();
  for (const path of ['/audit/accesses', '/audit/accesses/participant/1', '/profile/accesses']) {
    await visitor.open(path);
    expect(visitor.status).toBe(200);
    expect(visitor.html).not.toContain('make themselves administrators');
  }
});
