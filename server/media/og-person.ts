import { avatarAngle, avatarColor } from '@hot/domain/member/avatar-color'
import { initials } from '@hot/domain/star/name'
import { at, box, colors, image, pictureHeight, raster, text, widthOf } from './og-node.ts'

/** Of the poster on a star's picture. */
export const portraitSize = { width: 470, height: pictureHeight } as const

export type Person = {
  id: string
  name: string
  /** `data:` address of a photo; initials on the poster ink without one. */
  photo?: string
}

/** A photo over the whole poster, or initials as large as it takes, cut off at its bottom. */
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

/** The round one of a list. */
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
