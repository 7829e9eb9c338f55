import { choiceParam, cursorParam, patternParam, uuidPattern } from '@hot/domain/url/search-param'

export type PostsSearch = {
  /** Neu is the default and has no address of its own. */
  sortierung?: 'heiss' | 'top' | undefined
  /** Only for Top; seven days are the default. */
  zeitraum?: '30' | 'gesamt' | undefined
  /** Id of a star or format. */
  tag?: string | undefined
  /** Cursor of a later page, for readers without JavaScript. */
  nach?: string | undefined
}

/** What is in the address, or the default where it makes no sense. */
export const postsSearch = (given: Record<string, unknown>): PostsSearch => ({
  sortierung: choiceParam(given.sortierung, ['heiss', 'top']),
  zeitraum: choiceParam(given.zeitraum, ['30', 'gesamt']),
  tag: patternParam(given.tag, uuidPattern),
  nach: cursorParam(given.nach),
})

export const sorts = { neu: 'new', heiss: 'hot', top: 'top' } as const
