import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from './faults.ts';

type Degrade = (response: ServerResponse, body: Buffer) => Promise<void>;

const sendPieces = async (response: ServerResponse, body: Buffer, size: number, every: number): Promise<void> => {
  for (let sent = 0; sent < body.length && !response.destroyed; sent += size) {
    await setTimeout(every, undefined, { ref: false });
    response.write(body.subarray(sent, sent + size));
  }
  response.end();
};

const degradeOf = (fault: Fault): Degrade | undefined => {
  if ('cut' in fault) {
    return async (response, body) => {
      response.write(body.subarray(0, fault.cut), () => response.destroy());
    };
  }
  if ('stall' in fault) {
    return async (response, body) => {
      response.flushHeaders();
      if (fault.stall > 0) response.write(body.subarray(0, fault.stall));
    };
  }
  if ('delay' in fault) {
    return async (response, body) => {
      await setTimeout(fault.delay, undefined, { ref: false });
      response.end(body);
    };
  }
  return 'drip' in fault ? (response, body) => sendPieces(response, body, fault.drip, fault.every) : undefined;
};

/**
 * Lets the service respond, then sends its response as the fault describes. A response with an empty body can only be
 * delayed.
 */
export const degradeResponse = (response: ServerResponse, fault: Fault): void => {
  const degrade = degradeOf(fault);
  if (!degrade) return;
  const { write, end } = response;
  const held: Buffer[] = [];
  const hold = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) held.push(Buffer.from(chunk as string));
  };
  const release = (chunk?: unknown): ServerResponse => {
    hold(chunk);
    Object.assign(response, { write, end });
    const body = Buffer.concat(held);
    if (!response.headersSent) response.setHeader('content-length', body.length);
    if (body.length === 0 && !('delay' in fault)) return response.end();
    void degrade(response, body);
    return response;
  };
  Object.assign(response, {
    write: (chunk: unknown) => {
      hold(chunk);
      return true;
    },
    end: release,
  });
};
