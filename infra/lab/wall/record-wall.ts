import type { Answer, Answered } from './ask-function.ts';
import type { Place } from './plan-asks.ts';

/** Durations are in milliseconds, added up over all components on all screens. */
export interface WallRecord {
  /** From a response to the next response of the same component on the same screen. */
  readonly shown: number;
  readonly blank: number;
  readonly stale: number;
  /** On one screen, for one component, without interruption. */
  readonly longestBlank: number;
  readonly longestStale: number;
  /** Age in seconds. */
  readonly oldest: number;
  readonly slowest: number;
}

export interface AnswerCounts {
  readonly states: Readonly<Record<Answered, number>>;
  /** By error code. */
  readonly failures: Readonly<Record<string, number>>;
  /** By the reason that no newer response was made. */
  readonly reasons: Readonly<Record<string, number>>;
}

interface Showing {
  state: Answered;
  since: number;
  stateSince: number;
}

export interface WallRecorder {
  note(place: Place, answer: Answer, askedAt: number, answeredAt: number): void;
  /** Screens go off, or the simulation ends. Responses to earlier requests are not shown any longer. */
  turnOff(at: number): void;
  counts(): AnswerCounts;
  countsOf(component: number): AnswerCounts;
  record(): WallRecord;
}

const createCounts = () => ({
  states: { fresh: 0, hit: 0, revalidated: 0, stale: 0, failed: 0 } satisfies Record<Answered, number>,
  failures: {} as Record<string, number>,
  reasons: {} as Record<string, number>,
});

export const createWallRecorder = (components: number): WallRecorder => {
  const totals = createCounts();
  const countsOf = Array.from({ length: components }, createCounts);
  const showing = new Map<Place, Showing>();
  const time = { shown: 0, failed: 0, stale: 0 };
  const longest = { failed: 0, stale: 0 };
  let oldest = 0;
  let slowest = 0;
  let offAt = Number.NEGATIVE_INFINITY;

  const close = ({ state, since, stateSince }: Showing, at: number): void => {
    time.shown += at - since;
    if (state !== 'failed' && state !== 'stale') return;
    time[state] += at - since;
    longest[state] = Math.max(longest[state], at - stateSince);
  };
  const count = ({ states, failures, reasons }: ReturnType<typeof createCounts>, { state, reason }: Answer): void => {
    states[state] += 1;
    const words = { failed: failures, stale: reasons }[String(state)];
    if (words && reason) words[reason] = (words[reason] ?? 0) + 1;
  };

  return {
    note: (place, answer, askedAt, answeredAt) => {
      const counts = countsOf[place.component];
      if (counts) count(counts, answer);
      count(totals, answer);
      oldest = Math.max(oldest, answer.age);
      slowest = Math.max(slowest, answeredAt - askedAt);
      if (askedAt < offAt) return;
      const before = showing.get(place);
      if (before) close(before, answeredAt);
      const goesOn = before?.state === answer.state;
      const stateSince = before && goesOn ? before.stateSince : answeredAt;
      showing.set(place, { state: answer.state, since: answeredAt, stateSince });
    },
    turnOff: (at) => {
      for (const last of showing.values()) close(last, at);
      showing.clear();
      offAt = at;
    },
    counts: () => totals,
    countsOf: (component) => countsOf[component] ?? createCounts(),
    record: () => ({
      shown: time.shown,
      blank: time.failed,
      stale: time.stale,
      longestBlank: longest.failed,
      longestStale: longest.stale,
      oldest,
      slowest,
    }),
  };
};
