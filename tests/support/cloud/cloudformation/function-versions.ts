import type { IncomingMessage } from 'node:http';
import type { Resource } from '../../../../infra/stack/template/template.ts';
import type { FakeResource } from '../fake-stack.ts';
import type { State } from '../listen.ts';

interface PublishedVersion {
  readonly version: number;
  readonly resource: FakeResource;
}

interface LambdaReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Also answers the calls of Lambda that list and delete versions. */
export interface FunctionVersions {
  readonly state: State;
  /** Does nothing unless the resource is an `AWS::Lambda::Version`. */
  publish(resource: FakeResource, definition: Resource, nameOf: (logicalId: string) => string): void;
  forget(resource: FakeResource): void;
  /** The oldest first. */
  numbers(name: string): readonly number[];
  /** Undefined for calls to other services. `remove` deletes the resource of a version. */
  answer(request: IncomingMessage, remove: (resource: FakeResource) => Promise<void>): Promise<LambdaReply | undefined>;
}

const VERSION = 'AWS::Lambda::Version';
const PAGE_SIZE = 4;

const failure = (status: number, name: string): LambdaReply => ({
  status,
  headers: { 'x-amzn-errortype': `${name}:http://internal.amazon.com/` },
  body: JSON.stringify({ Message: 'no' }),
});

export const createFunctionVersions = (): FunctionVersions => {
  const published = new Map<string, PublishedVersion[]>();
  /** The last version number of each function, because Lambda uses no number twice. */
  const last = new Map<string, number>();

  const list = (name: string, marker: string | null): LambdaReply => {
    const numbers = (published.get(name) ?? []).map(({ version }) => String(version));
    const start = Number(marker ?? 0);
    const Versions = ['$LATEST', ...numbers].slice(start, start + PAGE_SIZE).map((Version) => ({ Version }));
    const NextMarker = start + PAGE_SIZE < numbers.length + 1 ? String(start + PAGE_SIZE) : null;
    return { status: 200, body: JSON.stringify({ Versions, NextMarker }) };
  };
  const find = (name: string, qualifier: string | null): PublishedVersion | LambdaReply => {
    const all = published.get(name) ?? [];
    const found = all.find(({ version }) => String(version) === qualifier);
    if (!found) return failure(404, 'ResourceNotFoundException');
    return found === all.at(-1) ? failure(409, 'ResourceConflictException') : found;
  };

  return {
    state: [published, last],
    publish: (resource, { Properties = {} }, nameOf) => {
      if (resource.type !== VERSION) return;
      const name = nameOf((Properties.FunctionName as { readonly Ref: string }).Ref);
      const version = (last.get(name) ?? 0) + 1;
      last.set(name, version);
      published.set(name, [...(published.get(name) ?? []), { version, resource }]);
    },
    forget: ({ id }) => {
      for (const [name, all] of published) {
        published.set(
          name,
          all.filter(({ resource }) => resource.id !== id),
        );
      }
    },
    numbers: (name) => (published.get(name) ?? []).map(({ version }) => version),
    answer: async ({ method, url = '' }, remove) => {
      const { pathname, searchParams } = new URL(url, 'http://lambda');
      const [, name, isList] = /^\/2015-03-31\/functions\/([^/]+)(\/versions)?$/.exec(pathname) ?? [];
      if (name === undefined) return undefined;
      if (isList) return list(name, searchParams.get('Marker'));
      const found = find(name, searchParams.get('Qualifier'));
      if (method !== 'DELETE' || 'status' in found) return 'status' in found ? found : failure(400, 'Unknown');
      await remove(found.resource);
      return { status: 204, body: '' };
    },
  };
};
