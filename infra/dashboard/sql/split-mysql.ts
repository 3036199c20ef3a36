export interface MysqlStatement {
  readonly sql: string;
  readonly offset: number;
}

/**
 * Matches, from a place that is not inside a quote or a comment: a quote, a comment, or text without either. A comment that
 * MySQL runs is text.
 */
const PIECE =
  /'(?:[^'\\]|\\[\s\S]|'')*'?|"(?:[^"\\]|\\[\s\S]|"")*"?|`[^`]*`?|#[^\n]*|--(?=[\s\p{Cc}]|$)[^\n]*|\/\*(?!M?!)[\s\S]*?(?:\*\/|$)|[^'"`#\-/;$]+|[\s\S]/uy;

const DELIMITER = /delimiter[^\S\n]+(\S+)[^\n]*/iy;

const isComment = (piece: string): boolean => /^(?:#|--\s|--$|\/\*(?!M?!))/.test(piece);

/** Splits as MySQL's client does: at semicolons, or at the word of a line with `delimiter`. */
export const splitMysql = (text: string): readonly MysqlStatement[] => {
  const statements: MysqlStatement[] = [];
  let delimiter = ';';
  let start = -1;
  const close = (end: number): void => {
    if (start !== -1) statements.push({ sql: text.slice(start, end).trimEnd(), offset: start });
    start = -1;
  };
  for (let at = 0; at < text.length; ) {
    if (start === -1 && /\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    DELIMITER.lastIndex = at;
    const [line, word] = (start === -1 && DELIMITER.exec(text)) || [];
    if (line !== undefined && word !== undefined) {
      delimiter = word;
      at += line.length;
      continue;
    }
    if (text.startsWith(delimiter, at)) {
      close(at);
      at += delimiter.length;
      continue;
    }
    PIECE.lastIndex = at;
    const [piece = text.charAt(at)] = PIECE.exec(text) ?? [];
    const cut = piece.length > 1 && !/^['"`#/-]/.test(piece) ? piece.indexOf(delimiter) : -1;
    const taken = cut > 0 ? piece.slice(0, cut) : piece;
    if (start === -1 && !isComment(taken) && taken.trim() !== '')
      start = at + (taken.length - taken.trimStart().length);
    at += taken.length;
  }
  close(text.length);
  return statements;
};
