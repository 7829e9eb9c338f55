import sharp from 'sharp'

/** Deterministic dice, so that every run measures the same pictures. */
function dice(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const width = 480
const height = 504

/**
 * An abstract picture: soft shapes of many colours on a gradient, with the fine grain of a photograph. 480 × 504
 * pixels, the size the cards request.
 */
export async function abstractPicture(seed: number): Promise<Buffer> {
  const roll = dice(seed)
  const hue = () => Math.floor(roll() * 360)
  const shapes = Array.from({ length: 18 }, () => {
    const [x, y] = [roll() * width, roll() * height]
    return `<ellipse cx="${x}" cy="${y}" rx="${20 + roll() * 120}" ry="${20 + roll() * 90}" fill="hsl(${hue()} 55% ${30 + roll() * 45}%)" opacity="0.7" transform="rotate(${roll() * 180} ${x} ${y})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue()} 40% 70%)"/><stop offset="1" stop-color="hsl(${hue()} 45% 35%)"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/>${shapes.join('')}</svg>`
  const grain = Buffer.from(Uint8Array.from({ length: width * height }, () => 128 + (roll() - 0.5) * 14))
  return sharp(Buffer.from(svg))
    .blur(1.2)
    .composite([{ input: grain, raw: { width, height, channels: 1 }, blend: 'soft-light' }])
    .webp({ quality: 82 })
    .toBuffer()
}
