/** Time after the last drag event until the file counts as dragged away from the page. */
const LEFT_AFTER_MS = 300;

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Calls `onFile` for a file that is dropped anywhere on the page. */
export const takeDrops = (onFile: (file: File) => void, onDragging: (isDropping: boolean) => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
    onDragging(false);
  };
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    clearTimeout(timer);
    onDragging(true);
    timer = setTimeout(end, LEFT_AFTER_MS);
  };
  document.addEventListener('dragenter', over);
  document.addEventListener('dragover', over);
  document.addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    end();
    onFile(file);
  });
};
