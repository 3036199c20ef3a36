import { copyText } from './copy-text.ts';
import type { Store } from './state.ts';
import { words } from './words/words.ts';

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
