import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { styleMap } from 'lit-html/directives/style-map.js';
import type { AskResult, EndpointInfo } from '../../protocol/protocol.ts';
import type { Actions } from '../state/actions.ts';
import type { State } from '../state/state.ts';
import { componentName, formatAge, formatSize, words } from '../words/words.ts';
import { timeIn } from './data-age.ts';

interface TimedStep {
  readonly name: string;
  readonly ms: number;
}

const ENTRY = /^\s*([^;,\s]+)\s*;.*\bdur=([\d.]+)/;

/** Entries without a duration are left out. */
const readServerTiming = (header: string): readonly TimedStep[] =>
  header.split(',').flatMap((entry) => {
    const [, name, duration] = ENTRY.exec(entry) ?? [];
    return name !== undefined && duration !== undefined ? [{ name, ms: Number(duration) }] : [];
  });

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const timing = ({ headers, ms }: AskResult) => {
  const steps = readServerTiming(headers['server-timing'] ?? '');
  if (steps.length === 0) return nothing;
  const most = Math.max(ms, ...steps.map((step) => step.ms));
  const bar = (name: string, time: number) => html`<tr>
    <th scope="row" translate="no">${name}</th>
    <td class="bar"><span style=${styleMap({ width: `${Math.max(0.5, (100 * time) / most)}%` })}></span></td>
    <td class="ms">${time < 10 ? time.toFixed(1) : Math.round(time)} ms</td>
  </tr>`;
  return html`<h3>${words.timing}</h3>
    <table class="timing">${steps.map((step) => bar(step.name, step.ms))} ${bar(words.response, ms)}</table>`;
};

const headers = (all: AskResult['headers']): TemplateResult => html`<table class="headers" translate="no">
  ${Object.entries(all).map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
</table>`;

const exchange = (endpoint: EndpointInfo, result: AskResult, timeZone: string): TemplateResult => html`
  ${result.limitedTo === undefined ? nothing : html`<p class="banner">${words.limitedTo(result.limitedTo)}</p>`}
  ${result.dataAt === undefined ? nothing : html`<p class="data-time">${words.changed}${words.colon}<b>${timeIn(result.dataAt, timeZone)}</b> (${words.old(formatAge(Math.max(0, Date.now() - result.dataAt)))})</p>`}
  <h3>${words.request}</h3>
  <pre>POST ${endpoint.url}
content-type: application/json

${result.request}</pre>
  ${timing(result)}
  <h3>${words.headers}</h3>
  ${headers(result.headers)}
  <h3>${words.body} <small>${formatSize(result.bytes)}</small></h3>
  <pre class="body" tabindex="0">${pretty(result.body)}</pre>
`;

/** Shows or hides the dialog. The dialog is modal: it keeps the keyboard focus and closes with Escape. */
const showIf = (isOpen: boolean) =>
  ref((element) => {
    const dialog = element as HTMLDialogElement | undefined;
    if (isOpen && !dialog?.open) dialog?.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  });

export const detailsDialog = ({ info, opened, results }: State, { open }: Actions): TemplateResult => {
  const endpoint = info?.endpoints.find(({ slug }) => slug === opened);
  const result = endpoint && results.get(endpoint.slug);
  return html`<dialog class="details" aria-label=${words.details} @close=${() => open(undefined)} ${showIf(endpoint !== undefined)}>
    ${
      endpoint
        ? html`<header>
              <h2>${componentName(endpoint.component)} <small translate="no">${endpoint.slug}</small></h2>
              <button @click=${() => open(undefined)}>${words.close}</button>
            </header>
            ${result ? exchange(endpoint, result, info?.timezone ?? 'UTC') : words.pending}`
        : nothing
    }
  </dialog>`;
};
