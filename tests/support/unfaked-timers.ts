/** Timers that stay real while a test fakes the clocks, because the sockets of real services need them. */
export const UNFAKED_TIMERS = [
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'clearTimeout',
] as const;
