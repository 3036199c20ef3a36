const STAGE = /^[a-z][a-z0-9]*$/;

/**
 * Families whose names have a hyphen begin with it: the family list of the dashboard ops-dev at the stage mixed would share
 * its function's name with mixed-list of ops at dev.
 */
const RESERVED = 'mixed';

/** Why a stage cannot be part of the names in AWS; a hyphen would make ops at eu-prod the same stack as ops-eu at prod. */
export const stageRefusal = (stage: string): string | undefined => {
  if (!STAGE.test(stage)) return 'is lower-case letters and digits, a letter first, such as dev';
  return stage === RESERVED ? `cannot be ${RESERVED}, which begins names of families` : undefined;
};
