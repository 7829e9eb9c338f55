/** Stickers that members put on a post, with their names; pictures in `web/src/entities/post/reactions/stickers`. The database checks the same list. */
export const stickers = {
  popcorn: 'Popcorn',
  tea: 'Heißer Tee',
  'red-flag': 'Rote Flagge',
  rose: 'Rose',
  crown: 'Krone',
  tear: 'Träne',
  drama: 'Drama',
  snake: 'Schlange',
  fire: 'Feuer',
  ring: 'Ring',
  suitcase: 'Koffer',
  mic: 'Mikro',
} as const satisfies Readonly<Record<string, string>>

export type Sticker = keyof typeof stickers

/** All of them, in the order in which they are offered. */
export const stickerKinds = Object.keys(stickers) as [Sticker, ...Sticker[]]
