import type { PostType } from '@hot/domain/contract/post'
import { choiceParam, cursorParam, patternParam, uuidPattern } from '@hot/domain/url/search-param'
import type { PostsFilter } from '#web/entities/post/trashtalk-queries.ts'

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

const sorts = { neu: 'new', heiss: 'hot', top: 'top' } as const

/** The list an address asks for. */
export const postsFilter = (search: PostsSearch, type?: PostType): PostsFilter => ({
  type,
  sort: sorts[search.sortierung ?? 'neu'],
  window: search.zeitraum === 'gesamt' ? 'all' : (search.zeitraum ?? '7'),
  tag: search.tag,
  after: search.nach,
})
