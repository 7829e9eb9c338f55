import { choiceParam, cursorParam, patternParam, uuidPattern } from '@hot/domain/url/search-param'

type CommentsSearch = {
  /** Order of the comments; best first by default. */
  kommentare?: 'neu' | undefined
  /** Cursor of later comments, for readers without JavaScript. */
  nach?: string | undefined
  /** Id of the comment that a link leads to. */
  kommentar?: string | undefined
}

/** Search params from the URL, with defaults for invalid values. */
export const commentsSearch = (given: Record<string, unknown>): CommentsSearch => ({
  kommentare: choiceParam(given.kommentare, ['neu']),
  nach: cursorParam(given.nach),
  kommentar: patternParam(given.kommentar, uuidPattern),
})
