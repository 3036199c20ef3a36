import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FakeStack } from '../fake-stack.ts';
import { type Listening, listen } from '../listen.ts';
import type { S3 } from '../start-s3.ts';
import { failure, type Reply } from '../xml.ts';
import { answerCall, createCall } from './answer-call.ts';
import type { Databases } from './cluster-handler.ts';
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
  /** Makes the next call fail with this error. */
  fail(code: string, message: string, status?: number): void;
}

/** Responds to the calls that osls makes to Lambda and ECR. No function or repository exists. */
const answerOther = ({ headers }: IncomingMessage, response: ServerResponse): void => {
  const name = headers['x-amz-target'] ? 'RepositoryNotFoundException' : 'ResourceNotFoundException';
  response.writeHead(404, { 'content-type': 'application/json', 'x-amzn-errortype': name });
  response.end(JSON.stringify({ __type: name, message: 'not found' }));
};

/** Returns the region for which a request was signed. */
const regionOf = ({ headers }: IncomingMessage): string =>
  /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? 'us-east-1';

/**
 * Starts a CloudFormation emulator on 127.0.0.1. It creates change sets by AWS's update rules, and supports stack
 * policies, termination protection and rollbacks. Executing a change set takes no time.
 * @param s3 emulator in which buckets are created.
 * @param databases clusters of the account. A deleted cluster leaves a snapshot, and a protected cluster is not
 * deleted.
 */
export const startCloudFormation = async (s3?: S3, databases?: Databases): Promise<CloudFormation> => {
  const store = createStackStore(s3, databases);
  const failures: Reply[] = [];
  const actions: string[] = [];

  const server = createServer(async (request, response) => {
    const parameters = new URLSearchParams(await text(request));
    if (!parameters.has('Action')) return answerOther(request, response);
    const call = createCall(parameters, regionOf(request));
    actions.push(call.action);
    const { status, body } = failures.shift() ?? (await answerCall(call, store, s3));
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  return {
    ...(await listen(server)),
    stacks: store.stacks,
    changeSets: (stack) => [...store.changeSets(stack).keys()],
    actions,
    failAt: store.failAt,
    fail: (code, message, status) => void failures.push(failure(code, message, status)),
  };
};
