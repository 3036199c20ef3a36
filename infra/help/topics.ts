/** A document that `wallfeed help` prints, or some of its sections. */
export interface TopicPart {
  /** The document's path from the project's root. */
  readonly document: string;
  /** The headings of the sections. Without them, the topic is the whole document. */
  readonly sections?: readonly string[];
}

export interface Topic {
  readonly summary: string;
  readonly parts: readonly TopicPart[];
}

const OPERATING = 'infra/README.md';
const DEPLOYING = 'infra/deploy/README.md';

/** The front ends with a page of their own, in the order of the topic. */
const CLIENT_PAGES = 'parameters goview amis sugar jimureport dataroom dataease aj-report datav infinity'.split(' ');

const TABLE = {
  folder: {
    summary: 'the dashboard folder, every key of dashboard.yml with its example, .secrets.yml',
    parts: [{ document: 'infra/dashboard/README.md' }],
  },
  selections: {
    summary: 'how a component gets its rows from a file in any form: columns, totals, filters, time windows',
    parts: [{ document: 'schemas/selections.md' }],
  },
  datasets: {
    summary: 'how one file or one query feeds many components',
    parts: [{ document: 'schemas/datasets.md' }],
  },
  'data-lake': {
    summary: 'from files in S3 to a dataset: tables, partitions, samples, rights',
    parts: [{ document: 'schemas/data-lake.md' }],
  },
  clients: {
    summary: 'front ends other than the platform, such as GoView or amis',
    parts: ['README', ...CLIENT_PAGES].map((page) => ({ document: `schemas/clients/${page}.md` })),
  },
  'local-athena': {
    summary: 'the SQL of Athena that runs on this machine',
    parts: [{ document: 'schemas/local-athena.md' }],
  },
  components: {
    summary: 'how to find a component',
    parts: [{ document: 'schemas/README.md', sections: ['Finding a component'] }],
  },
  errors: {
    summary: 'all error codes of responses, and what to do',
    parts: [{ document: 'shared/README.md', sections: ['Errors'] }],
  },
  console: {
    summary: 'the local stack, and the page that draws every endpoint',
    parts: [{ document: 'infra/console/README.md' }],
  },
  deploy: {
    summary: 'what a deployment changes and asks, the way back, who may deploy',
    parts: [
      { document: OPERATING, sections: ['Deploying'] },
      { document: DEPLOYING, sections: ['Who may deploy', 'The diff as JSON', 'What cannot be known without AWS'] },
    ],
  },
  data: {
    summary: 'uploading files, the database, a data lake',
    parts: [
      { document: OPERATING, sections: ['Data'] },
      { document: DEPLOYING, sections: ['Data lake'] },
    ],
  },
  tokens: {
    summary: 'secrets of requests, and how to replace them',
    parts: [{ document: OPERATING, sections: ['Tokens'] }],
  },
  cost: {
    summary: 'what a dashboard costs in a month, and what lowers it',
    parts: [{ document: 'infra/cost/README.md' }],
  },
  actual: {
    summary: 'what a dashboard really used, why it differs from the forecast, and the fields of a log line',
    parts: [{ document: 'infra/cost/actual/README.md' }],
  },
  watching: {
    summary: 'metrics, alarms and logs',
    parts: [{ document: OPERATING, sections: ['Watching'] }],
  },
  security: {
    summary: 'what a token protects, and what it does not',
    parts: [{ document: OPERATING, sections: ['Security'] }],
  },
  upgrade: {
    summary: 'installing a new version',
    parts: [{ document: OPERATING, sections: ['Installing and upgrading'] }],
  },
} satisfies Record<string, Topic>;

/** The topics of `wallfeed help`, by their names. */
export const TOPICS: ReadonlyMap<string, Topic> = new Map(Object.entries(TABLE));
