import type { Deadline } from '../../aws/deadline.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { RequestWindow } from '../../sources/rds-data.ts';
import type { AnswerProbe } from '../source-kind.ts';
import { createAuthorizer, isDenied } from './authorize.ts';
import { callHost, type HostAnswer } from './call-host.ts';
import { failed } from './failures.ts';
import { type FilledCall, type Filling, fillCall, secretIn } from './fill-request.ts';
import { MAX_ANSWER_BYTES } from './receive.ts';
import { logAnswer, readSecrets, withoutSecrets } from './secrets.ts';
import type { HostCall } from './source.ts';

/** The window and the limits of a read. */
export interface Opening {
  readonly window: RequestWindow;
  readonly timezone: string;
  readonly deadline: Deadline;
  readonly probe?: AnswerProbe | undefined;
}

/** A host that is ready for the calls of one read. */
export interface OpenHost {
  /** Returns the request with all values filled in. */
  readonly fill: () => FilledCall;
  /** Calls the host. All answers of a read together have a maximum size. */
  readonly call: (call: FilledCall) => Promise<HostAnswer>;
  /** Removes the secrets of the host from a text. */
  readonly hide: (text: string) => string;
  /** Replaces the error of an answer that is no JSON. */
  readonly explain: (error: unknown) => unknown;
  /** Logs the last answer if an error is about it. Returns the error. */
  readonly fail: (error: unknown) => unknown;
}

/** Reads the secrets of a host. @throws WallfeedError SOURCE_DENIED. */
export const openHost = async (source: HostCall, { window, timezone, deadline, probe }: Opening): Promise<OpenHost> => {
  const { host, method, times, own = [], isRepeatable = false } = source;
  const values = await readSecrets(source, deadline, probe?.secretOf);
  const secrets = [...values.values()];
  const filling: Filling = { window, times, timezone, own, secretOf: (name) => values.get(name) ?? '' };
  const authority = values.get(secretIn(host.authority ?? '') ?? '');
  const authorizer = createAuthorizer(filling, { host, deadline }, secrets, authority);
  let bytes = 0;
  let last: HostAnswer | undefined;
  const send = async (call: FilledCall): Promise<HostAnswer> => {
    const request = {
      ...(await authorizer.authorize(call)),
      isRepeatable: method === 'GET' || isRepeatable,
      authority,
    };
    return callHost(request, { host, deadline, secrets, maxBytes: MAX_ANSWER_BYTES - bytes });
  };
  return {
    fill: () => {
      try {
        return fillCall(source, filling);
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause;
        const hint = 'leave . and .. out of the values of the parameter';
        throw failed(host.name, { code: 'SOURCE_REFUSED', message: cause.message, hint, cause });
      }
    },
    call: async (call) => {
      last = undefined;
      const answer = await send(call).catch((error: unknown) => {
        if (!isDenied(error) || !authorizer.renew()) throw error;
        return send(call);
      });
      bytes += answer.body.length;
      last = answer;
      probe?.received(answer.body.length);
      return answer;
    },
    hide: (text) => withoutSecrets(text, secrets),
    explain: (error) => {
      if (!(error instanceof SyntaxError)) return error;
      const hint = 'check `url` and `path`; the log has the beginning of the answer';
      return failed(host.name, { code: 'SOURCE_INVALID', message: 'its answer is no JSON', hint, cause: error });
    },
    fail: (error) => {
      if (last && error instanceof WallfeedError && error.code.startsWith('SOURCE_'))
        logAnswer(host, last.status, last.body, secrets);
      return error;
    },
  };
};
