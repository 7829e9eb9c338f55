/** Relative luminance of `#RRGGBB` (WCAG 2.2). */
function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  const [red = 0, green = 0, blue = 0] = [value >> 16, (value >> 8) & 255, value & 255].map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Contrast of two `#RRGGBB` colours, 1–21 (WCAG 2.2, 1.4.3). */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const darkText = '#16130E'
const lightText = '#FFFEF8'

/**
 * The darker or lighter text colour, whichever has more contrast on `background` (`#RRGGBB`, a colour from the data).
 */
export function readableTextColor(background: string): string {
  return contrastRatio(darkText, background) >= contrastRatio(lightText, background) ? darkText : lightText
}
