import type { ShapeName } from './shape-name.ts';

const SHAPES = /\bshapes: \[([^\]]*)\]/;
const IMPORT = /^import .*;$/m;

/** Words that cannot be the name of a variable. */
const RESERVED =
  /^(?:break|case|catch|class|const|default|delete|do|else|enum|export|for|function|if|import|in|new|null|return|super|switch|this|throw|true|false|try|var|void|while|with|yield|let|await)$/;

/** Turns `mini-pie-chart` into `miniPieChart`. Words that begin with a digit go last: `3d-pie-chart` becomes `pieChart3d`. */
const camelCase = (name: string): string => {
  const words = name.split('-');
  const ordered = [...words.filter((word) => /^[a-z]/.test(word)), ...words.filter((word) => /^\d/.test(word))];
  const [first = '', ...rest] = ordered;
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
};

const isTaken = (name: string, source: string): boolean =>
  !/^[a-z]/.test(name) || RESERVED.test(name) || new RegExp(`\\b${name}\\b`).test(source.replaceAll(/'.*?'/g, ''));

const freeName = (name: string, source: string): string => {
  const plain = camelCase(name);
  return isTaken(plain, source) ? `shape${plain.charAt(0).toUpperCase()}${plain.slice(1)}` : plain;
};

/**
 * Adds a shape to the source of a family's handler: its import, and its name in the list of shapes.
 * Returns undefined if the source has no such list.
 */
export const addToHandler = (source: string, { family, name }: ShapeName): string | undefined => {
  const [, listed] = SHAPES.exec(source) ?? [];
  if (listed === undefined || !IMPORT.test(source)) return undefined;
  const local = freeName(name, source);
  const names = [...listed.split(',').map((one) => one.trim()), local].filter(Boolean);
  const line = `import { shape as ${local} } from '../../schemas/${family}/${name}/shape.ts';`;
  return source.replace(SHAPES, `shapes: [${names.join(', ')}]`).replace(IMPORT, (first) => `${first}\n${line}`);
};
