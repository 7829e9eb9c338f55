declare module 'subset-font' {
  type Axis = number | { min: number; max: number }
  type Options = {
    targetFormat: 'sfnt' | 'woff' | 'woff2' | 'truetype'
    variationAxes?: Record<string, Axis>
    /** OpenType features to keep; all by default. */
    keepFeatures?: readonly string[]
  }
  /** The font reduced to the letters of `text` (https://github.com/papandreou/subset-font, README). */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
