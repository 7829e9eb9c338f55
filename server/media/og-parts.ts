import { avatarAngle, avatarColor } from '@hot/domain/member/avatar-color'
import { initials } from '@hot/domain/star/name'
import { formatScore } from '../../web/src/ui/data/format-number.ts'
import type { Ask, PublicRpc } from '../link/backend-watch.ts'
import { at, box, colors, type Face, image, pictureHeight, raster, text, widthOf } from './og-node.ts'

/** The face of a score: the higher the score, the wider the letters. */
function heatFace(score: number): Face {
  if (score >= 88) return 'hottest'
  if (score >= 70) return 'wide'
  return score >= 45 ? 'title' : 'lead'
}

/** A score with its degree sign. */
export const heat = (score: number, size: number) =>
  box({}, text(formatScore(score), heatFace(score), size), text('°', 'lead', size, { color: colors.hotInk }))

export const heatWidth = async (score: number, size: number) =>
  ((await widthOf(formatScore(score), heatFace(score))) + (await widthOf('°', 'lead'))) * size

/** A bar filled up to the score, ending in an ink tick; empty without a score. */
export function thermometer(score: number | null, width: number, thickness: number) {
  const bare = { width, height: thickness, background: colors.rule }
  if (score === null) return box(bare)
  const filled = (width * score) / 100
  const tick = thickness * 1.6
  return box(
    { ...bare, position: 'relative' },
    box({ width: filled, height: thickness, background: colors.hot }),
    at(filled - 3, thickness / 2 - tick, { width: 6, height: tick * 2, background: colors.ink }),
  )
}

/** Size of the poster on a star's picture, in px. */
export const portraitSize = { width: 470, height: pictureHeight } as const

export type Person = {
  id: string
  name: string
  /** `data:` URL of a photo; without one, initials on the poster ink are shown. */
  photo?: string
}

/** A photo covering the poster, or large initials cropped at the bottom. */
export async function portrait({ id, name, photo }: Person) {
  const { width, height } = portraitSize
  const frame = { width, height, overflow: 'hidden', background: avatarColor(id), color: colors.ink }
  if (photo) return at(0, 0, frame, image(photo, { width, height, objectFit: 'cover' }))
  const letters = initials(name)
  const size = Math.min(height * 0.96, (width * 0.92) / Math.max(0.2, await widthOf(letters, 'lead')))
  return at(
    0,
    0,
    frame,
    raster(width, height, avatarAngle(id), Math.max(6, Math.round(width / 24))),
    at(0, height - size * 0.814, { width, justifyContent: 'center' }, text(letters, 'lead', size)),
  )
}

/** The round avatar of a list. */
export function avatar({ id, name }: Person, diameter: number) {
  const style = {
    position: 'relative',
    width: diameter,
    height: diameter,
    borderRadius: diameter / 2,
    overflow: 'hidden',
  }
  const letters = text(initials(name), 'lead', diameter * 0.52, { color: colors.ink })
  return box(
    { ...style, background: avatarColor(id), alignItems: 'center', justifyContent: 'center' },
    raster(diameter, diameter, avatarAngle(id), 8),
    letters,
  )
}

const publicFiles = '/storage/v1/object/public/'
/** Far larger than any processed upload; larger files are not drawn. */
const mostBytes = 4 << 20

/** Sources of pictures: public data, and the files of our own storage. */
export type PictureSources = {
  rpc: PublicRpc
  ask: Ask
  /** Origin of the backend, see `BackendLink.origin`. */
  backendUrl: string
}

/** Draws the SVG of a subject by its key (id or slug); null when it does not exist. */
export type Draw = (key: string, sources: PictureSources) => Promise<string | null>

/** Path of a picture in our own storage; undefined for any other URL, which the server must not request. */
function ownPicturePath(address: string, backendUrl: string): string | undefined {
  const path = address.startsWith(`${backendUrl}/`) ? address.slice(backendUrl.length) : address
  return path.startsWith(publicFiles) && !/[?#\\]|\.\./.test(path) ? path : undefined
}

/**
 * A photo as satori reads it: a JPEG of the poster's size as a `data:` URL. Undefined when there is none or it cannot
 * be read; initials are shown instead. Throws BackendAway.
 */
export async function readPortrait(
  address: string | null,
  { ask, backendUrl }: PictureSources,
): Promise<string | undefined> {
  const path = address && ownPicturePath(address, backendUrl)
  if (!path) return undefined
  const response = await ask(new Request(backendUrl + path))
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > mostBytes) return undefined
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > mostBytes) return undefined
  // Loaded with the first photo: loading takes time, and many installations have no photos.
  const { default: sharp } = await import('sharp')
  try {
    const jpeg = await sharp(bytes)
      .resize(portraitSize.width, portraitSize.height, { fit: 'cover', position: 'top' })
      .flatten()
      .jpeg({ quality: 86 })
      .toBuffer()
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`
  } catch {
    // Not a decodable picture.
    return undefined
  }
}
