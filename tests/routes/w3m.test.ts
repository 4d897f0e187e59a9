import { describe, expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel } from '../support/embedded';
import { take } from '../support/take';
import { W3m } from '../support/w3m';

const demo = demoPanel();

function browse(path: string): W3m {
  const w3m = new W3m(demo.panel.url.replace('localhost', '127.0.0.1') + path);
  onTestFinished(() => w3m.close());
  return w3m;
}

describe('in the text browser w3m', () => {
  it('a wrong password leads to an error message', async () => {
    const w3m = browse('/users');
    await w3m.shows('Password');
    w3m.fillIn('Email', 'mwansa@panel.example');
    w3m.fillIn('Password', 'not the password');
    w3m.press('Sign in');
    const page = await w3m.shows('There is a problem');
    expect(page).toContain('The username or password is incorrect');
    expect(page).toContain('mwansa@panel.example');
  });

  it('a person signs in, reads a list, filters it, and saves a form', async () => {
    const { username, password } = demoSignIns.administrator;
    const w3m = browse('/login');
    await w3m.shows('Password');
    w3m.fillIn('Email', username);
    w3m.fillIn('Password', password);
    w3m.press('Sign in');
    await w3m.shows('Review what the study’s apps upload');

    w3m.press('Participants');
    const list = await w3m.shows('S-00001');
    const [{ peer_navigator }] = take(
      (await demo.sql("select peer_navigator from participant where study_number = 'S-00001'")) as {
        peer_navigator: string;
      }[],
      1,
    );
    const row = list.split('\n').find((line) => /(?<!More of )S-00001/.test(line));
    expect(row).toContain(peer_navigator);
    for (const words of ['Study No', 'Residency', '1–10 of 1,200', 'Next page'])
      expect(list).toContain(words);

    // The search field follows the last tab of the list's views.
    w3m.fillIn('Data problems', 'S-01104');
    w3m.press('Search');
    const filtered = await w3m.shows('Export 1 row');
    expect(filtered).toContain('S-01104');
    expect(filtered).not.toContain('S-00001');

    w3m.press('Countries');
    await w3m.shows('Zambia');
    // The first match is the check box that selects the row.
    w3m.press('Zambia', 2);
    await w3m.shows('Edit Zambia');
    w3m.fillIn('Phone code', '');
    w3m.press('Save');
    expect(await w3m.shows('There is a problem')).toContain('Phone code is required');
    w3m.fillIn('For example', '+26000');
    w3m.press('Save');
    await w3m.shows('The country has been successfully saved!');
    const saved = "select country_code from country where country_name = 'Zambia'";
    expect(await demo.sql(saved)).toEqual([{ country_code: '+26000' }]);
  });
});
