import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { S3_ERRORS } from '../../../../infra/local/emulators/s3.ts';
import { type EmulatorServer, startEmulatorServer } from '../../../../infra/local/emulators/server/emulator-server.ts';
import { JSON_ERRORS } from '../../../../infra/local/emulators/server/json-emulator.ts';
import { startParameterStore } from '../../../../infra/local/emulators/ssm.ts';
import { canaries } from './canaries.ts';

/** The raw reply of the Data API. A broken service may send text that is not JSON. */
export interface DataReply {
  readonly status: number;
  /** The name of the error in the header. */
  readonly error?: string;
  readonly text: string;
}

/** The contents of the sources for one case, by the names of its tables. A document has the name `document`. */
export interface Fixtures {
  readonly objects?: Readonly<Record<string, Uint8Array>>;
  readonly results?: Readonly<Record<string, DataReply>>;
}

export interface Sources {
  /** Replaces the contents of the sources by a new version. */
  replace(fixtures: Fixtures): void;
  /** The environment variables that give functions the addresses of the sources. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const NO_SUCH_KEY = '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';
const TABLE_OF_STATEMENT = new RegExp(`${canaries.statement}(\\w+)`);

/** Size of the largest object that is sent in small pieces. */
const MAX_PIECED_BYTES = 2_000;
const MAX_PIECE_BYTES = 60;
/** Maximum number of pieces of an object. More pieces would not split more kinds of characters. */
const MAX_PIECES = 12;

/** Sends an object. Sends every second small object in pieces, which may end inside of a character. */
const send = async (response: ServerResponse, object: Uint8Array, version: number): Promise<void> => {
  if (version % 2 === 0 && object.length < MAX_PIECED_BYTES) {
    const size = Math.max(1 + (version % MAX_PIECE_BYTES), Math.ceil(object.length / MAX_PIECES));
    response.socket?.setNoDelay();
    for (let at = 0; at < object.length && !response.destroyed; at += size) {
      response.write(object.subarray(at, at + size));
      await setImmediate();
    }
    response.end();
  } else response.end(object);
};

/** Starts an emulator of S3 with the objects of the current case. Each object has its own ETag. */
const startObjects = (
  currentObjects: () => Readonly<Record<string, Uint8Array>>,
  version: () => number,
): Promise<EmulatorServer> =>
  startEmulatorServer({
    answer: ({ request }, response) => {
      const name = /\/([^/?]+)\.\w+(?:\?|$)/.exec(request.url ?? '')?.[1] ?? '';
      const object = currentObjects()[name];
      const etag = `"${version()}-${name}"`;
      if (!object) response.writeHead(404, { 'content-type': 'application/xml' }).end(NO_SUCH_KEY);
      else if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else void send(response.writeHead(200, { etag, 'content-length': object.length }), object, version());
    },
    refuse: (response) => response.writeHead(500).end(),
    errors: S3_ERRORS,
  });

const NO_RESULT: DataReply = { status: 404, error: 'NotFoundException', text: '{}' };

/** Starts an emulator of the Data API with the results of the current case, by the table that the statement names. */
const startResults = (currentReplies: () => Readonly<Record<string, DataReply>>): Promise<EmulatorServer> =>
  startEmulatorServer({
    answer: ({ body }, response) => {
      const name = TABLE_OF_STATEMENT.exec(body.toString())?.[1] ?? '';
      const { status, error, text } = currentReplies()[name] ?? NO_RESULT;
      const type = { 'content-type': 'application/json', ...(error && { 'x-amzn-errortype': error }) };
      const bytes = Buffer.from(text);
      response.writeHead(status, { ...type, 'content-length': bytes.length }).end(bytes);
    },
    refuse: (response) => response.writeHead(500).end(),
    errors: JSON_ERRORS,
  });

/**
 * Starts emulators of S3, the Data API and the parameter store on 127.0.0.1.
 * @param secrets path of a .secrets.yml.
 */
export const startSources = async (secrets: string): Promise<Sources> => {
  let fixtures: Fixtures = {};
  let version = 0;
  const [objects, results, parameters] = await Promise.all([
    startObjects(
      () => fixtures.objects ?? {},
      () => version,
    ),
    startResults(() => fixtures.results ?? {}),
    startParameterStore({ secrets }),
  ]);
  return {
    replace: (nextFixtures) => {
      fixtures = nextFixtures;
      version++;
    },
    environment: {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: canaries.accessKey,
      AWS_SECRET_ACCESS_KEY: canaries.secretKey,
      AWS_SESSION_TOKEN: canaries.sessionToken,
      AWS_ENDPOINT_URL_S3: objects.url,
      AWS_ENDPOINT_URL_RDS_DATA: results.url,
      AWS_ENDPOINT_URL_SSM: parameters.url,
      WALLFEED_BUCKET: canaries.bucket,
      WALLFEED_CLUSTER_ARN: canaries.cluster,
      WALLFEED_SECRET_ARN: canaries.secret,
      WALLFEED_DATABASE: canaries.database,
    },
    close: async () => {
      await Promise.all([objects.close(), results.close(), parameters.close()]);
    },
  };
};
