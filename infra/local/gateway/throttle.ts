import type { ThrottleLimits } from '../read-service.ts';

/**
 * Creates a token bucket: a function that returns true if a request is within rate and burst. `now` is in milliseconds.
 */
export const createThrottle = ({ rate, burst }: ThrottleLimits, now: () => number = () => performance.now()) => {
  let tokens = burst;
  let filled = now();
  return (): boolean => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - filled) / 1000) * rate);
    filled = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};
