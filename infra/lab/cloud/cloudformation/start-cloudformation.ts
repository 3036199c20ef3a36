import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FakeResource, FakeStack } from '../fake-stack.ts';
import { type Listening, listen } from '../listen.ts';
import type { S3 } from '../start-s3.ts';
import { failure, type Reply } from '../xml.ts';
import { answerCall, createCall } from './answer-call.ts';
import type { Databases } from './cluster-handler.ts';
import type { PageSizes } from './render-stack.ts';
import { createStackStore } from './stack-store.ts';

export interface CloudFormation extends Listening {
  /** The existing stacks, by name. */
  readonly stacks: Map<string, FakeStack>;
  /** Returns the names of a stack's change sets. */
  changeSets(stack: string): readonly string[];
  /** The actions that clients have called. */
  readonly actions: string[];
  /** Makes the next update that creates or changes this resource fail and roll back. */
  failAt(logicalId: string, reason: string): void;
  /** Returns the resources of the account that no stack has. */
  outside(): readonly FakeResource[];
  /** Makes the next call fail with this error, except the one that asks for the account. */
  fail(code: string, message: string, status?: number): void;
}

/** The call that AWS refuses to nobody who is signed in. */
const OPEN_CALL = 'GetCallerIdentity';

/** Returns the region for which a request was signed. */
const regionOf = ({ headers }: IncomingMessage): string =>
  /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? 'us-east-1';

/**
 * Starts a CloudFormation emulator on 127.0.0.1. It creates change sets by AWS's update rules, and supports stack
 * policies, termination protection and rollbacks. An operation is in progress until it has been described once.
 * @param s3 emulator in which buckets are created.
 * @param databases clusters of the account. A deleted cluster leaves a snapshot, and a protected cluster is not
 * deleted.
 */
export const startCloudFormation = async (
  s3?: S3,
  databases?: Databases,
  pages?: PageSizes,
): Promise<CloudFormation> => {
  const store = createStackStore(s3, databases, pages);
  const failures: Reply[] = [];
  const actions: string[] = [];

  const server = createServer(async (request, response) => {
    const parameters = new URLSearchParams(await text(request));
    const call = createCall(parameters, regionOf(request));
    actions.push(call.action);
    const failed = call.action === OPEN_CALL ? undefined : failures.shift();
    const { status, body } = failed ?? (await answerCall(call, store, s3));
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  return {
    ...(await listen(server)),
    stacks: store.stacks,
    changeSets: (stack) => [...store.changeSets(stack).keys()],
    actions,
    failAt: store.account.failAt,
    outside: () => store.account.outside(Array.from(store.stacks.values(), ({ resources }) => resources)),
    fail: (code, message, status) => void failures.push(failure(code, message, status)),
  };
};
