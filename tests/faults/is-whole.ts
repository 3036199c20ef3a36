/** True if each fault is tried with everything that it can meet, false if with one thing only. */
export const isWhole = process.env.WALLFEED_FAULTS === 'all';
