import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../shared/settings/read';
import { panelSettings } from '../../shared/settings/settings';

const readConfig = (environment: Record<string, string>) =>
  readSettings(panelSettings, environment);

function listErrors(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
}

describe('ASVS 13, configuration: the settings', () => {
  it('have defaults, and an empty setting counts as not set', () => {
    expect(readConfig({})).toMatchObject({
      ACCOUNT_APPROVAL: true,
      RESEARCHERS_READ_ONLY: false,
      RESEARCHERS_MANAGE_USERS: true,
      TRUST_PROXY: 'loopback',
      SESSION_IDLE_MINUTES: 30,
      SESSION_MAX_HOURS: 12,
      SIGN_IN_ATTEMPTS: 5,
      API_CREATE_ACCOUNT_PATH: 'account/create',
    });
    expect(readConfig({ SMTP_URL: '' }).SMTP_URL).toBeUndefined();
  });

  it.each([
    ['PORT', 'eighty'],
    ['METRICS_PORT', 'on'],
    ['STOP_DELAY_SECONDS', '60'],
    ['PUBLIC_URL', 'panel.example'],
    ['API_HOST_URL', 'ftp://host.example'],
    ['STUDY_TIME_ZONE', 'Central Africa'],
    ['STUDY_LOCALE', 'english please'],
    ['STUDY_LOCALE', 'e'],
    ['SESSION_SECRET', 'short'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SIGN_IN_ATTEMPTS', '-1'],
    ['ACCOUNT_APPROVAL', 'maybe'],
    ['RESEARCHERS_READ_ONLY', 'true'],
    ['RESEARCHERS_MANAGE_USERS', 'administrators'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['SUPPORT_EMAILS', ','],
    ['SUPPORT_EMAILS', 'nobody'],
    ['MESSENGER_APP_URL', 'javascript:alert(1)'],
    ['MAIN_APP_URL', 'market'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', 'abc/12'],
    ['TRUST_PROXY', '10/8'],
    ['TRUST_PROXY', '12'],
    ['TRUST_PROXY', '192.168/16'],
    ['TRUST_PROXY', '127.1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.1.0.7,'],
    ['API_RESET_PASSWORD_PATH', '../secret'],
    ['PUSH_TOPIC', 'all phones'],
    ['PUSH_TOPIC', 'x'.repeat(901)],
    ['PUSH_TOPICS', 'Moderators'],
    ['PUSH_TOPICS', 'Moderator='],
    ['PUSH_TOPICS', '=mods'],
    ['PUSH_TOPICS', 'Moderator=a=b'],
    ['PUSH_TOPICS', 'Peer Navigator=Peer Navigators'],
    ['PUSH_TOPICS', `Moderator=${'x'.repeat(901)}`],
    ['PUSH_TOPICS', 'Moderator=a,Moderator=b'],
    ['API_CREATE_ACCOUNT_PATH', 'https://evil.example/x'],
    ['UPLOAD_TOKEN', 'two words'],
    ['UPLOAD_TOKEN_HEADER', 'X-Upload Token'],
    ['UPLOAD_TOKEN_HEADER', 'Content-Type'],
  ])('refuse %s=%s in one sentence that names the setting, but not the value', (name, value) => {
    const errors = listErrors({ [name]: value });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${name} is not valid: .+\\.$`));
    if (value.length > 4) expect(errors[0]).not.toContain(value);
  });

  it('keep the case of push topics, and name the default topic after the product', () => {
    expect(readConfig({})).toMatchObject({ PUSH_TOPIC: 'Study', PUSH_TOPICS: new Map() });
    expect(readConfig({ PRODUCT_SLUG: 'my-study' }).PUSH_TOPIC).toBe('My-study');
    const set = { PUSH_TOPIC: 'aB-_.~%9', PUSH_TOPICS: ' Peer Navigator = pN , Public=P,' };
    expect(readConfig(set)).toMatchObject({
      PUSH_TOPIC: 'aB-_.~%9',
      PUSH_TOPICS: new Map([
        ['Peer Navigator', 'pN'],
        ['Public', 'P'],
      ]),
    });
  });

  const HOW =
    'in its user name and password, write @ as %40, # as %23, / as %2F, ? as %3F and % as %25.';

  it.each([
    'se@cr',
    'se#cr',
    'se/cr',
    '12/34',
    '12#34',
    '12?34',
    'se%cr',
    'se%zz',
    'p@1/2',
    '1/p@2',
  ])('say how to write the password %s in an address, and do not show it', (password) => {
    const addresses = {
      DATABASE_URL: `postgres://panel:${password}@db.example:5432/panel`,
      SMTP_URL: `smtps://panel:${password}@mail.example`,
    };
    const errors = listErrors(addresses);
    expect(errors).toEqual([
      `DATABASE_URL is not valid: must be an address such as postgres://user:password@server:5432/name; ${HOW}`,
      `SMTP_URL is not valid: must be an address such as smtps://user:password@server:465; ${HOW}`,
    ]);
    const encoded = encodeURIComponent(password);
    for (const [name, address] of Object.entries(addresses))
      expect(listErrors({ [name]: address.replace(password, encoded) })).toEqual([]);
  });

  it.each([
    'postgres://localhost/panel',
    'postgresql://panel@127.0.0.1:5433/panel?sslmode=require',
    'postgres://panel:%70%23@[::1]:5432/panel',
  ])('accept %s as the database', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it('refuse a user name and a password in the address of a web server, and do not show them', () => {
    for (const name of ['API_HOST_URL', 'UPLOAD_URL', 'FILES_URL', 'GALLERY_URL', 'PUBLIC_URL']) {
      const errors = listErrors({ [name]: 'https://panel:secret@host.example' });
      expect(errors).toEqual([`${name} is not valid: must not contain a user name or a password.`]);
    }
  });

  it('report all errors at once', () => {
    expect(listErrors({ PORT: 'x', MAIL_FROM: 'y', TRUST_PROXY: 'z' })).toHaveLength(3);
  });

  it.each(['1', '0', 'loopback', '10.0.0.7', '10.0.0.0/8, loopback', 'fd00::/8'])(
    'accept %s as the proxies to trust',
    (TRUST_PROXY) => {
      expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toBe(TRUST_PROXY);
    },
  );
});
