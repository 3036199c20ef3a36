declare module 'saxen' {
  type Decode = (text: string) => string;

  /** A streaming XML parser. Calls of `write` may split the text anywhere. */
  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string> | false, decode: Decode) => void,
    ): this;
    on(event: 'closeTag', listener: (name: string) => void): this;
    on(event: 'text', listener: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', listener: (text: string) => void): this;
    write(text: string): this;
    end(): unknown;
  }
}
