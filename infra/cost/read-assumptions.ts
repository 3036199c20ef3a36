import { type Assumptions, DEFAULT_MEMORY_MB, SETTINGS, type Setting, type Settings } from './assumptions.ts';
import { billedTimesOf } from './measured-times.ts';
import { readQuantity } from './quantity.ts';

export const HOURS = '24x30';

/** Idle time before the stack's database pauses. infra/stack/resources/database.yml has the same value. */
const PAUSE_SECONDS = 300;

type Values = Readonly<Record<string, string | boolean | undefined>>;

const parseHours = (text: string): Pick<Assumptions, 'hoursADay' | 'daysAMonth'> | undefined => {
  const [, hours, days] = /^(\d+(?:\.\d+)?)x(\d+)$/.exec(text) ?? [];
  const hoursADay = Number(hours);
  const daysAMonth = Number(days);
  const isRight = hoursADay > 0 && hoursADay <= 24 && daysAMonth > 0 && daysAMonth <= 31;
  return isRight ? { hoursADay, daysAMonth } : undefined;
};

/** Orders the times hit, read, cold: a hit takes no longer than a read, and a cold call includes a read. */
const inOrder = (settings: Settings): Settings => ({
  ...settings,
  hitMs: Math.min(settings.hitMs, settings.readMs),
  coldMs: Math.max(settings.coldMs, settings.readMs),
});

/** Returns the default of a setting. Default times are the measured times for the memory. */
const fallbackOf = ({ name, fallback }: Setting, memoryMb: number): string => {
  const times: Partial<Record<Setting['name'], number>> = billedTimesOf(memoryMb);
  return times[name] === undefined ? fallback : `${times[name]}ms`;
};

/** Reads the assumptions from a command's options. Throws an Error with a message for the user. */
export const readAssumptions = (values: Values, memoryMb: number = DEFAULT_MEMORY_MB): Settings => {
  const hours = parseHours(String(values.hours ?? HOURS));
  if (!hours)
    throw new Error(`--hours must be hours a day x days a month, such as 24x30 or 9.5x22, not '${values.hours}'`);
  const set = SETTINGS.map((setting) => {
    const { name, option, quantity } = setting;
    const text = String(values[option] ?? fallbackOf(setting, memoryMb));
    return [name, readQuantity(option, text, quantity)] as const;
  });
  const settings = Object.fromEntries(set) as Record<Setting['name'], number>;
  return inOrder({ ...settings, ...hours, pauseSeconds: PAUSE_SECONDS });
};
