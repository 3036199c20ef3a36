import { html, type TemplateResult } from 'lit-html';
import type { ScriptedChart } from '../../protocol.ts';

/** Draws a scripted chart in a frame without an origin and without a network, as its script is somebody's program. */
export const scriptedChart = (_: ScriptedChart, label: string): TemplateResult =>
  html`<iframe class="script" sandbox="allow-scripts" title=${label} src="/frame.html"></iframe>`;
