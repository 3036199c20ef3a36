const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `500ms 30s 10m 2h 1d` to milliseconds; undefined for anything else. */
export const parseDuration = (text: unknown): number | undefined => {
  const [, amount, unit] = /^(0|[1-9]\d{0,8})(ms|s|m|h|d)$/.exec(String(text)) ?? [];
  return amount === undefined ? undefined : Number(amount) * UNITS[unit as keyof typeof UNITS];
};
