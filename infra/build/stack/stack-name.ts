/** The CloudFormation stack of a dashboard in a stage. */
export const stackNameOf = (dashboard: string, stage: string): string => `wallfeed-${dashboard}-${stage}`;
