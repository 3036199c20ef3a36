/** Writes a time in UTC in the form of SQL, such as `2026-11-20 08:00:00.000`. */
export const utcText = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
