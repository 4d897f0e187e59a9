import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { forms } from '../support/forms';
import { sweep } from '../support/full';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { shared: true });

const script = `<script>alert(1)</script>`;
const hostile = `${script}' OR 1=1 --"&é🙂 100% _x_ \u202Eمرحبا\u202C \\ =1+1`;

describe('texts that look like code', () => {
  it.each(sweep(forms, ({ entity }) => ['user', 'quiz', 'sms-phone'].includes(entity)))(
    'are saved as they are, and drawn as text, by the form of a $name',
    async (form) => {
      const { entity, key, long } = form;
      for (const [path, rows] of Object.entries(form.also ?? {}))
        remote.host.on(path, () => envelope(rows));
      const drawn = Object.fromEntries(
        Object.keys(form.record).map((field) => [field, field === key ? 41 : hostile]),
      );
      remote.host.on(`${entity}/update`, () => envelope([{ [key]: 41 }]));
      remote.host.on(`${entity}/id/41`, () => envelope([drawn]));
      const { visitor } = remote;
      // A phone code or a choice from a list cannot hold this text, but every form has a field that can.
      await visitor.open(`/${entity}/add`);
      await visitor.press('Save', { ...form.typed, [long]: hostile });
      // Forms leave out the marks of direction.
      expect(Object.values(defined(remote.host.to(`${entity}/update`)[0]).fields)).toContain(
        hostile.replace(/[\u202C\u202E]/g, ''),
      );
      remote.host.on(`${entity}/list`, () => envelope([drawn]));
      expect(visitor.shownValue(long)).toBe(hostile);
      expect(visitor.html).not.toContain(script);
      expect(visitor.document.querySelectorAll('script:not([nonce])')).toHaveLength(0);
      await visitor.open(form.list);
      expect(visitor.page.getAllByText(hostile).length).toBeGreaterThan(0);
      expect(visitor.html).not.toContain(script);
      await visitor.open(`/delete/${entity}/41`);
      expect(visitor.html).not.toContain(script);
      expect(visitor.page.getByText(hostile)).toBeTruthy();
    },
  );

  it('are not written into a style when they are in place of a colour code', async () => {
    remote.host.on('color/list', () =>
      envelope([
        { color_id: 41, color_name: 'x', color_code: 'url(javascript:alert(1))' },
        { color_id: 42, color_name: 'y', color_code: 'red;}</style><script>' },
      ]),
    );
    await remote.visitor.open('/colors');
    const styles = [...remote.visitor.document.querySelectorAll('tbody [style]')].map((cell) =>
      cell.getAttribute('style'),
    );
    expect(styles.join()).not.toMatch(/url|red/);
  });

  it('in a message of the host are drawn as text', async () => {
    remote.host.on('color/list', () => refusal(hostile));
    await remote.visitor.open('/colors');
    expect(remote.visitor.page.getByRole('alert').textContent).toContain(hostile);
    expect(remote.visitor.html).not.toContain(script);
  });
});

describe('a value of a record', () => {
  it('stays unchanged by an edit of another field if it is a choice that the form does not offer', async () => {
    remote.host.on('country/id/5', () =>
      envelope([{ country_id: 5, country_name: 'Zaïre', country_code: '243', c_status: 'Active' }]),
    );
    remote.host.on('country/update', () => envelope(null));
    await remote.visitor.open('/country/edit/5');
    await remote.visitor.press('Save', { 'Phone code': '+243' });
    expect(defined(remote.host.to('country/update')[0]).fields).toMatchObject({
      uname: 'Zaïre',
      ucode: '+243',
    });
  });

  it.each(['one\ntwo\n\nthree', 'one\r\ntwo'])(
    'keeps its line breaks (%j) in an edit of another field',
    async (body) => {
      remote.host.on('notification/id/5', () =>
        envelope([
          {
            notification_id: 5,
            notification_type: 'Public',
            notification_title: 'Hello',
            notification_body: body,
            notification_description: 'Why',
          },
        ]),
      );
      await remote.visitor.open('/notification/edit/5');
      await remote.visitor.press('Save', { Title: 'Hello again' });
      expect(defined(remote.host.to('notification/update')[0]).fields).toMatchObject({
        utitle: 'Hello again',
        ubody: body,
      });
    },
  );

  it('has one character for each typed line break, whatever the browser sends', async () => {
    await remote.visitor.open('/notification/add');
    await remote.visitor.press('Save', {
      Type: 'Public',
      Title: 'Hello',
      Body: 'one\ntwo',
      Description: 'Why',
    });
    expect(defined(remote.host.to('notification/update')[0]).fields.ubody).toBe('one\ntwo');
  });
});
