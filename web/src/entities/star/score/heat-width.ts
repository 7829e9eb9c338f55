/**
 * The hotter, the wider: for `style` beside the class `heat-width` (type.css). `value`: 0–100, in steps of ten points: who
 * looks sees no finer one, and each other width is a face of its own that the browser looks up and sizes before it can draw.
 */
export const heatWidth = (value: number) => ({ '--s': Math.round(value / 10) * 10 })
