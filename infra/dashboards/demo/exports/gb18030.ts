const FIRST_BYTE = 0x81;
const LAST_BYTE = 0xfe;
const FIRST_SECOND_BYTE = 0x40;

/** Creates the table of characters that GB18030 writes as two bytes. Node has a decoder for GB18030 but no encoder. */
const createTable = (): ReadonlyMap<string, readonly [number, number]> => {
  const decoder = new TextDecoder('gb18030');
  const table = new Map<string, readonly [number, number]>();
  for (let first = FIRST_BYTE; first <= LAST_BYTE; first++) {
    for (let second = FIRST_SECOND_BYTE; second <= LAST_BYTE; second++) {
      const text = decoder.decode(Uint8Array.of(first, second));
      if (text.length === 1 && text !== '\uFFFD') table.set(text, [first, second]);
    }
  }
  return table;
};

/**
 * Encodes a text of ASCII and Chinese characters.
 * @throws Error for a character that GB18030 writes as four bytes.
 */
export const encodeGb18030 = (text: string): Uint8Array => {
  const table = createTable();
  const bytes = [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? [code] : table.get(character);
    if (!pair) throw new Error(`${character} is not written as two bytes`);
    return pair;
  });
  return Uint8Array.from(bytes);
};
