import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { serveFolder } from '../support/browser/serve-folder.ts';

const udp = createSocket('udp4');
let packets = 0;
udp.on('message', () => {
  packets += 1;
});
const tcp = createServer((socket) => {
  packets += 1;
  socket.destroy();
});
afterAll(() => {
  udp.close();
  tcp.close();
});

/** Returns a script that calls out by WebRTC, in its own frame and in a frame inside it. */
const scriptTo = (port: number, tcpPort: number): string => `
const found = [];
const call = 'const peer = new Peer({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] });'
  + 'peer.createDataChannel("a"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));';
const ways = {
  own: () => RTCPeerConnection,
  prefixed: () => webkitRTCPeerConnection,
  prototype: () => Object.getPrototypeOf(window).RTCPeerConnection ?? missing,
  frame: () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    return frame.contentWindow.RTCPeerConnection;
  },
};
for (const [name, way] of Object.entries(ways)) {
  try { new Function('Peer', call)(way()); found.push(name); } catch {}
}
const nonce = document.currentScript?.nonce ?? document.querySelector('script')?.nonce ?? 'none';
const inner = document.createElement('iframe');
inner.srcdoc = '<script nonce="' + nonce + '">const Peer = RTCPeerConnection;' + call + '</' + 'script>';
document.body.append(inner);
if (nonce !== 'none') found.push('nonce');
const link = document.createElement('link');
link.rel = 'preconnect';
link.href = 'http://127.0.0.1:${tcpPort}';
document.head.append(link);
setTimeout(() => console.warn('tried: ' + found.join(', ') + '.'), 3000);
const option = {};
`;

const { faults, open } = serveFolder(async ({ write }) => {
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  await once(tcp.listen(0, '127.0.0.1'), 'listening');
  await write('queries/chart.js', scriptTo(udp.address().port, (tcp.address() as AddressInfo).port));
});

test('the script of a chart sends nothing by WebRTC, neither itself nor in a frame that it makes', async () => {
  await open();
  const tried = () => faults().find((fault) => fault.startsWith('tried: '));
  while (!tried()) await new Promise((resolve) => setTimeout(resolve, 200));
  expect(tried()).toBe('tried: .');
  expect(packets).toBe(0);
});
