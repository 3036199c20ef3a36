import { draw, HOUR_MS, MINUTE_MS, shopHour, shopTime, slotsUntil } from './random.ts';

const STEP_MS = 10 * MINUTE_MS;
const SLOTS = (26 * HOUR_MS) / STEP_MS;

const HEADER = 'at,caller,callee,protocol,requests,errors,ms';

const LINKS: readonly (readonly [caller: string, callee: string, protocol: string, requests: number, ms: number])[] = [
  ['storefront', 'search', 'HTTP', 3100, 88],
  ['storefront', 'basket', 'HTTP', 1900, 61],
  ['basket', 'stock', 'gRPC', 1500, 47],
  ['basket', 'checkout', 'HTTP', 640, 215],
  ['checkout', 'payment', 'HTTP', 420, 318],
  ['checkout', 'couriers', 'HTTP', 380, 402],
];

const rowsAt = (slot: number): readonly string[] =>
  LINKS.map(([caller, callee, protocol, usual, usualMs], place) => {
    const load = 1 + 0.4 * Math.sin(((shopHour(slot * STEP_MS) - 9) / 12) * Math.PI) + draw(slot, place) * 0.2;
    const requests = Math.round(usual * load);
    const errors = Math.round(requests * draw(slot, place + 20) * 0.02);
    const ms = Math.round(usualMs * (0.85 + 0.3 * load));
    return [shopTime(slot * STEP_MS).slice(0, 16), caller, callee, protocol, requests, errors, ms].join(',');
  });

/** Writes the calls between the services: a row every ten minutes for each pair. */
export const writeCalls = (now: number): string =>
  [HEADER, ...slotsUntil(now, STEP_MS, SLOTS).flatMap(rowsAt), ''].join('\n');
