import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerCall, createCall } from './cloudformation/answer-call.ts';
import type { Databases } from './cloudformation/cluster-handler.ts';
import { createStackStore } from './cloudformation/stack-store.ts';
import type { FakeStack } from './fake-stack.ts';
import { type Listening, listen } from './listen.ts';
import type { S3 } from './start-s3.ts';
import { failure, type Reply } from './xml.ts';

export interface CloudFormation extends Listening {
  /** Stacks by their names; what is not here does not exist. */
  readonly stacks: Map<string, FakeStack>;
  /** The names of a stack's change sets. */
  changeSets(stack: string): readonly string[];
  /** The actions that were asked for. */
  readonly actions: string[];
  /** The next update that makes or changes this resource fails at it, and is rolled back. */
  failAt(logicalId: string, reason: string): void;
  /** The next call meets this error. */
  fail(code: string, message: string, status?: number): void;
}

/** Replies to the calls that osls makes to Lambda and ECR, where nothing exists. */
const answerOther = ({ headers }: IncomingMessage, response: ServerResponse): void => {
  const name = headers['x-amz-target'] ? 'RepositoryNotFoundException' : 'ResourceNotFoundException';
  response.writeHead(404, { 'content-type': 'application/json', 'x-amzn-errortype': name });
  response.end(JSON.stringify({ __type: name, message: 'not found' }));
};

/** The region for which a request was signed. */
const regionOf = ({ headers }: IncomingMessage): string =>
  /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? 'us-east-1';

/**
 * Starts a CloudFormation emulator on 127.0.0.1. It makes change sets by AWS's rules of updates and keeps stack policies,
 * termination protection and roll-backs; executing a change set is instant. Buckets are made in `s3`,
 * and databases in `databases`: a protected one is not deleted, and others leave a snapshot.
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
