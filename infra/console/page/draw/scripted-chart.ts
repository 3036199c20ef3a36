import { html, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { ScriptedChart } from '../../protocol/protocol.ts';
import { base } from '../state/base.ts';

interface Framed {
  readonly message: object;
  /** The message is sent again only if this text changed. */
  readonly text: string;
  isReady: boolean;
}

const frames = new Map<HTMLIFrameElement, Framed>();

/**
 * Sends a message to the frame. The target origin is `*`, because a sandboxed frame has no origin; only this frame
 * receives the message.
 */
const send = (frame: HTMLIFrameElement, { message, isReady }: Framed): void => {
  if (isReady) frame.contentWindow?.postMessage(message, '*');
};

const dropDetached = (): void => {
  for (const frame of frames.keys()) if (!frame.isConnected) frames.delete(frame);
};

window.addEventListener('message', ({ source, data }) => {
  const [frame, framed] = [...frames].find(([{ contentWindow }]) => contentWindow === source) ?? [];
  if (!frame || !framed || data !== 'ready') return;
  framed.isReady = true;
  send(frame, framed);
});

const show = (frame: HTMLIFrameElement, { script, body, names, component }: ScriptedChart): void => {
  const label = names.join(', ');
  const message = { script, dataset: body, label, handsOutChart: component !== 'Scripted Chart B' };
  const text = JSON.stringify(message);
  const before = frames.get(frame);
  if (before?.text === text) return;
  dropDetached();
  const framed = { message, text, isReady: before?.isReady ?? false };
  frames.set(frame, framed);
  send(frame, framed);
};

/**
 * Draws a scripted chart in a frame without an origin and without network access, because anybody may have written the
 * script.
 */
export const scriptedChart = (drawing: ScriptedChart, label: string): TemplateResult =>
  html`<iframe
    class="script"
    sandbox="allow-scripts"
    title=${label}
    aria-label=${drawing.names.join(', ')}
    src="${base}/frame.html"
    ${ref((element) => {
      if (element) show(element as HTMLIFrameElement, drawing);
    })}
  ></iframe>`;
