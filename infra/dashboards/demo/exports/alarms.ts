import { draw, MINUTE_MS, pick, shopTime, slotsUntil } from './random.ts';

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

const STEP_MS = 17 * MINUTE_MS;
const ROW_COUNT = 120;

const HEADER = '编号,发生时间,主机,级别,告警,确认,负责人';

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

const rowAt = (slot: number): string => {
  const [severity, host, message] = pick(ALARMS, slot, 1);
  const confirmed = draw(slot, 2) < 0.7 ? '是' : '';
  return [slot, dayFirst(slot * STEP_MS), host, severity, message, confirmed, pick(PEOPLE, slot, 3)].join(',');
};

/** Writes the alarm list of a Chinese monitoring system, in GB18030. */
export const writeAlarms = (now: number): Uint8Array =>
  encodeGb18030([HEADER, ...slotsUntil(now, STEP_MS, ROW_COUNT).map(rowAt), ''].join('\r\n'));
