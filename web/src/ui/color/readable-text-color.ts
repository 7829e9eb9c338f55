import { contrastRatio } from './contrast-ratio.ts'

const darkText = '#16130E'
const lightText = '#FFFEF8'

/** Ink or paper, whichever reads better on a colour from data (`#RRGGBB`: formats, broadcasters, providers). */
export function readableTextColor(background: string): string {
  return contrastRatio(darkText, background) >= contrastRatio(lightText, background) ? darkText : lightText
}
