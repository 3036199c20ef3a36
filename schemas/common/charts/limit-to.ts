/** The part of a list that is drawn, and a note if that is not all of it. */
export interface Limited<One> {
  readonly shown: readonly One[];
  readonly notes: readonly string[];
}

/** Draws no more than could be told apart, so that a large response does not hold up the page. */
export const limitTo = <One>(all: readonly One[], max: number, what: string): Limited<One> => ({
  shown: all.slice(0, max),
  notes: all.length > max ? [`The first ${max} of ${all.length} ${what} are drawn`] : [],
});
