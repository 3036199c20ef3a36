/** The runtimes of Lambda for Node, and the last day on which Lambda supports each, as AWS listed them in November 2026. */
const SUPPORTED_UNTIL = { 'nodejs22.x': '2027-04-30', 'nodejs24.x': '2028-04-30' } as const;

export const LAMBDA_RUNTIME = 'nodejs24.x' satisfies keyof typeof SUPPORTED_UNTIL;

export const RUNTIME_SUPPORTED_UNTIL: string = SUPPORTED_UNTIL[LAMBDA_RUNTIME];

/** The version of Node for which functions are bundled, as esbuild names it. */
export const BUNDLE_TARGET = `node${Number.parseInt(LAMBDA_RUNTIME.slice('nodejs'.length), 10)}`;
