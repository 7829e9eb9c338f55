import { avatarAngle, avatarColor } from '@hot/domain/member/avatar-color'
import { initials } from '@hot/domain/star/name'
import { box, colors, element, line, pictureHeight, raster } from './og-svg.ts'
import { measure, showable } from './og-text.ts'

/** Of the poster on a star's picture. */
export const portraitSize = { width: 470, height: pictureHeight } as const

type Area = { x: number; y: number; width: number; height: number }
export type Person = {
  id: string
  name: string
  /** `data:` address of a photo; initials on the poster ink without one. */
  photo?: string
}

/** Initials as large as the area takes, cut off at its bottom like a poster. */
function poster(person: Person, { x, y, width, height }: Area): string {
  const letters = showable(initials(person.name), 'lead')
  const size = Math.min(height * 0.96, (width * 0.92) / Math.max(0.2, measure(letters, 'lead')))
  return [
    box(x, y, width, height, avatarColor(person.id)),
    raster({ x, y, width, height }, avatarAngle(person.id), Math.max(6, Math.round(width / 24))),
    line(letters, x + width / 2, y + height + size * 0.02, { face: 'lead', size, anchor: 'middle' }),
  ].join('')
}

const image = ({ x, y, width, height }: Area, photo: string): string =>
  element('image', { x, y, width, height, href: photo, preserveAspectRatio: 'xMidYMid slice' })

/** A portrait over the whole area, or the poster in its place. */
export function portrait(person: Person, area: Area, key: string): string {
  const { x, y, width, height } = area
  const inside = person.photo ? image(area, person.photo) : poster(person, area)
  return `<clipPath id="${key}-frame">${element('rect', { x, y, width, height })}</clipPath><g clip-path="url(#${key}-frame)">${inside}</g>`
}

/** The round one. */
export function avatar(person: Person, x: number, y: number, diameter: number, key: string): string {
  const radius = diameter / 2
  const letters = showable(initials(person.name), 'lead')
  const color = avatarColor(person.id)
  const area = { x, y, width: diameter, height: diameter }
  const inside = person.photo
    ? image(area, person.photo)
    : [
        box(x, y, diameter, diameter, color),
        raster(area, avatarAngle(person.id), 8),
        line(letters, x + radius, y + diameter * 0.68, {
          face: 'lead',
          size: diameter * 0.52,
          anchor: 'middle',
          fill: colors.ink,
        }),
      ].join('')
  return `<clipPath id="${key}-round"><circle cx="${x + radius}" cy="${y + radius}" r="${radius}"/></clipPath><g clip-path="url(#${key}-round)">${inside}</g>`
}
