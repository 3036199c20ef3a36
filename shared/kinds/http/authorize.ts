import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { ownValue } from '../../sources/find-rows.ts';
import { type CallContext, callHost } from './call-host.ts';
import { type Failure, failed } from './failures.ts';
import { type FilledCall, type Filling, fillBody, fillTemplate, urlBelow, withQuery } from './fill-request.ts';
import type { HostConfig, HostLogin } from './source.ts';

/** A bearer token from the first call of a host. */
interface Session {
  readonly token: string;
  /** End of its validity in milliseconds since 1970. */
  readonly until: number;
}

/** The sessions of this environment. Each is for one host with its secrets. */
const sessions = new Map<string, Promise<Session>>();

/** Validity of a token whose answer names none. */
const USUAL_SECONDS = 3_600;
/** Time before the end of its validity at which a token is replaced. */
const MARGIN_MS = 10_000;

export const valueAt = (document: unknown, path: string): unknown => path.split('.').reduce(ownValue, document);

const NO_TOKEN: Failure = {
  code: 'SOURCE_DENIED',
  message: 'the answer of its `login` has no token',
  hint: 'check the path in `token`, and the secrets that `login` names',
};

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

/** Returns the validity of a token in milliseconds. An answer may write the seconds as a text. */
const validityOf = (answer: unknown, path: string | undefined): number => {
  const seconds = path === undefined ? Number.NaN : Number(valueAt(answer, path));
  const ms = (seconds > 0 ? seconds : USUAL_SECONDS) * 1000;
  return Math.max(ms - MARGIN_MS, ms / 2);
};

const logIn = async (
  login: HostLogin,
  filling: Filling,
  context: CallContext,
  authority: string | undefined,
): Promise<Session> => {
  const { host } = context;
  const began = Date.now();
  const { headers, body = '' } = fillBody(login, filling);
  const request = {
    method: 'POST',
    url: urlBelow(host.url, login.path),
    headers: { accept: 'application/json', ...headers },
    body,
    isRepeatable: false,
    authority,
  } as const;
  const answer = parse((await callHost(request, context)).body);
  const token = valueAt(answer, login.token);
  if (typeof token !== 'string' || token === '') throw failed(host.name, NO_TOKEN);
  return { token, until: began + validityOf(answer, login.expires) };
};

/** Requests with what shows that they may read. */
export interface Authorizer {
  /** Adds credentials to a request. */
  readonly authorize: (call: FilledCall) => Promise<FilledCall>;
  /** Forgets a token that the host no longer accepts. Returns false if there was none, or if it is new. */
  readonly renew: () => boolean;
  /** Values that the log must not have. They grow by the token of the session. */
  readonly secrets: string[];
}

const basicOf = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Adds the credentials that do not depend on the request. */
const withAuth = ({ auth = {} }: HostConfig, call: FilledCall, filling: Filling): FilledCall => {
  const { bearer, basic, header = {}, query = {} } = fillTemplate(auth as never, filling) as typeof auth;
  const headers = {
    ...call.headers,
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(basic && { authorization: basicOf(basic.user, basic.password) }),
    ...Object.fromEntries(Object.entries(header).map(([name, value]) => [name.toLowerCase(), value])),
  };
  return { ...call, headers, url: withQuery(call.url, Object.entries(query)) };
};

const withSignature = async ({ auth }: HostConfig, call: FilledCall): Promise<FilledCall> => {
  if (!auth?.sigv4) return call;
  const { signCall } = await import('./sign-call.ts');
  return signCall(call, auth.sigv4);
};

export const createAuthorizer = (
  filling: Filling,
  context: Omit<CallContext, 'secrets'>,
  secrets: string[],
  authority: string | undefined,
): Authorizer => {
  const { host } = context;
  const { auth, login } = host;
  const { basic } = fillTemplate((auth ?? {}) as never, filling) as NonNullable<typeof auth>;
  if (basic) secrets.push(`${basic.user}:${basic.password}`);
  const key = JSON.stringify([host.url, login && fillTemplate(login as never, filling)]);
  let hasRenewed = false;
  const open = async (opening: HostLogin): Promise<string> => {
    const current = sessions.get(key);
    const known = await current?.catch(() => undefined);
    if (known && Date.now() < known.until) return known.token;
    if (sessions.get(key) !== current) return open(opening);
    const begun = logIn(opening, filling, { ...context, secrets }, authority);
    sessions.set(key, begun);
    begun.catch(() => sessions.delete(key));
    return (await begun).token;
  };
  return {
    secrets,
    authorize: async (call) => {
      const plain = withAuth(host, call, filling);
      if (!login) return withSignature(host, plain);
      const token = await open(login);
      if (!secrets.includes(token)) secrets.push(token);
      return { ...plain, headers: { ...plain.headers, authorization: `Bearer ${token}` } };
    },
    renew: () => {
      if (hasRenewed || !login) return false;
      hasRenewed = true;
      return sessions.delete(key);
    },
  };
};

/** True for the error of a host that does not accept the credentials. */
export const isDenied = (error: unknown): boolean =>
  error instanceof WallfeedError && Object(Object(error.cause).$metadata).httpStatusCode === 401;
