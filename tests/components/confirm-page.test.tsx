import { expect, it } from 'vitest';
import { ConfirmPage } from '~/components/confirm-page';
import { renderPart } from '../support/render-part';

const view = {
  title: 'Delete country',
  heading: 'Delete Fiji?',
  trail: [],
  label: 'Fiji',
  verb: 'Delete',
  note: 'This cannot be undone.',
  backHref: '/countries?page=2',
  token: 't1',
};

it('a confirmation page has no button for a read-only role, and none when it shows a refusal', () => {
  const { page } = renderPart(<ConfirmPage view={view} />, { mayWrite: false });
  expect(page.queryByRole('button')).toBeNull();
  const refused = renderPart(<ConfirmPage view={{ ...view, refusal: 'It is in use' }} />).page;
  expect(refused.queryByRole('button')).toBeNull();
  expect(refused.getByText('It is in use')).toBeDefined();
  expect(refused.queryByText('This cannot be undone.')).toBeNull();
});

it('a confirmation page names the record, posts its token and leads back', () => {
  const { document, page } = renderPart(<ConfirmPage view={view} />);
  expect(page.getByRole('heading', { name: 'Delete Fiji?' })).toBeDefined();
  expect(page.queryByText('Fiji')).toBeNull();
  const label = 'Fiji, an island country in the South Pacific';
  const long = renderPart(<ConfirmPage view={{ ...view, label }} />).page;
  expect(long.getByText(label)).toBeDefined();
  expect(page.getByText('This cannot be undone.')).toBeDefined();
  expect(page.getByRole('button', { name: 'Delete' })).toHaveProperty('type', 'submit');
  expect(document.querySelector('form')?.method).toBe('post');
  expect(document.querySelector('[name=_token]')).toHaveProperty('value', 't1');
  expect(page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/countries?page=2');
});

it('a confirmation page shows why the last post has changed nothing, and a refusal only once', () => {
  const { page } = renderPart(<ConfirmPage view={view} error="The country exists already" />);
  expect(page.getByRole('alert').textContent).toBe('The country exists already');
  expect(page.getByRole('button', { name: 'Delete' })).toBeDefined();
  const gone = 'It is no longer in the bin';
  const refused = renderPart(<ConfirmPage view={{ ...view, refusal: gone }} error={gone} />).page;
  expect(refused.getAllByText(gone)).toHaveLength(1);
  expect(refused.getByRole('alert').textContent).toBe(gone);
});
