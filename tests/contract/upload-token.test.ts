import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { makeFile, png } from '../support/files';
import { facility } from '../support/form-values';
import { envelope, type RecordingHost, startRecordingHost } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { take } from '../support/take';

const FOLDER = 'upload/Facility';

/** Saves a facility with an image, and returns the headers of the upload. */
async function uploadHeaders({ host, visitor }: ReturnType<typeof remotePanel>) {
  host.on(FOLDER, () => ({ Succeeded: true, Data: '/a.png' }));
  host.on('facility/update', () => envelope(null));
  await visitor.open('/facility/add');
  await visitor.press('Save', facility, { 'Upload an image': makeFile(png, 'a.png') });
  expect(host.to('facility/update')).toHaveLength(1);
  return defined(host.to(FOLDER)[0]).headers;
}

describe('the token of an upload', () => {
  const remote = remotePanel({ API_HOST_TOKEN: 'token-of-the-host' });

  it('is the token of the API host, in the header that other calls have', async () => {
    const headers = await uploadHeaders(remote);
    expect(headers.authorization).toBe('Bearer token-of-the-host');
  });
});

describe('the token of an upload to a host that wants it in another header', () => {
  const remote = remotePanel({
    API_HOST_TOKEN: 'token-of-the-host',
    UPLOAD_TOKEN_HEADER: 'X-Upload-Token',
  });

  it('is in that header only, which no other call has', async () => {
    const headers = await uploadHeaders(remote);
    expect(headers['x-upload-token']).toBe('token-of-the-host');
    expect(headers.authorization).toBeUndefined();
    const [save] = take(remote.host.to('facility/update'), 1);
    expect(save.headers.authorization).toBe('Bearer token-of-the-host');
    expect(save.headers['x-upload-token']).toBeUndefined();
  });
});

describe('a token for the upload server', () => {
  const remote = remotePanel({
    API_HOST_TOKEN: 'token-of-the-host',
    UPLOAD_TOKEN: 'token-of-uploads',
  });

  it('is sent with uploads in place of the token of the API host', async () => {
    expect((await uploadHeaders(remote)).authorization).toBe('Bearer token-of-uploads');
  });
});

describe.each([
  ['is not sent there unless a header is named for it', {}, undefined],
  [
    'is sent there in the header that UPLOAD_TOKEN_HEADER names',
    { UPLOAD_TOKEN_HEADER: 'Token' },
    'of-the-host',
  ],
])('the API host’s token, where uploads go to another server', (title, setting, token) => {
  const env: Record<string, string> = { API_HOST_TOKEN: 'of-the-host', ...setting };
  let other: RecordingHost;
  beforeAll(async () => {
    other = await startRecordingHost();
    env.UPLOAD_URL = `${other.url}/store`;
  });
  const remote = remotePanel(env);
  afterAll(() => other.stop());

  it(title, async () => {
    const { host, visitor } = remote;
    other.on('store/Facility', () => ({ Succeeded: true, Data: '/a.png' }));
    host.on('facility/update', () => envelope(null));
    await visitor.open('/facility/add');
    await visitor.press('Save', facility, { 'Upload an image': makeFile(png, 'a.png') });
    expect(host.to('facility/update')).toHaveLength(1);
    const [{ headers }] = take(other.to('store/Facility'), 1);
    expect([headers.authorization, headers.token]).toEqual([undefined, token]);
  });
});
