import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

interface Answers {
  /** The answer to the recipient of a mail. */
  recipient?: string;
  /** The answer to the content of a mail. Undefined closes the connection in place of an answer. */
  content?: string;
  /** True if the server never answers the content. */
  hangs?: boolean;
}

/** Starts a mail server on this machine, which records the lines that it receives. The test's end stops it. */
export async function startMailServer(answers: Answers = {}) {
  const { recipient, content, hangs } = {
    recipient: '250 ok',
    content: '250 taken',
    hangs: false,
    ...answers,
  };
  const heard: string[] = [];
  const server = createServer((socket) => {
    let isContent = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        heard.push(line);
        if (isContent) {
          if (line !== '.') continue;
          isContent = false;
          if (hangs) continue;
          if (content === undefined) socket.destroy();
          else socket.write(`${content}\r\n`);
        } else if (line === 'DATA') {
          isContent = true;
          socket.write('354 go on\r\n');
        } else socket.write(line.startsWith('RCPT') ? `${recipient}\r\n` : '250 ok\r\n');
      }
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { heard, close, port: typeof address === 'object' && address ? address.port : 0 };
}
