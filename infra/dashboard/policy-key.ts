/**
 * Matches characters that IAM policies cannot contain (all outside Latin-1), or that have a special meaning in them.
 */
const UNWRITABLE = /[^\x20-\xff]|[*?$]/gu;

/**
 * Writes the key of an object for a policy. Each character that a policy cannot contain becomes `?`, which matches any
 * one character.
 */
export const policyKey = (key: string): string => key.replace(UNWRITABLE, '?');
