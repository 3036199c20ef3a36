import type { FakeStack } from '../fake-stack.ts';
import type { S3 } from '../start-s3.ts';
import { answer, element, failure, fields, type Reply } from '../xml.ts';
import type { ChangeSet } from './change-set.ts';
import { EARLY_VALIDATION_FAILED, listValidationEvents, validateEarly } from './early-validation.ts';
import { refuseParameters } from './parameters.ts';
import { MAX_BODY_BYTES, readTemplate } from './refuse-template.ts';
import {
  changeSetArn,
  describeChangeSet,
  describeStack,
  listEvents,
  listResources,
  NO_CHANGES,
  pageOf,
  resourceFields,
} from './render-stack.ts';
import { stuckIn } from './run-update.ts';
import type { StackStore } from './stack-store.ts';

export interface Call {
  readonly action: string;
  readonly parameters: URLSearchParams;
  /** Also if the call names the stack by its ARN. */
  readonly name: string;
  readonly region: string;
}

type CallHandler = (call: Call, store: StackStore, s3?: S3) => Reply | Promise<Reply>;

const REVIEW = 'REVIEW_IN_PROGRESS';
const IDLE = /_(COMPLETE|FAILED)$/;
const UPDATABLE = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;

export const createCall = (parameters: URLSearchParams, region: string): Call => {
  const nameOrArn = parameters.get('StackName') ?? '';
  const name = /^arn:aws:cloudformation:[^:]*:\d*:stack\/([^/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
  return { action: parameters.get('Action') ?? '', parameters, name, region };
};

const invalid = (message: string): Reply => failure('ValidationError', message);

const missing = (name: string): Reply => invalid(`Stack with id ${name} does not exist`);

const pairsOf = (parameters: URLSearchParams, list: string, kind = ''): Readonly<Record<string, string>> => {
  const pairs: Record<string, string> = {};
  for (let index = 1; parameters.has(`${list}.member.${index}.${kind}Key`); index += 1) {
    const prefix = `${list}.member.${index}.${kind}`;
    pairs[parameters.get(`${prefix}Key`) ?? ''] = parameters.get(`${prefix}Value`) ?? '';
  }
  return pairs;
};

const templateText = async ({ parameters }: Call, s3?: S3): Promise<string | Reply> => {
  const body = parameters.get('TemplateBody');
  if (body !== null && Buffer.byteLength(body) > MAX_BODY_BYTES) {
    return invalid(
      `1 validation error detected: Value at 'templateBody' failed to satisfy constraint: Member must have length less than or equal to ${MAX_BODY_BYTES}`,
    );
  }
  if (body !== null) return body;
  const { hostname, pathname } = new URL(parameters.get('TemplateURL') ?? 'none:');
  const [, first = '', ...rest] = decodeURIComponent(pathname).split('/');
  const [, virtual] = /^(.+)\.s3[.-]/.exec(hostname) ?? [];
  const [bucket, key] = virtual ? [virtual, [first, ...rest].join('/')] : [first, rest.join('/')];
  const found = await s3?.read(bucket, key).catch(() => undefined);
  return found ?? invalid('S3 error: The specified key does not exist.');
};

const refuseChangeSet = ({ parameters, name }: Call, store: StackStore): Reply | undefined => {
  const setName = parameters.get('ChangeSetName') ?? '';
  const status = store.stacks.get(name)?.status;
  if (!/^[a-zA-Z][-a-zA-Z0-9]{0,127}$/.test(setName)) {
    return invalid(`1 validation error detected: Value '${setName}' at 'changeSetName' failed to satisfy constraint`);
  }
  if (parameters.get('ChangeSetType') === 'CREATE') {
    if (status === undefined || status === REVIEW) return undefined;
    return invalid(`Stack [${name}] already exists and cannot be created again with the changeSet [${setName}].`);
  }
  if (status === undefined || status === REVIEW) return invalid(`Stack [${name}] does not exist`);
  const current = store.isBusy(name) ? 'UPDATE_IN_PROGRESS' : status;
  if (!UPDATABLE.test(current)) return invalid(`Stack:${name} is in ${current} state and can not be updated.`);
  return store.changeSets(name).has(setName)
    ? failure('AlreadyExistsException', `ChangeSet ${setName} cannot be created due to a mismatch with existing one`)
    : undefined;
};

const lacksCapability = (text: string, parameters: URLSearchParams): boolean =>
  text.includes('"AWS::IAM::') &&
  !Array.from(parameters.values()).some((value) => /^CAPABILITY_(NAMED_)?IAM$/.test(value));

/** Refuses an unknown mode, and the comparison with resources that do not exist yet. */
const refuseMode = (parameters: URLSearchParams): string | undefined => {
  const mode = parameters.get('DeploymentMode');
  if (mode === null) return undefined;
  if (mode !== 'REVERT_DRIFT')
    return `1 validation error detected: Value '${mode}' at 'deploymentMode' is not REVERT_DRIFT`;
  return parameters.get('ChangeSetType') === 'CREATE' ? 'DeploymentMode is not supported for a new stack' : undefined;
};

const noteRole = ({ parameters, name }: Call, store: StackStore): Reply | undefined => {
  const role = parameters.get('RoleARN');
  if (role === null) return undefined;
  if (!/^arn:aws[a-z-]*:iam::\d{12}:role\/.+/.test(role))
    return invalid(`Role ${role} is invalid or cannot be assumed`);
  store.roles.set(name, role);
  return undefined;
};

const createChangeSet: CallHandler = async (call, store, s3) => {
  const { action, parameters, name, region } = call;
  const refused = refuseChangeSet(call, store) ?? noteRole(call, store);
  if (refused) return refused;
  const text = await templateText(call, s3);
  if (typeof text !== 'string') return text;
  const template = readTemplate(text);
  if (typeof template === 'string') return invalid(template);
  if (lacksCapability(text, parameters)) {
    return failure('InsufficientCapabilitiesException', 'Requires capabilities : [CAPABILITY_NAMED_IAM]');
  }
  const values = pairsOf(parameters, 'Parameters', 'Parameter');
  const wrong = refuseMode(parameters) ?? refuseParameters(template, values);
  if (wrong !== undefined) return invalid(wrong);
  const after = { template, tags: pairsOf(parameters, 'Tags'), parameters: values };
  const mode = parameters.get('DeploymentMode');
  const revertsDrift = mode === 'REVERT_DRIFT';
  const changes = store.compare(name, after, revertsDrift);
  const setName = parameters.get('ChangeSetName') ?? '';
  const isCreation = parameters.get('ChangeSetType') === 'CREATE';
  const isReady = store.pace.callsInProgress === 0;
  const errors = validateEarly(store.account, after.template, changes);
  const changeSet: ChangeSet = { name: setName, after, changes, isCreation, revertsDrift, errors, isReady };
  store.changeSets(name).set(setName, changeSet);
  if (isCreation) store.stacks.set(name, { status: REVIEW, outputs: {}, resources: [], tags: after.tags });
  return answer(action, fields({ Id: changeSetArn(setName, region), StackId: store.arnOf(name, region) }));
};

const setNameOf = (nameOrArn: string): string => /:changeSet\/([^/]+)\//.exec(nameOrArn)?.[1] ?? nameOrArn;

const missingChangeSet = (nameOrArn: string): Reply =>
  failure('ChangeSetNotFound', `ChangeSet [${nameOrArn}] does not exist`, 404);

const findChangeSet = ({ parameters, name }: Call, store: StackStore): ChangeSet | Reply => {
  const nameOrArn = parameters.get('ChangeSetName') ?? '';
  return store.changeSets(name).get(setNameOf(nameOrArn)) ?? missingChangeSet(nameOrArn);
};

/**
 * Answers while the change set exists. As on AWS, a name without an ARN is not found, with or without the name of the
 * stack.
 */
const describeEvents: CallHandler = ({ action, parameters, region }, store) => {
  const arn = parameters.get('ChangeSetName') ?? '';
  if (!arn.startsWith('arn:')) return invalid('One of ChangeSetName, OperationId or StackName must be specified');
  const stack = [...store.stacks.keys()].find((name) => store.changeSets(name).has(setNameOf(arn))) ?? '';
  const errors = store.changeSets(stack).get(setNameOf(arn))?.errors;
  if (!errors) return missingChangeSet(arn);
  const { items, next } = pageOf(errors, parameters.get('NextToken'), store.pace.resources);
  const failed = parameters.get('Filters.FailedEvents') === 'true';
  return answer(action, listValidationEvents(store.arnOf(stack, region), items, failed) + next);
};

const executeChangeSet: CallHandler = async (call, store) => {
  const found = findChangeSet(call, store);
  if ('body' in found) return found;
  if (store.isBusy(call.name)) {
    return failure(
      'InvalidChangeSetStatus',
      `Stack:${call.name} is in UPDATE_IN_PROGRESS state and can not be updated.`,
    );
  }
  if (found.changes.length === 0 || found.errors.length > 0 || !found.isReady) {
    const status = found.isReady ? 'FAILED' : 'CREATE_IN_PROGRESS';
    const message = `ChangeSet [${found.name}] cannot be executed in its current status of [${status}]`;
    const reason = found.errors.length > 0 ? EARLY_VALIDATION_FAILED : NO_CHANGES;
    return failure('InvalidChangeSetStatus', `${message}: ${reason}`);
  }
  await store.execute(call.name, found);
  return answer(call.action, '');
};

const onStack =
  (work: (stack: FakeStack, call: Call, store: StackStore) => string | Reply): CallHandler =>
  (call, store) => {
    const found = store.stacks.get(call.name);
    const given = call.parameters.get('StackName') ?? '';
    const stack = store.isDeleted(given) ? { status: 'DELETE_COMPLETE', outputs: {}, resources: [] } : found;
    if (!stack) return missing(call.name);
    const result = work(stack, call, store);
    return typeof result === 'string' ? answer(call.action, result) : result;
  };

const templateBody = ({ template, status, resources }: FakeStack): string | Reply => {
  if (status === REVIEW) return invalid('Stack has no template yet');
  const { Resources = Object.fromEntries(resources.map(({ logicalId, type }) => [logicalId, { Type: type }])) } =
    template ?? {};
  return fields({ TemplateBody: JSON.stringify({ ...template, Resources }) });
};

const ANSWERS: Readonly<Record<string, CallHandler>> = {
  CreateChangeSet: createChangeSet,
  DescribeChangeSet: (call, store) => {
    const found = findChangeSet(call, store);
    if ('body' in found) return found;
    const token = call.parameters.get('NextToken');
    const ids = { StackId: store.arnOf(call.name, call.region), ChangeSetId: changeSetArn(found.name, call.region) };
    return answer(call.action, describeChangeSet(ids, found, store.stacks.get(call.name), token, store.pace));
  },
  DescribeEvents: describeEvents,
  ExecuteChangeSet: executeChangeSet,
  DeleteChangeSet: onStack((_, { parameters, name }, store) => {
    store.changeSets(name).delete(setNameOf(parameters.get('ChangeSetName') ?? ''));
    return '';
  }),
  ValidateTemplate: async (call, _, s3) => {
    const text = await templateText(call, s3);
    const read = typeof text === 'string' ? readTemplate(text) : text;
    if (typeof read === 'string') return invalid(read);
    return 'body' in read ? (read as Reply) : answer(call.action, '');
  },
  DescribeStacks: onStack((stack, { name, region }, store) => {
    const status = store.progress(name) ?? stack.status;
    return describeStack(
      store.arnOf(name, region),
      name,
      IDLE.test(status) ? { ...stack, status } : { ...stack, status, outputs: {} },
      store.events(name).filter((event) => event.status === 'UPDATE_IN_PROGRESS').length,
    );
  }),
  ListStackResources: onStack((stack, { parameters }, store) =>
    listResources(stack, parameters.get('NextToken'), store.pace),
  ),
  DescribeStackEvents: onStack((_, { region, name }, store) => {
    const all = store.events(name);
    const seen = store.progress(name) === undefined ? all : all.slice(1);
    return listEvents(store.arnOf(name, region), name, seen);
  }),
  DescribeStackResource: onStack((stack, { parameters, name }) => {
    const id = parameters.get('LogicalResourceId');
    const found = stack.resources.find(({ logicalId }) => logicalId === id);
    if (!found) return invalid(`Resource ${id} does not exist for stack ${name}`);
    return element('StackResourceDetail', resourceFields(found));
  }),
  GetTemplate: onStack(templateBody),
  GetStackPolicy: onStack(({ policy }) => (policy === undefined ? '' : fields({ StackPolicyBody: policy }))),
  SetStackPolicy: onStack((stack, { parameters, name }, store) => {
    const policy = parameters.get('StackPolicyBody');
    if (!policy) return invalid('You must specify either Stack Policy Body or Stack Policy URL');
    store.stacks.set(name, { ...stack, policy });
    return '';
  }),
  UpdateTerminationProtection: onStack((stack, { parameters, name, region }, store) => {
    store.stacks.set(name, { ...stack, isProtected: parameters.get('EnableTerminationProtection') === 'true' });
    return fields({ StackId: store.arnOf(name, region) });
  }),
  DeleteStack: async (call, store) => {
    const { action, name } = call;
    const refused = noteRole(call, store);
    if (refused) return refused;
    if (store.stacks.get(name)?.isProtected) {
      return invalid(`Stack [${name}] cannot be deleted while TerminationProtection is enabled`);
    }
    if (store.isBusy(name)) {
      return invalid(`Stack [${name}] cannot be deleted while in status UPDATE_IN_PROGRESS`);
    }
    await store.remove(name);
    return answer(action, '');
  },
  ContinueUpdateRollback: async ({ action, name, parameters }, store) => {
    const stack = store.stacks.get(name);
    if (!stack) return missing(name);
    if (stack.status !== 'UPDATE_ROLLBACK_FAILED')
      return invalid(`Stack:${name} is in ${stack.status} state and can not continue its rollback.`);
    const skipped = Array.from(parameters).flatMap(([key, value]) =>
      key.startsWith('ResourcesToSkip') && value !== '' ? [value] : [],
    );
    const wrong = skipped.filter((id) => !stuckIn(stack).includes(id));
    if (wrong.length > 0) return invalid(`The following resources are not in UPDATE_FAILED: [${wrong.join(', ')}]`);
    await store.continueRollback(name, skipped);
    return answer(action, '');
  },
  GetCallerIdentity: ({ action }) =>
    answer(action, fields({ Account: '000000000000', Arn: 'arn:aws:iam::000000000000:user/local' })),
};

/** As CloudFormation documents it. */
export const answerCall: CallHandler = (call, store, s3) =>
  ANSWERS[call.action]?.(call, store, s3) ?? invalid(`Could not find operation ${call.action}`);
