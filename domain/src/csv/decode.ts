/** How the bytes of a file were read. Windows-1252 is a guess, since every byte is a letter in it. */
export type CsvEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

/** The text of a file, its line breaks all `\n`, without byte order mark. */
export type DecodedCsv = { text: string; encoding: CsvEncoding }

/** A file that is no text. `line`: where, from 1. The message is a German sentence that says what to do. */
export class UnreadableText extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const saveAgain = 'Speicher sie in der Tabelle als „CSV UTF-8“ und wähl sie noch einmal.'

/**
 * Reads what spreadsheets save: UTF-8 with or without byte order mark, UTF-16 of both orders ("Unicode-Text"), and
 * Windows-1252 ("CSV (Trennzeichen-getrennt)" of Excel on Windows). Throws UnreadableText.
 */
export function decodeCsv(bytes: Uint8Array): DecodedCsv {
  const other = otherKind(bytes)
  if (other) throw new UnreadableText(1, `${other} ${saveAgain}`)
  const wide = wideOrder(bytes)
  if (wide) {
    const text = decoded(wide, bytes)
    if (text === null) throw new UnreadableText(1, `Die Datei ist UTF-16, aber beschädigt. ${saveAgain}`)
    return { text: withPlainBreaks(text), encoding: 'UTF-16' }
  }
  const text = decoded('utf-8', bytes)
  if (text !== null) return { text: withPlainBreaks(text), encoding: 'UTF-8' }
  if (isMostlyUtf8(bytes)) throw brokenUtf8(bytes)
  const guessed = withPlainBreaks(new TextDecoder('windows-1252').decode(bytes))
  const unknown = guessed.search(/[\u0080-\u009f]/)
  if (unknown >= 0)
    throw new UnreadableText(
      guessed.slice(0, unknown).split('\n').length,
      `Die Datei ist weder in UTF-8 noch in Windows-1252 gespeichert. ${saveAgain}`,
    )
  return { text: guessed, encoding: 'Windows-1252' }
}

/**
 * Files that people take for the table itself, by their first bytes: a spreadsheet saved as such (ZIP of Excel, Numbers and
 * LibreOffice, or OLE of old Excel), a PDF, a picture.
 */
const otherKinds: readonly { first: readonly number[]; message: string }[] = [
  {
    first: [0x50, 0x4b, 0x03, 0x04],
    message: 'Das ist die Tabelle selbst (Excel, Numbers oder LibreOffice), kein CSV.',
  },
  { first: [0xd0, 0xcf, 0x11, 0xe0], message: 'Das ist die Tabelle selbst (ein altes Excel), kein CSV.' },
  { first: [0x25, 0x50, 0x44, 0x46], message: 'Das ist ein PDF, keine Tabelle.' },
  { first: [0x89, 0x50, 0x4e, 0x47], message: 'Das ist ein Bild, keine Tabelle.' },
  { first: [0xff, 0xd8, 0xff], message: 'Das ist ein Bild, keine Tabelle.' },
]

const otherKind = (bytes: Uint8Array): string | undefined =>
  otherKinds.find(({ first }) => first.every((byte, at) => bytes[at] === byte))?.message

/** Some of the words that are not plain ASCII, by which a person sees whether a guessed encoding is right. */
export function umlautSamples(text: string, most = 5): string[] {
  const samples = new Set<string>()
  for (const [word] of text.matchAll(/[^\s;,"]{1,40}/gu)) {
    if (/[^\p{ASCII}]/u.test(word)) samples.add(word)
    if (samples.size === most) break
  }
  return [...samples]
}

const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

function decoded(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** UTF-16 by its byte order mark; without one, by the zeros that ASCII letters have in it. */
function wideOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a && b === 0 && c && d === 0) return 'utf-16le'
  if (a === 0 && b && c === 0 && d) return 'utf-16be'
  return null
}

/**
 * Whether more characters beyond ASCII are whole UTF-8 than not: then it is UTF-8 with a fault, and reading it as
 * Windows-1252 would turn every "ü" into "Ã¼".
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(bytes).match(/[^\p{ASCII}]/gu) ?? []
  const whole = beyond.filter((character) => character !== '\ufffd').length
  return whole > beyond.length - whole
}

function brokenUtf8(bytes: Uint8Array): UnreadableText {
  const text = withPlainBreaks(new TextDecoder().decode(bytes))
  const lines = text.slice(0, text.indexOf('\ufffd')).split('\n')
  const place = `Zeichen ${(lines.at(-1) ?? '').length + 1}`
  return new UnreadableText(lines.length, `Die Datei ist UTF-8, aber hier beschädigt (${place}). ${saveAgain}`)
}
