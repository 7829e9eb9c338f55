import { choiceParam, cursorParam, patternParam, uuidPattern } from '@hot/domain/url/search-param'

const listSorts = ['aktiv', 'heiss', 'top'] as const

export type PostsSearch = {
  /** Lists of one kind are sorted by Neu unless the URL says otherwise; the feed of all kinds always names its order. */
  sortierung?: 'neu' | (typeof listSorts)[number] | undefined
  /** Only for Top; seven days are the default. */
  zeitraum?: '30' | 'gesamt' | undefined
  /** Id of a star or format. */
  tag?: string | undefined
  /** Cursor of a later page, for readers without JavaScript. */
  nach?: string | undefined
}

const rest = (given: Record<string, unknown>): PostsSearch => ({
  zeitraum: choiceParam(given.zeitraum, ['30', 'gesamt']),
  tag: patternParam(given.tag, uuidPattern),
  nach: cursorParam(given.nach),
})

/** Search params of a list of one kind, with defaults for invalid values. */
export const postsSearch = (given: Record<string, unknown>): PostsSearch => ({
  sortierung: choiceParam(given.sortierung, listSorts),
  ...rest(given),
})

/** The same for all kinds: without an order and a topic it is the overview. */
export const trashtalkSearch = (given: Record<string, unknown>): PostsSearch => {
  const search = rest(given)
  return {
    sortierung: choiceParam(given.sortierung, ['neu', ...listSorts]) ?? (search.tag ? 'neu' : undefined),
    ...search,
  }
}

export const sorts = { neu: 'new', aktiv: 'active', heiss: 'hot', top: 'top' } as const
