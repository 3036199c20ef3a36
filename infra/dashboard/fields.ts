/** A map of the dashboard file. */
export type Fields = Readonly<Record<string, unknown>>;

/** True if a value is a map. */
export const hasFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a map as it is, and an empty map for any other value. */
export const asFields = (value: unknown): Fields => (hasFields(value) ? value : {});
