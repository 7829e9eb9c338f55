/**
 * What the width of a number's type follows (0–100), in steps of ten points: who looks sees no finer one, and each other
 * width is a face of its own that the browser looks up and sizes before it can draw.
 */
export const heatStep = (value: number): number => Math.round(value / 10) * 10
