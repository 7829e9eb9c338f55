/** The twelve background colours of avatars and posters; dark text has a contrast of at least 7.5 on each. */
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

/** Colour behind the initials of a star or member, always the same for an id. */
export function avatarColor(id: string): (typeof posterInks)[number] {
  return posterInks[idHash(id) % posterInks.length] ?? posterInks[0]
}

/** Rotation of the halftone dots in that avatar in degrees, −90 to 29. */
export function avatarAngle(id: string): number {
  // Uses other bits of the hash than the colour, so that avatars of one colour differ in angle.
  return ((idHash(id) >>> 8) % 120) - 90
}

/** FNV-1a, 32 bit (draft-eastlake-fnv), with the finalizer of MurmurHash3, so that similar ids differ in all bits. */
function idHash(id: string): number {
  let hash = 0x811c9dc5
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
