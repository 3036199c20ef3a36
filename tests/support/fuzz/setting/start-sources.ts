import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { startParameterStore } from '../../../../infra/local/emulators/ssm.ts';
import { serveObjects } from '../../cloud/serve-objects.ts';
import { type RawReply, serveStatements } from '../../cloud/serve-statements.ts';
import { canaries } from './canaries.ts';

/** By the names of tables. A document has the name `document`. */
export interface Fixtures {
  readonly objects?: Readonly<Record<string, Uint8Array>>;
  readonly results?: Readonly<Record<string, RawReply>>;
}

export interface Sources {
  replace(fixtures: Fixtures): void;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const TABLE_OF_STATEMENT = new RegExp(`${canaries.statement}(\\w+)`);

/** Larger objects are not sent in small pieces. */
const MAX_PIECED_BYTES = 2_000;
const MAX_PIECE_BYTES = 60;
/** More pieces would not split more kinds of characters. */
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

const NO_RESULT: RawReply = { status: 404, error: 'NotFoundException', body: '{}' };

/** @param secrets path of a .secrets.yml. */
export const startSources = async (secrets: string): Promise<Sources> => {
  let fixtures: Fixtures = {};
  let version = 0;
  const [objects, results, parameters] = await Promise.all([
    serveObjects({
      find: (key) => {
        const [, name = ''] = /([^/]+)\.\w+$/.exec(key) ?? [];
        const bytes = fixtures.objects?.[name];
        return bytes && { bytes, etag: `${version}-${name}` };
      },
      send: (response, bytes) => send(response, Buffer.from(bytes), version),
    }),
    serveStatements(({ sql }) => fixtures.results?.[TABLE_OF_STATEMENT.exec(sql)?.[1] ?? ''] ?? NO_RESULT),
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
