import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { createGateway } from '../../../../infra/local/gateway/create-gateway.ts';

test('the gateway reports a request for an address without a route', async () => {
  const unknown: string[] = [];
  const gateway = createGateway({ onUnknown: (...request) => unknown.push(request.join(' ')) });
  gateway.use({ functions: [], routes: [] }, async () => 'unavailable');
  gateway.server.listen(0, '127.0.0.1');
  await once(gateway.server, 'listening');
  const { port } = gateway.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/bar/sales`, { method: 'POST' });
  const doubled = await fetch(`http://127.0.0.1:${port}//bar/sales`, { method: 'POST' });
  gateway.server.close();
  expect([response.status, doubled.status]).toEqual([404, 400]);
  expect(unknown).toEqual(['POST /bar/sales 404', 'POST //bar/sales 400']);
});
