const STAGE = /^[a-z][a-z0-9]*$/;

/**
 * The stage that is not allowed. Some families begin with `mixed-`, so function names would be ambiguous: the family
 * list of the dashboard ops-dev in the stage mixed, and the family mixed-list of ops in dev, have the same function
 * name.
 */
const RESERVED = 'mixed';

/**
 * Returns the reason why a stage name is not allowed, if any. With hyphens, the dashboard ops in eu-prod and the
 * dashboard ops-eu in prod would be the same stack.
 */
export const stageRefusal = (stage: string): string | undefined => {
  if (!STAGE.test(stage)) return 'must be lower-case letters and digits with a letter first, such as dev';
  return stage === RESERVED ? `must not be ${RESERVED}, because names of families begin with that word` : undefined;
};
