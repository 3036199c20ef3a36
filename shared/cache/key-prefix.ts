/** Returns the prefix of a function's keys in the shared table. IAM allows the function no other items. */
export const keyPrefixOf = (family: string): string => `${family}#`;
