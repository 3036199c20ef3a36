/** What the keys of a function's items in the shared table begin with. Its role may use no other items. */
export const keyPrefixOf = (family: string): string => `${family}#`;
