import { choiceParam, cursorParam, patternParam, uuidPattern } from '@hot/domain/url/search-param'

export type PostsSearch = {
  /** The default, Neu, is not in the URL. */
  sortierung?: 'heiss' | 'top' | undefined
  /** Only for Top; seven days are the default. */
  zeitraum?: '30' | 'gesamt' | undefined
  /** Id of a star or format. */
  tag?: string | undefined
  /** Cursor of a later page, for readers without JavaScript. */
  nach?: string | undefined
}

/** Search params from the URL, with defaults for invalid values. */
export const postsSearch = (given: Record<string, unknown>): PostsSearch => ({
  sortierung: choiceParam(given.sortierung, ['heiss', 'top']),
  zeitraum: choiceParam(given.zeitraum, ['30', 'gesamt']),
  tag: patternParam(given.tag, uuidPattern),
  nach: cursorParam(given.nach),
})

export const sorts = { neu: 'new', heiss: 'hot', top: 'top' } as const
