/** One season; days count from the day of the first start, so that some always run, some come and some are over. */
export type DemoSeason = {
  number: number
  startsIn: number
  endsIn: number
  location: string
  cast: number
  description?: string
}

export type DemoFormat = {
  slug: string
  name: string
  shortName: string | null
  emoji: string
  color: string
  broadcaster: string
  provider: string | null
  streamingUrl: string | null
  description: string
  seasons: readonly DemoSeason[]
}
