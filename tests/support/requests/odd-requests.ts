import { once } from 'node:events';
import { connect } from 'node:net';

const TO_HOST = '\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';

/** Raw HTTP that browsers never send. The key says what is odd about a request. */
export const ODD_REQUESTS: Readonly<Record<string, string>> = {
  'an empty host': `GET // HTTP/1.1${TO_HOST}`,
  'an open bracket as host': `GET //[ HTTP/1.1${TO_HOST}`,
  'a port out of range': `GET //@:99999/ HTTP/1.1${TO_HOST}`,
  'an absolute address without an end': `GET http://[ HTTP/1.1${TO_HOST}`,
  'an absolute address without a host': `GET http:// HTTP/1.1${TO_HOST}`,
  'an absolute address of another site': `GET http://wall.example.com:99999/ HTTP/1.1${TO_HOST}`,
  'an asterisk': `GET * HTTP/1.1${TO_HOST}`,
  'an address without a slash': `GET pie HTTP/1.1${TO_HOST}`,
  'escapes that are no hexadecimal digits': `POST /%zz HTTP/1.1${TO_HOST}`,
  'escapes that are no UTF-8': `POST /%E5%80 HTTP/1.1${TO_HOST}`,
  'a NUL in the address': `GET /a\0b HTTP/1.1${TO_HOST}`,
  'a path of 64 KB': `GET /${'a'.repeat(65_536)} HTTP/1.1${TO_HOST}`,
  'no Host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  'an unreadable Host': 'POST /nothing HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
  'the method CONNECT': 'CONNECT wall.example.com:443 HTTP/1.1\r\nHost: wall.example.com:443\r\n\r\n',
  'an upgrade of an unreadable address':
    'GET // HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no HTTP at all': '\x16\x03\x01\x02\0\x01\0',
  'the name of a property of all objects': `POST /2018-06-01/runtime/constructor HTTP/1.1${TO_HOST}`,
};

/** The test then ends its side of a connection that the server keeps open. */
const PATIENCE_MS = 200;

/** Returns everything that comes back until the connection closes. */
export const sendBytes = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const timer = setTimeout(() => socket.end(), PATIENCE_MS);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.on('close', resolve));
  clearTimeout(timer);
  return received;
};

/** Returns the status of each odd request; 0 if the server closes the connection without an answer. */
export const statusesOf = async (url: string): Promise<Readonly<Record<string, number>>> => {
  const port = Number(new URL(url).port);
  const statuses: Record<string, number> = {};
  for (const [oddity, bytes] of Object.entries(ODD_REQUESTS)) {
    const answer = await sendBytes(port, bytes);
    statuses[oddity] = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
  }
  return statuses;
};
