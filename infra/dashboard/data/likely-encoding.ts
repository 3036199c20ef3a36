const MAX_ASCII = 0x7f;
const LAST_BYTE = 0xfe;
/** The second bytes of GB 2312 and EUC-KR begin here. About four of ten characters in Big5 have a lower second byte. */
const FIRST_HIGH_BYTE = 0xa1;
const FIRST_LETTER = 0xb0;
/** The last first byte of Hangul in EUC-KR. Almost half of the common Chinese characters have a higher one in GB 2312. */
const LAST_HANGUL = 0xc8;
const LAST_BIG5 = 0xf9;

const MAX_BYTES = 256 * 1024;
const MIN_CHARACTERS = 8;
const MIN_LOW_SHARE = 0.1;
const MIN_HANGUL_SHARE = 0.97;

interface Characters {
  /** Characters of two bytes. */
  count: number;
  /** The ones that are no symbols. */
  letters: number;
  low: number;
  hangul: number;
  areBig5: boolean;
}

const countCharacters = (bytes: Uint8Array): Characters => {
  const found: Characters = { count: 0, letters: 0, low: 0, hangul: 0, areBig5: true };
  const end = Math.min(bytes.length, MAX_BYTES) - 1;
  for (let at = 0; at < end; at += 1) {
    const lead = bytes[at] as number;
    const next = bytes[at + 1] as number;
    if (lead <= MAX_ASCII || lead > LAST_BYTE) continue;
    at += 1;
    found.count += 1;
    if (next < FIRST_HIGH_BYTE) found.low += 1;
    if (lead >= FIRST_LETTER) found.letters += 1;
    if (lead >= FIRST_LETTER && lead <= LAST_HANGUL) found.hangul += 1;
    found.areBig5 &&= lead >= FIRST_HIGH_BYTE && lead <= LAST_BIG5;
  }
  return found;
};

/** Returns undefined if the bytes cannot be read as GB18030, or are probably Chinese text in it. */
export const likelyEncoding = (bytes: Uint8Array): 'big5' | 'euc-kr' | undefined => {
  const { count, letters, low, hangul, areBig5 } = countCharacters(bytes);
  if (count < MIN_CHARACTERS) return undefined;
  if (areBig5 && low >= count * MIN_LOW_SHARE) return 'big5';
  const isKorean = low === 0 && letters >= MIN_CHARACTERS && hangul >= letters * MIN_HANGUL_SHARE;
  return isKorean ? 'euc-kr' : undefined;
};
