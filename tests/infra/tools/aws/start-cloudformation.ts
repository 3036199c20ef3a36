import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { deployTemplate, type FakeResource, type FakeStack } from './fake-stack.ts';
import type { S3 } from './start-s3.ts';
import { answer, failure, fields, members, type Reply } from './xml.ts';

export interface CloudFormation {
  readonly url: string;
  /** Stacks by their names; what is not here does not exist. */
  readonly stacks: Map<string, FakeStack>;
  /** The actions that were asked for. */
  readonly actions: string[];
  /** The next call meets this error. */
  fail(code: string, message: string, status?: number): void;
  close(): Promise<void>;
}

const PAGE = 2;
const TIME = '2026-11-01T00:00:00Z';
const BUCKET = 'AWS::S3::Bucket';

const describeStacks = (name: string, { status, isProtected = false, outputs }: FakeStack): string => {
  const pairs = Object.entries(outputs).map(([OutputKey, OutputValue]) => fields({ OutputKey, OutputValue }));
  const StackId = `arn:${name}`;
  const own = fields({ StackId, StackName: name, CreationTime: TIME, StackStatus: status });
  const protection = fields({ EnableTerminationProtection: String(isProtected) });
  return members('Stacks', [own + protection + members('Outputs', pairs)]);
};

const resourceFields = ({ logicalId, type, id }: FakeResource): string =>
  fields({
    LogicalResourceId: logicalId,
    PhysicalResourceId: id,
    ResourceType: type,
    ResourceStatus: 'CREATE_COMPLETE',
    LastUpdatedTimestamp: TIME,
  });

const listResources = ({ resources }: FakeStack, token: string | null): string => {
  const start = Number(token ?? 0);
  const next = start + PAGE < resources.length ? fields({ NextToken: String(start + PAGE) }) : '';
  return members('StackResourceSummaries', resources.slice(start, start + PAGE).map(resourceFields)) + next;
};

const stackEvents = (name: string, status: string): string => {
  const event = (EventId: string, ResourceStatus: string): string =>
    fields({
      EventId,
      ResourceStatus,
      StackId: `arn:${name}`,
      StackName: name,
      LogicalResourceId: name,
      ResourceType: 'AWS::CloudFormation::Stack',
      Timestamp: TIME,
    });
  const started = status.replace(/_COMPLETE$/, '_IN_PROGRESS');
  return members('StackEvents', [event(`${status}-2`, status), event(`${status}-1`, started)]);
};

/** What osls asks of Lambda and of ECR: nothing is there. */
const answerOther = ({ headers }: IncomingMessage, response: ServerResponse): void => {
  const name = headers['x-amz-target'] ? 'RepositoryNotFoundException' : 'ResourceNotFoundException';
  response.writeHead(404, { 'content-type': 'application/json', 'x-amzn-errortype': name });
  response.end(JSON.stringify({ __type: name, message: 'not found' }));
};

/** A stand-in for CloudFormation on 127.0.0.1, as far as the commands and osls ask it: deploying is instant. */
export const startCloudFormation = async (s3?: S3): Promise<CloudFormation> => {
  const stacks = new Map<string, FakeStack>();
  const failures: Reply[] = [];
  const actions: string[] = [];
  const deleted = new Set<string>();
  let changeSet: FakeStack | undefined;

  const readTemplate = async (parameters: URLSearchParams): Promise<string> => {
    const [, bucket = '', ...key] = new URL(parameters.get('TemplateURL') ?? 'none:').pathname.split('/');
    return parameters.get('TemplateBody') ?? (await s3?.read(bucket, decodeURIComponent(key.join('/')))) ?? '';
  };

  const execute = async (name: string, next: FakeStack): Promise<void> => {
    const before = stacks.get(name)?.resources.map(({ id }) => id) ?? [];
    for (const { type, id } of next.resources) if (type === BUCKET && !before.includes(id)) await s3?.create(id);
    stacks.set(name, next);
  };

  const change = async (action: string, name: string, parameters: URLSearchParams): Promise<string | undefined> => {
    if (action === 'CreateChangeSet') {
      const status = `${parameters.get('ChangeSetType')}_COMPLETE`;
      changeSet = deployTemplate(name, JSON.parse(await readTemplate(parameters)), status);
      return fields({ Id: 'set', StackId: `arn:${name}` });
    }
    if (action === 'DescribeChangeSet') return fields({ Status: 'CREATE_COMPLETE', StackId: `arn:${name}` });
    if (action === 'ExecuteChangeSet' && changeSet) await execute(name, changeSet);
    if (action === 'DeleteStack' && stacks.delete(name)) deleted.add(name);
    return /^(ExecuteChangeSet|DeleteChangeSet|DeleteStack|ValidateTemplate)$/.test(action) ? '' : undefined;
  };

  const read = (action: string, name: string, stack: FakeStack, parameters: URLSearchParams): Reply => {
    if (action === 'DescribeStacks') return answer(action, describeStacks(name, stack));
    if (action === 'ListStackResources') return answer(action, listResources(stack, parameters.get('NextToken')));
    if (action === 'DescribeStackEvents') return answer(action, stackEvents(name, stack.status));
    const found = stack.resources.find(({ logicalId }) => logicalId === parameters.get('LogicalResourceId'));
    if (action !== 'DescribeStackResource' || !found) return failure('ValidationError', `no ${action} here`);
    return answer(action, `<StackResourceDetail>${resourceFields(found)}</StackResourceDetail>`);
  };

  const reply = async (parameters: URLSearchParams): Promise<Reply> => {
    const action = parameters.get('Action') ?? '';
    const name = (parameters.get('StackName') ?? '').replace(/^arn:/, '');
    actions.push(action);
    if (action === 'GetCallerIdentity')
      return answer(action, fields({ Account: '000000000000', Arn: 'arn:aws:iam::000000000000:user/local' }));
    const changed = await change(action, name, parameters);
    if (changed !== undefined) return answer(action, changed);
    if (action === 'DescribeStackEvents' && deleted.has(name))
      return answer(action, stackEvents(name, 'DELETE_COMPLETE'));
    const stack = stacks.get(name);
    if (!stack) return failure('ValidationError', `Stack with id ${name} does not exist`);
    return read(action, name, stack, parameters);
  };

  const server = createServer(async (request, response) => {
    const parameters = new URLSearchParams(await text(request));
    if (!parameters.has('Action')) return answerOther(request, response);
    const { status, body } = failures.shift() ?? (await reply(parameters));
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stacks,
    actions,
    fail: (code, message, status) => void failures.push(failure(code, message, status)),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
