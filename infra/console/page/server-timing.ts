/** A step of a request, with the time that it took. */
export interface TimedStep {
  readonly name: string;
  readonly ms: number;
}

const ENTRY = /^\s*([^;,\s]+)\s*;.*\bdur=([\d.]+)/;

/** Reads the header `Server-Timing`. Entries without a duration are left out. */
export const readServerTiming = (header: string): readonly TimedStep[] =>
  header.split(',').flatMap((entry) => {
    const [, name, duration] = ENTRY.exec(entry) ?? [];
    return name !== undefined && duration !== undefined ? [{ name, ms: Number(duration) }] : [];
  });
