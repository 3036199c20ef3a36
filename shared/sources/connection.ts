/** How long a connection to a service may take to open, in milliseconds; another attempt may find a better one. */
export const CONNECTION = { connectionTimeout: 1_000 } as const;

/** For services that begin to answer at once: one that does not in this time is asked again on another connection. */
export const QUICK = { ...CONNECTION, requestTimeout: 2_500, throwOnRequestTimeout: true } as const;
