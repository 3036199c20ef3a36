export const groups = ['requests', 'documents', 'csv', 'sql', 'bombs'] as const;

export type Group = (typeof groups)[number];

/** In a thousand cases. A bomb takes as long as a hundred other cases. */
const SHARES: Readonly<Record<Group, number>> = { requests: 215, documents: 210, csv: 215, sql: 335, bombs: 25 };

export const runsOf = (group: Group, allRuns: number): number =>
  Math.max(1, Math.round((allRuns * SHARES[group]) / 1_000));
