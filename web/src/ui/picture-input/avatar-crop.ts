export type PictureSize = { width: number; height: number }

/** A square cut out of a picture: its centre in the picture's pixels; `zoom` 1 is the largest square that fits. */
export type Crop = { x: number; y: number; zoom: number }

/** Edge of the uploaded picture in pixels: twice the largest avatar on any page, for high-density screens. */
export const avatarEdge = 512
/** Beyond this, nothing is recognisable and the upscaled picture is blurry. */
const zoomLimit = 4

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** Largest zoom: 4, less for pictures whose square would become smaller than half the uploaded edge, at least 1. */
export function maxZoom({ width, height }: PictureSize): number {
  return within(Math.min(width, height) / (avatarEdge / 2), 1, zoomLimit)
}

/** The largest square in the middle of a picture. */
export const centredCrop = ({ width, height }: PictureSize): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Edge of the cut-out square in the picture's pixels. */
export const cropSide = ({ width, height }: PictureSize, { zoom }: Crop): number => Math.min(width, height) / zoom

/** The nearest crop whose square lies inside the picture. */
function fitted(size: PictureSize, crop: Crop): Crop {
  const zoom = within(crop.zoom, 1, maxZoom(size))
  const half = cropSide(size, { ...crop, zoom }) / 2
  return { zoom, x: within(crop.x, half, size.width - half), y: within(crop.y, half, size.height - half) }
}

/** Moves the square by picture pixels, within the picture. */
export const movedCrop = (size: PictureSize, crop: Crop, dx: number, dy: number): Crop =>
  fitted(size, { ...crop, x: crop.x + dx, y: crop.y + dy })

/** Zooms around the square's centre. */
export const zoomedCrop = (size: PictureSize, crop: Crop, zoom: number): Crop => fitted(size, { ...crop, zoom })

/** The square as a source rectangle of `drawImage`. */
export function cropSource(size: PictureSize, crop: Crop): { x: number; y: number; side: number } {
  const side = cropSide(size, crop)
  return { x: crop.x - side / 2, y: crop.y - side / 2, side }
}

/** Size and offset of the whole picture in a unit square that shows the cut-out. */
export function cropPlacement(size: PictureSize, crop: Crop) {
  const { x, y, side } = cropSource(size, crop)
  return { width: size.width / side, height: size.height / side, left: -x / side, top: -y / side }
}

const step = 0.05
const keyMoves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}
const keyZooms: Readonly<Record<string, number>> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }

/**
 * The crop after a key: arrows move the square by a twentieth of its edge, plus and minus zoom. Null for other keys.
 */
export function cropByKey(size: PictureSize, crop: Crop, key: string): Crop | null {
  const move = keyMoves[key]
  const side = cropSide(size, crop)
  if (move) return movedCrop(size, crop, move[0] * side, move[1] * side)
  const factor = keyZooms[key]
  return factor ? zoomedCrop(size, crop, crop.zoom * factor) : null
}
