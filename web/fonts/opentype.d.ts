declare module 'opentype.js' {
  type Font = {
    unitsPerEm: number
    /** 0: the font does not have it. */
    charToGlyphIndex(letter: string): number
    charToGlyph(letter: string): { advanceWidth?: number }
  }
  /** The parts we use (https://github.com/opentypejs/opentype.js, README). */
  const opentype: { parse(font: ArrayBuffer): Font }
  export default opentype
}
