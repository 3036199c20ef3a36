/** The entries of a list that are drawn, and a note if some are left out. */
export interface Limited<One> {
  readonly shown: readonly One[];
  readonly notes: readonly string[];
}

/** Limits a list to `max` entries, so that the drawing stays legible and a large response does not block the page. */
export const limitTo = <One>(all: readonly One[], max: number, what: string): Limited<One> => ({
  shown: all.slice(0, max),
  notes: all.length > max ? [`The first ${max} of ${all.length} ${what} are drawn`] : [],
});
