/** True if each fault is tried in every combination with sources and caches. A short run tries each fault once. */
export const isWhole = process.env.WALLFEED_FAULTS === 'all';
