/** The folder of this user in which the npm package keeps what it can make again. */
export const cacheHome: (env?: Readonly<Record<string, string | undefined>>, platform?: NodeJS.Platform) => string;
