/** Returns the user's cache folder of the npm package. Everything in it can be created again. */
export const cacheHome: (env?: Readonly<Record<string, string | undefined>>, platform?: NodeJS.Platform) => string;
