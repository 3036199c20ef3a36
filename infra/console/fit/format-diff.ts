const CONTEXT_LINES = 3;

const sharedStart = (before: readonly string[], after: readonly string[]): number => {
  let count = 0;
  while (count < before.length && before[count] === after[count]) count += 1;
  return count;
};

/** Writes lines that were added in one place as a unified diff. */
export const formatAddedLines = (file: string, before: string, after: string): string => {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const start = Math.min(sharedStart(old, now), old.length);
  const count = now.length - old.length;
  const from = Math.max(0, start - CONTEXT_LINES);
  const to = Math.min(old.length, start + CONTEXT_LINES);
  const size = to - from;
  return [
    `--- ${file}`,
    `+++ ${file}`,
    `@@ -${from + 1},${size} +${from + 1},${size + count} @@`,
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...now.slice(start, start + count).map((line) => `+${line}`),
    ...old.slice(start, to).map((line) => ` ${line}`),
  ].join('\n');
};
