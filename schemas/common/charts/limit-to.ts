/** The part of a list that is drawn, and a note if that is not all of it. */
export interface Limited<One> {
  readonly shown: readonly One[];
  readonly notes: readonly string[];
}

/** Limits a list to as many entries as can be told apart, so that a large response does not block the page. */
export const limitTo = <One>(all: readonly One[], max: number, what: string): Limited<One> => ({
  shown: all.slice(0, max),
  notes: all.length > max ? [`The first ${max} of ${all.length} ${what} are drawn`] : [],
});
