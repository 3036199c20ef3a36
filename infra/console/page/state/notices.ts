import { words } from '../words/words.ts';
import type { Store } from './state.ts';

/** Copies a text without the clipboard API, which a browser may deny. */
const copySelection = (text: string): void => {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'off-screen';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('the browser did not copy');
};

/** Puts a text on the clipboard. */
const copyText = async (text: string | Promise<string>): Promise<void> => {
  const copied = typeof text === 'string' ? text : await text;
  try {
    await navigator.clipboard.writeText(copied);
  } catch {
    copySelection(copied);
  }
};

const NOTICE_MS = 2500;

/** Shows the user what an action did, for a few seconds. */
export interface Notices {
  notify(notice: string): void;
  /** Copies a text, and shows whether the copy worked. */
  copy(text: string | Promise<string>): Promise<void>;
}

/** Creates the notices of a page. A new notice replaces the previous notice. */
export const createNotices = (store: Store): Notices => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = (notice: string): void => {
    clearTimeout(timer);
    store.set({ notice });
    timer = setTimeout(() => store.set({ notice: '' }), NOTICE_MS);
  };
  const copy = async (text: string | Promise<string>): Promise<void> => {
    try {
      await copyText(text);
      notify(words.copied);
    } catch {
      notify(words.notCopied);
    }
  };
  return { notify, copy };
};
