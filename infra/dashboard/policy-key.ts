/** Characters that IAM policies cannot hold (all outside Latin-1) or that have a meaning there. */
const UNWRITABLE = /[^\x20-\xff]|[*?$]/gu;

/** The key of an object as a policy can name it: `?`, which stands for any one character, in place of each unwritable one. */
export const policyKey = (key: string): string => key.replace(UNWRITABLE, '?');
