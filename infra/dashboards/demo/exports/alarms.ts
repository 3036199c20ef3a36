import { encodeGb18030 } from './gb18030.ts';
import { draw, pick } from './random.ts';
import { MINUTE_MS, shopTime, slotsUntil } from './shop-clock.ts';

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
