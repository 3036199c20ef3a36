/** How long a connection to a service may take to open, in milliseconds; another attempt may find a better one. */
export const CONNECTION = { connectionTimeout: 1_000 } as const;
