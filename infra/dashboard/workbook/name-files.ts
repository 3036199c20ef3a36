/** Matches blanks, and characters that some systems do not allow in file names. */
const UNSAFE = /[\s\\/:*?"<>|]+/g;

const fileName = (name: string): string => `${name.trim().replaceAll(UNSAFE, '-').toLowerCase()}.csv`;

/**
 * Returns the CSV files for sheets, in their order: each named after its sheet, or after the workbook if it has only
 * one sheet.
 */
export const nameFiles = (workbook: string, sheets: readonly string[]): readonly string[] => {
  if (sheets.length === 1) return [fileName(workbook)];
  const names = sheets.map(fileName);
  return names.map((name, index) =>
    names.indexOf(name) === index
      ? name
      : name.replace(/\.csv$/, `-${names.slice(0, index + 1).filter((one) => one === name).length}.csv`),
  );
};
