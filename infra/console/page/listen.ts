import type { ConsoleEvent } from '../protocol.ts';

/** Listens for changes of the dashboard folder. The browser reconnects by itself when the console is started again. */
export const listen = (onEvent: (event: ConsoleEvent) => void, onConnected: (isConnected: boolean) => void): void => {
  const source = new EventSource('/api/events');
  source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data) as ConsoleEvent));
  source.addEventListener('open', () => onConnected(true));
  source.addEventListener('error', () => onConnected(false));
};
