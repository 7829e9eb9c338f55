/** The twelve poster inks of the visual identity; the dark ink on each reaches a contrast of at least 7.5. */
export const posterInks = [
  '#F7B32B',
  '#FF8463',
  '#F49AC1',
  '#B79CED',
  '#7FB7F0',
  '#5CC8C2',
  '#8FCB6B',
  '#D9C64A',
  '#E8A37C',
  '#A9B4C2',
  '#E88AA8',
  '#66B58F',
] as const

/** Poster ink behind the initials of a star or member: the same id always gets the same one. */
export function avatarColor(id: string): (typeof posterInks)[number] {
  return posterInks[idHash(id) % posterInks.length] ?? posterInks[0]
}

/** Rotation of the halftone dots of that avatar in degrees, −90 to 29. */
export function avatarAngle(id: string): number {
  // Uses other bits than the colour, so that a colour is not tied to one angle.
  return ((idHash(id) >>> 8) % 120) - 90
}

/** FNV-1a, 32 bit (draft-eastlake-fnv), with the final mix of MurmurHash3 so that sequential ids are spread out. */
function idHash(id: string): number {
  let hash = 0x811c9dc5
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
