/** First pause before looking at a query again. Later pauses grow. */
export const POLL_MS = 100;
export const POLL_GROWTH = 1.5;
export const MAX_POLL_MS = 800;
/** First pause after Athena refused a call because there were too many. The pause doubles with each refusal. */
export const THROTTLED_MS = 250;
export const MAX_THROTTLED_MS = 2_000;
