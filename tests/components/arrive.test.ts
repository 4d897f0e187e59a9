import { JSDOM } from 'jsdom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { arrive } from '~/components/shell/arrive';

const announce = () => {};

it('the focus moves to the main part of another page, unless the errors of a form have it', () => {
  const html = '<main id="main" tabindex="-1"><div role="alert" tabindex="-1"></div></main>';
  const dom = new JSDOM(html, { url: 'http://panel.test/list', pretendToBeVisual: true });
  const { window } = dom;
  const { document, Element } = window;
  for (const [name, value] of Object.entries({ window, document, Element }))
    vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
  arrive('1', undefined, announce);
  expect(document.activeElement).toBe(document.body);
  dom.reconfigure({ url: 'http://panel.test/page' });
  arrive('2', undefined, announce);
  expect(document.activeElement?.id).toBe('main');
  document.querySelector<HTMLElement>('[role=alert]')?.focus();
  dom.reconfigure({ url: 'http://panel.test/reveal' });
  arrive('3', undefined, announce);
  expect(document.activeElement?.getAttribute('role')).toBe('alert');
});
