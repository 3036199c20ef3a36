import type { Option } from '../../../shared/catalogue/option.ts';
import type { CatalogueEntry } from '../load-catalogue.ts';
import { code, escapeCell, markdownTable } from './markdown.ts';

const describeDefault = ({ required, fallback }: Option<unknown>): string => {
  if (required) return 'required';
  return fallback === undefined ? '' : code(JSON.stringify(fallback));
};

/** Describes the options of a shape. */
export const describeOptions = ({ shape }: CatalogueEntry): readonly string[] => {
  const rows = Object.entries(shape.options).map(([name, option]) => [
    code(name),
    option.meaning ?? '',
    escapeCell(option.expects),
    describeDefault(option),
  ]);
  return rows.length > 0 ? ['## Options', '', ...markdownTable(['option', 'meaning', 'value', 'default'], rows)] : [];
};
