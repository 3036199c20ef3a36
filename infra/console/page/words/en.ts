/** The page's own words in English. */
export const english = {
  console: 'Console',
  wall: 'Wall',
  gallery: 'Gallery',
  dashboard: 'Dashboard',
  tryFile: 'Try a CSV file',
  askAgain: 'Ask again',
  filter: 'Filter',
  filterHint: 'name, component or source',
  timeWindow: 'Time window',
  polling: (seconds: string) => `Ask every ${seconds} s`,
  copyUrl: 'Copy URL',
  copyCurl: 'Copy curl',
  details: 'Details',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying.',
  pending: 'Waiting for the first response',
  empty: 'Empty: the response has no data, so the component shows nothing.',
  stale: (age: string) => `stale: ${age} old`,
  staleReason: 'Why',
  old: (age: string) => `${age} old`,
  all: 'All',
  status: { pending: 'pending', drawn: 'drawn', empty: 'empty', stale: 'stale', failed: 'failed' },
  noMatch: 'No endpoint matches the filter.',
  disclaimer:
    'These pictures are drawn by Wallfeed from the live responses. The platform draws its components in its own way.',
  line: (line: number) => `line ${line}`,
  row: (row: number) => `row ${row}`,
  column: (column: number, name?: string) => `column ${column}${name ? ` (${name})` : ''}`,
  blank: 'blank',
  request: 'Request',
  response: 'Response',
  headers: 'Headers',
  body: 'Body',
  timing: 'Where the time went',
  close: 'Close',
  frame: 'The component loads this address in a frame. The console does not.',
  unknownNames: (names: string) => `The map does not know these names, so their values are not drawn: ${names}.`,
  limitedTo: (origins: string) =>
    `Browsers let only pages of these origins read this response (CORS, the key origins of dashboard.yml): ${origins || 'none'}. The console is not affected.`,
  tokenLabel: 'Token of the dashboard',
  tokenHint:
    'Kept in the memory of the console on this machine, and used to sign requests. It is not sent to the page or stored.',
  useToken: 'Use token',
  tokenKept: 'Requests are signed now.',
  lacksToken: 'Endpoints with a token cannot be asked: .secrets.yml has no value for it.',
  connectionLost: 'The console has ended. Start it again; this page connects by itself.',
  minutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
  hours: (n: number) => (n === 1 ? '1 hour' : `${n} hours`),
  days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
} as const;

type Widen<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Widen<T[K]> };

/** The page's own words in one language. */
export type Words = Widen<typeof english>;
