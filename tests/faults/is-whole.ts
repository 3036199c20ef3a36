/** Whether every fault meets everything that it can meet, or each of them but one thing. */
export const isWhole = process.env.WALLFEED_FAULTS === 'all';
