import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FakeResource, FakeStack } from '../fake-stack.ts';
import { type Listening, listen, type State } from '../listen.ts';
import type { S3 } from '../start-s3.ts';
import { answer, element, failure, fields, type Reply } from '../xml.ts';
import { answerCall, createCall } from './answer-call.ts';
import type { Databases } from './cluster-handler.ts';
import type { Pace } from './render-stack.ts';
import { createStackStore, type StackStore } from './stack-store.ts';

export interface CloudFormation extends Listening {
  readonly state: State;
  /** The stacks of the region that is called first, by name. */
  readonly stacks: Map<string, FakeStack>;
  readonly roles: ReadonlyMap<string, string>;
  stacksIn(region: string): ReadonlyMap<string, FakeStack>;
  changeSets(stack: string): readonly string[];
  readonly actions: string[];
  /** The next update that creates or changes this resource fails and rolls back. */
  failAt(logicalId: string, reason: string): void;
  /** All updates that change this resource fail, and rollbacks too; undefined lets them succeed again. */
  failAlways(logicalId: string, reason: string | undefined): void;
  changeByHand(logicalId: string, property: string, value: unknown): void;
  deleteByHand(logicalId: string): Promise<void>;
  outside(): readonly FakeResource[];
  /** The oldest first. */
  versions(functionName: string): readonly number[];
  /** The zones of the region. Those with a default subnet come first. */
  readonly zones: { withDefaultSubnet: readonly string[]; others: readonly string[] };
  /** The next call other than GetCallerIdentity fails. */
  fail(code: string, message: string, status?: number): void;
}

/** AWS allows the call to everyone who is signed in. */
const OPEN_CALL = 'GetCallerIdentity';

const answerEc2 = (action: string, { withDefaultSubnet, others }: CloudFormation['zones']): Reply | undefined => {
  const list = (tag: string, zones: readonly string[]): Reply =>
    answer(action, zones.map((zone) => element('item', fields({ [tag]: zone }))).join(''));
  if (action === 'DescribeSubnets') return list('availabilityZone', withDefaultSubnet);
  if (action === 'DescribeAvailabilityZones') return list('zoneName', [...withDefaultSubnet, ...others]);
  return undefined;
};

const regionOf = ({ headers }: IncomingMessage): string =>
  /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? 'us-east-1';

/** Returns the stacks of each region. The region that is called first has the given ones. */
const createRegions = (first: StackStore, create: () => StackStore): ((region: string) => StackStore) => {
  const stores = new Map<string, StackStore>();
  return (region) => {
    const found = stores.get(region) ?? (stores.size === 0 ? first : create());
    stores.set(region, found);
    return found;
  };
};

/**
 * Starts a CloudFormation emulator on 127.0.0.1, which also answers a few calls of STS, EC2 and Lambda. It creates
 * change sets by AWS's update rules, and supports stack policies, termination protection and rollbacks. With the
 * default pace, an operation is in progress until it has been described once.
 * @param s3 emulator in which buckets are created.
 * @param databases clusters of the account. A deleted cluster leaves a snapshot, and a protected cluster is not
 * deleted.
 * @param outputs values that replace outputs of all stacks, such as an address that answers.
 */
export const startCloudFormation = async (
  s3?: S3,
  databases?: Databases,
  pace?: Pace,
  outputs?: Readonly<Record<string, string>>,
): Promise<CloudFormation> => {
  const store = createStackStore(s3, databases, pace, outputs);
  const storeIn = createRegions(store, () => createStackStore(s3, databases, pace, outputs));
  const failures: Reply[] = [];
  const actions: string[] = [];
  const zones: CloudFormation['zones'] = { withDefaultSubnet: ['a', 'b', 'c'], others: [] };

  const resourceOf = (logicalId: string): FakeResource => {
    const all = Array.from(store.stacks.values(), ({ resources }) => resources).flat();
    const found = all.find((one) => one.logicalId === logicalId);
    if (!found) throw new Error(`no stack has the resource ${logicalId}`);
    return found;
  };
  const server = createServer(async (request, response) => {
    const region = regionOf(request);
    const { account } = storeIn(region);
    const ofLambda = await account.versions.answer(request, account.remove);
    if (ofLambda) {
      actions.push(`Lambda ${request.method}`);
      response.writeHead(ofLambda.status, ofLambda.headers).end(ofLambda.body);
      return;
    }
    const parameters = new URLSearchParams(await text(request));
    const call = createCall(parameters, region);
    actions.push(call.action);
    const failed = call.action === OPEN_CALL ? undefined : failures.shift();
    const { status, body } = failed ?? answerEc2(call.action, zones) ?? (await answerCall(call, storeIn(region), s3));
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  return {
    ...(await listen(server)),
    state: store.state,
    stacks: store.stacks,
    roles: store.roles,
    stacksIn: (region) => storeIn(region).stacks,
    changeSets: (stack) => [...store.changeSets(stack).keys()],
    actions,
    zones,
    versions: store.account.versions.numbers,
    failAt: store.account.failAt,
    failAlways: store.account.failAlways,
    changeByHand: (logicalId, property, value) => store.account.byHand.change(resourceOf(logicalId), property, value),
    deleteByHand: (logicalId) => store.account.deleteByHand(resourceOf(logicalId)),
    outside: () => store.account.outside(Array.from(store.stacks.values(), ({ resources }) => resources)),
    fail: (code, message, status) => void failures.push(failure(code, message, status)),
  };
};
