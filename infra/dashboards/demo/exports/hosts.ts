import { draw, HOUR_MS, MINUTE_MS, shopHour, shopTime, slotsUntil } from './random.ts';

const STEP_MS = 5 * MINUTE_MS;
const SLOTS = (26 * HOUR_MS) / STEP_MS;

const HOSTS = ['a1', 'a2', 'b1'];
const HEADER = 'timestamp;host;cpu;memory;disk;net in;net out;load1;load5;open files;temperature';

const rowOf = (slot: number, host: string, place: number): string => {
  const noise = (salt: number): number => draw(slot, salt + place * 20);
  const load = 0.45 + 0.25 * Math.sin(((shopHour(slot * STEP_MS) - 9) / 12) * Math.PI) + place * 0.05;
  const cells = [
    load * 100 + noise(1) * 8,
    52 + place * 6 + noise(2) * 5,
    61.4 + place,
    load * 90 + noise(3) * 20,
    load * 40 + noise(4) * 10,
    load * 6 + noise(5),
    load * 5.5 + noise(6) * 0.5,
  ].map((value) => value.toFixed(1));
  const files = Math.round(900 + load * 400 + noise(7) * 60);
  const temperature = (38 + load * 20 + noise(8) * 2).toFixed(1);
  return [shopTime(slot * STEP_MS), host, ...cells, files, temperature, ''].join(';');
};

/** Writes a log of the servers: a row every five minutes for each host, with a delimiter at the end of each row. */
export const writeHosts = (now: number): string => {
  const rows = slotsUntil(now, STEP_MS, SLOTS).flatMap((slot) => HOSTS.map((host, place) => rowOf(slot, host, place)));
  return [HEADER, ...rows, ''].join('\n');
};
