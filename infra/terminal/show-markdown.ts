import { styleText } from 'node:util';
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { alignRows, fitLines, WIDTH_CHARS, widthOf, wrapRows } from './format-table.ts';

/** Such as the command that prints the document. */
export type ShowLink = (text: string, link: string) => string;

/** Styles each word for itself, so that a line may end after any of them. */
const styleWords = (style: 'bold' | 'cyan', text: string): string =>
  text
    .split(' ')
    .map((word) => styleText(style, word))
    .join(' ');

const showInline = (tokens: readonly Token[], showLink: ShowLink): string =>
  (tokens as readonly MarkedToken[])
    .map((token): string => {
      if (token.type === 'codespan') return styleWords('cyan', token.text);
      if (token.type === 'strong') return styleWords('bold', showInline(token.tokens, showLink));
      if (token.type === 'link') return showLink(showInline(token.tokens, showLink), token.href);
      if (token.type === 'html') return '';
      if ('tokens' in token && token.tokens) return showInline(token.tokens, showLink);
      return 'text' in token ? token.text.replaceAll('\n', ' ') : ' ';
    })
    .join('');

const showTable = ({ header, rows }: Tokens.Table, width: number, showLink: ShowLink): readonly string[] => {
  const cells = [header, ...rows].map((row, index) =>
    row.map(({ tokens }) => {
      const text = showInline(tokens, showLink);
      return index === 0 && text !== '' ? styleWords('bold', text) : text;
    }),
  );
  return alignRows(wrapRows(cells, width).flat()).split('\n');
};

const indent = (lines: readonly string[], first: string): readonly string[] =>
  lines.map((line, index) => (index === 0 ? first : line === '' ? '' : ' '.repeat(first.length)) + line);

const showList = ({ items, ordered, start }: Tokens.List, width: number, showLink: ShowLink): readonly string[] =>
  items.flatMap((item, index) => {
    const mark = ordered ? `${Number(start) + index}. ` : '- ';
    return indent(showBlocks(item.tokens, width - mark.length, showLink), mark);
  });

const showCodeLine = (line: string, width: number): readonly string[] => {
  if (widthOf(line) + 2 <= width) return [`  ${line}`];
  const blanks = ' '.repeat(line.length - line.trimStart().length);
  return indent(fitLines(line.trimStart(), width - blanks.length - 6), `  ${blanks}`).map((part, index) =>
    index === 0 ? part : `    ${part}`,
  );
};

const showCode = ({ lang = '', text }: Tokens.Code, width: number): readonly string[] => {
  const [, file] = lang.split(' ');
  const lines = text.split('\n').flatMap((line) => showCodeLine(line, width));
  return file === undefined ? lines : [...fitLines(`${file}:`, width), ...lines];
};

const showBlock = (token: MarkedToken, width: number, showLink: ShowLink): readonly string[] => {
  if (token.type === 'heading') return fitLines(styleWords('bold', showInline(token.tokens, showLink)), width);
  if (token.type === 'table') return showTable(token, width, showLink);
  if (token.type === 'list') return showList(token, width, showLink);
  if (token.type === 'code') return showCode(token, width);
  if (token.type !== 'paragraph' && token.type !== 'text') return [];
  return fitLines(showInline(token.tokens ?? [token], showLink), Math.min(width, WIDTH_CHARS));
};

const showBlocks = (tokens: readonly Token[], width: number, showLink: ShowLink): readonly string[] =>
  (tokens as readonly MarkedToken[])
    .map((token) => showBlock(token, width, showLink))
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));

export const showMarkdown = (markdown: string, width: number, showLink: ShowLink): string =>
  showBlocks(lexer(markdown), width, showLink).join('\n');
