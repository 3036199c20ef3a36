import { draw, HOUR_MS, MINUTE_MS, pick, shopHour, shopTime, slotsUntil } from './random.ts';

const FIRST_BYTE = 0x81;
const LAST_BYTE = 0xfe;
const FIRST_SECOND_BYTE = 0x40;

/** Creates the table of characters that GB18030 writes as two bytes. Node has a decoder for GB18030 but no encoder. */
const createTable = (): ReadonlyMap<string, readonly [number, number]> => {
  const decoder = new TextDecoder('gb18030');
  const table = new Map<string, readonly [number, number]>();
  for (let first = FIRST_BYTE; first <= LAST_BYTE; first++) {
    for (let second = FIRST_SECOND_BYTE; second <= LAST_BYTE; second++) {
      const text = decoder.decode(Uint8Array.of(first, second));
      if (text.length === 1 && text !== '\uFFFD') table.set(text, [first, second]);
    }
  }
  return table;
};

/**
 * Encodes a text of ASCII and Chinese characters.
 * @throws Error for a character that GB18030 writes as four bytes.
 */
export const encodeGb18030 = (text: string): Uint8Array => {
  const table = createTable();
  const bytes = [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? [code] : table.get(character);
    if (!pair) throw new Error(`${character} is not written as two bytes`);
    return pair;
  });
  return Uint8Array.from(bytes);
};

const ALARM_STEP_MS = 17 * MINUTE_MS;
const ALARM_COUNT = 120;

const ALARM_HEADER = '编号,发生时间,主机,级别,告警,确认,负责人';

const ALARMS: readonly (readonly [severity: string, host: string, message: string])[] = [
  ['严重', '支付网关', '响应超时'],
  ['严重', '订单数据库', '磁盘使用率超过 90%'],
  ['警告', '搜索服务', '索引延迟 5 分钟'],
  ['警告', '商城前台', '图片加载缓慢'],
  ['恢复', '库存服务', '副本已同步'],
];

const PEOPLE = ['王芳', '李强', '张敏'];

/** Writes `20/11/2026 08:31`, as the exporting system does. */
const dayFirst = (milliseconds: number): string => {
  const [year, month, day, time] = shopTime(milliseconds).split(/[- ]/);
  return `${day}/${month}/${year} ${time?.slice(0, 5)}`;
};

const alarmAt = (slot: number): string => {
  const [severity, host, message] = pick(ALARMS, slot, 1);
  const confirmed = draw(slot, 2) < 0.7 ? '是' : '';
  return [slot, dayFirst(slot * ALARM_STEP_MS), host, severity, message, confirmed, pick(PEOPLE, slot, 3)].join(',');
};

/** Writes the alarm list of a Chinese monitoring system, in GB18030. */
export const writeAlarms = (now: number): Uint8Array =>
  encodeGb18030([ALARM_HEADER, ...slotsUntil(now, ALARM_STEP_MS, ALARM_COUNT).map(alarmAt), ''].join('\r\n'));

const HOST_STEP_MS = 5 * MINUTE_MS;
const HOST_SLOTS = (26 * HOUR_MS) / HOST_STEP_MS;

const HOSTS = ['a1', 'a2', 'b1'];
const HOST_HEADER = 'timestamp;host;cpu;memory;disk;net in;net out;load1;load5;open files;temperature';

const hostAt = (slot: number, host: string, place: number): string => {
  const noise = (salt: number): number => draw(slot, salt + place * 20);
  const load = 0.45 + 0.25 * Math.sin(((shopHour(slot * HOST_STEP_MS) - 9) / 12) * Math.PI) + place * 0.05;
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
  return [shopTime(slot * HOST_STEP_MS), host, ...cells, files, temperature, ''].join(';');
};

/** Writes a log of the servers: a row every five minutes for each host, with a delimiter at the end of each row. */
export const writeHosts = (now: number): string => {
  const rows = slotsUntil(now, HOST_STEP_MS, HOST_SLOTS).flatMap((slot) =>
    HOSTS.map((host, place) => hostAt(slot, host, place)),
  );
  return [HOST_HEADER, ...rows, ''].join('\n');
};

const CALL_STEP_MS = 10 * MINUTE_MS;
const CALL_SLOTS = (26 * HOUR_MS) / CALL_STEP_MS;

const CALL_HEADER = 'at,caller,callee,protocol,requests,errors,ms';

const LINKS: readonly (readonly [caller: string, callee: string, protocol: string, requests: number, ms: number])[] = [
  ['storefront', 'search', 'HTTP', 3100, 88],
  ['storefront', 'basket', 'HTTP', 1900, 61],
  ['basket', 'stock', 'gRPC', 1500, 47],
  ['basket', 'checkout', 'HTTP', 640, 215],
  ['checkout', 'payment', 'HTTP', 420, 318],
  ['checkout', 'couriers', 'HTTP', 380, 402],
];

const callsAt = (slot: number): readonly string[] =>
  LINKS.map(([caller, callee, protocol, usual, usualMs], place) => {
    const load = 1 + 0.4 * Math.sin(((shopHour(slot * CALL_STEP_MS) - 9) / 12) * Math.PI) + draw(slot, place) * 0.2;
    const requests = Math.round(usual * load);
    const errors = Math.round(requests * draw(slot, place + 20) * 0.02);
    const ms = Math.round(usualMs * (0.85 + 0.3 * load));
    return [shopTime(slot * CALL_STEP_MS).slice(0, 16), caller, callee, protocol, requests, errors, ms].join(',');
  });

/** Writes the calls between the services: a row every ten minutes for each pair. */
export const writeCalls = (now: number): string =>
  [CALL_HEADER, ...slotsUntil(now, CALL_STEP_MS, CALL_SLOTS).flatMap(callsAt), ''].join('\n');
