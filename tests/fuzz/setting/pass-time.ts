const realNow = performance.now.bind(performance);
let passedMs = 0;

Object.defineProperty(performance, 'now', { value: () => realNow() + passedMs });

/** Moves the monotonic clock of this process forward, so that ages and cooldowns count as longer. */
export const passTime = (milliseconds: number): void => {
  passedMs += milliseconds;
};
