import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MailError, makeMailer } from '../../../backend/endpoints/mail';
import { defined } from '../../../shared/defined';
import { tempFolder } from '../../support/folders';
import { startMailServer } from '../../support/mail-server';
import { take } from '../../support/take';

const mail = { to: 'ann@research.example', subject: 'Set your password', text: 'Open https://x/y' };

it('the error for a refused mail names the answer of the server, and not the recipient', async () => {
  const { port } = await startMailServer({ recipient: '550 no such person ann@research.example' });
  const send = makeMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'a@b.example',
    outbox: 'x',
  });
  const error: Error = await send(mail).then(
    () => Promise.reject(new Error('the mail was taken')),
    (refusal) => refusal,
  );
  expect(error.message).toBe('the mail server did not take a mail: EENVELOPE 550');
});

it.each([
  ['refuses the recipient', { recipient: '550 no' }, false],
  ['refuses the content', { content: '451 try later' }, false],
  ['closes the connection after the content', { content: undefined }, true],
] as const)('a mail may have been sent or not if the server %s', async (_, answers, mayBeSent) => {
  const { port } = await startMailServer(answers);
  const send = makeMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'a@b.example',
    outbox: 'x',
  });
  const error: unknown = await send(mail).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MailError);
  expect(error).toMatchObject({ mayBeSent });
});

it('a mail cannot have been sent if no server answers', async () => {
  const { port, close } = await startMailServer();
  await close();
  const send = makeMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'a@b.example',
    outbox: 'x',
  });
  await expect(send(mail)).rejects.toMatchObject({ mayBeSent: false });
});

it('sends through the mail server', async () => {
  const { heard, port } = await startMailServer();
  await makeMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'panel@b.example', outbox: 'x' })(
    mail,
  );
  expect(heard).toContain('RCPT TO:<ann@research.example>');
  expect(heard).toContain('Subject: Set your password');
});

it('a stored mail has its link whole, and whatever else its text contains', async () => {
  const outbox = path.join(tempFolder(), 'outbox');
  const send = makeMailer({ smtpUrl: undefined, from: 'panel@b.example', outbox });
  const link = `https://panel.of-a-study-with-a-long-name.example/change-password/${'x='.repeat(30)}`;
  const text = `Open\n\n${link}\n\nKwa heri, José`;
  await send({ ...mail, subject: 'Prénom', text });
  const [name] = readdirSync(outbox);
  const stored = readFileSync(path.join(outbox, defined(name)), 'utf8');
  const [head, body] = [
    stored.slice(0, stored.indexOf('\r\n\r\n')),
    stored.split('\r\n\r\n').slice(1).join('\r\n\r\n'),
  ];
  expect(head).toContain('Content-Transfer-Encoding: 8bit');
  expect(head).toContain('Subject: =?UTF-8?');
  expect(body.trim().split('\r\n')).toEqual(text.split('\n'));
});

it('without a mail server, writes mails to a folder that only its owner can read', async () => {
  const outbox = path.join(tempFolder(), 'outbox');
  const send = makeMailer({ smtpUrl: undefined, from: 'panel@b.example', outbox });
  await Promise.all([send(mail), send(mail)]);
  const names = readdirSync(outbox);
  expect(names).toHaveLength(2);
  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(outbox, defined(names[0]))).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(outbox, defined(names[0])), 'utf8')).toContain(
    'To: ann@research.example',
  );
});

it('ASVS 1.3.11: a line break in a subject or an address starts no header of its own', async () => {
  const outbox = path.join(tempFolder(), 'outbox');
  await makeMailer({ smtpUrl: undefined, from: 'panel@b.example', outbox })({
    to: 'ann@research.example\r\nBcc: eve@evil.example',
    subject: 'x\r\nBcc: eve@evil.example',
    text: 'y',
  });
  const [name] = take(readdirSync(outbox), 1);
  expect(readFileSync(path.join(outbox, name), 'utf8')).not.toMatch(/^Bcc:/m);
});

it('sending fails after a while if a mail server accepts the connection but never answers', async () => {
  const server = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const send = makeMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'no-reply@panel.example',
    outbox: tempFolder(),
  });
  const error: unknown = await send(mail).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: 'the mail server did not take a mail: ETIMEDOUT',
    mayBeSent: false,
  });
});
