/** The ages of shown rows, weighted by display time. */
export interface Ages {
  /** Returns the age in seconds that is not exceeded during a share of the display time. */
  readonly quantile: (share: number) => number;
  /** Returns the share of the display time in which the age exceeds a number of seconds. */
  readonly shareOver: (seconds: number) => number;
  /** Share of the display time in which components show an error. */
  readonly blank: number;
}

const SECOND_MS = 1_000;

export interface AgeRecord {
  /** Records that a component shows the rows of a slot for some time. */
  show(slotStart: number, from: number, to: number): void;
  /** Records that a component shows an error for some time. */
  hide(from: number, to: number): void;
  ages(): Ages;
}

/** Creates a record of the ages of shown rows. */
export const createAgeRecord = (): AgeRecord => {
  /** For each age in seconds, how often rows of this age are shown, minus how often rows of the age before are shown. */
  const changes: number[] = [];
  let blankMs = 0;
  let shownMs = 0;
  const change = (second: number, by: number): void => {
    changes[second] = (changes[second] ?? 0) + by;
  };

  const timesByAge = (): readonly number[] => {
    let running = 0;
    return Array.from(changes, (by = 0) => {
      running += by;
      return running;
    });
  };

  return {
    show: (slotStart, from, to) => {
      shownMs += to - from;
      change(Math.floor((from - slotStart) / SECOND_MS), 1);
      change(Math.floor((to - slotStart) / SECOND_MS), -1);
    },
    hide: (from, to) => {
      blankMs += to - from;
    },
    ages: (): Ages => {
      const times = timesByAge();
      const total = times.reduce((sum, time) => sum + time, 0);
      const quantile = (share: number): number => {
        let sum = 0;
        const found = times.findIndex((time) => {
          sum += time;
          return sum >= share * total;
        });
        return Math.max(0, found);
      };
      const shareOver = (seconds: number): number =>
        total === 0 ? 0 : times.slice(Math.floor(seconds) + 1).reduce((sum, time) => sum + time, 0) / total;
      return { quantile, shareOver, blank: blankMs === 0 ? 0 : blankMs / (blankMs + shownMs) };
    },
  };
};
