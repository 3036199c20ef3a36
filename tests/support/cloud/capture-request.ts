import type { requestHandler } from '../../../shared/aws/request-handler.ts';

type SentRequest = Parameters<typeof requestHandler.handle>[0];

const settingsFor = (region: string, endpoint: string | undefined, capture: (request: SentRequest) => void) => ({
  region,
  ...(endpoint !== undefined && { endpoint }),
  credentials: { accessKeyId: 'test', secretAccessKey: 'secret' },
  maxAttempts: 1,
  requestHandler: {
    handle: async (request: SentRequest) => {
      capture(request);
      throw new Error('not sent');
    },
  } as never,
});

/** @param send sends a command with a client that has these settings. */
export const captureRequest = async (
  send: (settings: ReturnType<typeof settingsFor>) => Promise<unknown>,
  region: string,
  endpoint?: string,
): Promise<SentRequest> => {
  const sent = Promise.withResolvers<SentRequest>();
  await send(settingsFor(region, endpoint, sent.resolve)).catch(() => undefined);
  return sent.promise;
};
