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
export const copyText = async (text: string | Promise<string>): Promise<void> => {
  const copied = typeof text === 'string' ? text : await text;
  try {
    await navigator.clipboard.writeText(copied);
  } catch {
    copySelection(copied);
  }
};
