const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const DURATION = /^(\d{1,9}(?:\.\d+)?)(ms|s|m|h|d)$/;

/** Reads `500ms`, `1.5s`, `10m`, `2h` or `1d` as milliseconds. Returns undefined for anything else. */
export const parseDuration = (text: unknown): number | undefined => {
  const [, amount, unit] = DURATION.exec(String(text)) ?? [];
  return amount === undefined ? undefined : Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
};

/** Writes a duration exactly, as `parseDuration` reads it, in the largest unit that needs no fraction: `5m`. */
export const writeDuration = (ms: number): string => {
  if (ms === 0) return '0s';
  const fitting = Object.entries(UNIT_MS).findLast(([, size]) => ms >= size && ms % size === 0);
  const [unit, size] = fitting ?? ['ms', UNIT_MS.ms];
  return `${ms / size}${unit}`;
};

/** Writes a rounded duration: `0.6s`, `20s`, `9m 55s`, `3h 58m`; a dash for no time. */
export const roundDuration = (ms: number): string => {
  if (ms === 0) return '-';
  if (ms < UNIT_MS.s) return `${Math.round(ms / 100) / 10 || '<0.1'}s`;
  const seconds = Math.round(ms / UNIT_MS.s);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return `${hours}h ${minutes % 60}m`;
  return minutes > 0 ? `${minutes}m ${seconds % 60}s` : `${seconds}s`;
};
