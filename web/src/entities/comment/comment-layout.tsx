import { type ReactNode, useState } from 'react'
import './comment.css'

type LayoutProps = {
  avatar: ReactNode
  /** Name, badges, age, menu button. */
  who: ReactNode
  /** Null if deleted; empty: nothing is shown of it. */
  text: ReactNode | null
  /** The text is folded until somebody asks for more. */
  long?: boolean
  /** Shown instead of the text and its actions while editing. */
  form?: ReactNode
  /** Reactions and `Antworten`. */
  actions?: ReactNode
  /** Replies as `CommentLayout`s. */
  replies?: ReactNode
  /** Names it for screen readers: `Kommentar von anna, vor 5 Min.` */
  name?: string
  /** Target of links to this comment. */
  id?: string
}

/** One comment with its replies; `text` null shows the placeholder of a deleted comment. */
export function CommentLayout({ avatar, who, text, long = false, form, actions, replies, name, id }: LayoutProps) {
  return (
    <article className="comment" id={id} aria-label={name}>
      {avatar}
      <div>
        <div className="comment-who">{who}</div>
        {form || (text !== '' && <Body text={text} long={long} actions={actions} />)}
      </div>
      {replies && <div className="replies">{replies}</div>}
    </article>
  )
}

function Body({ text, long, actions }: Pick<LayoutProps, 'text' | 'actions'> & { long: boolean }) {
  return (
    <>
      {text === null ? (
        <p className="comment-text comment-gone">[Gelöschter Kommentar]</p>
      ) : (
        <FoldedText long={long}>{text}</FoldedText>
      )}
      {actions && <div className="reactions">{actions}</div>}
    </>
  )
}

function FoldedText({ long, children }: { long: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={long && !open ? 'comment-text comment-folded' : 'comment-text'}>{children}</div>
      {long && (
        <button type="button" className="comment-more link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Weniger' : 'Mehr'}
        </button>
      )}
    </>
  )
}

const mostCharacters = 600
const mostLines = 8
/** Whether a text is folded. */
export const isLong = (text: string): boolean =>
  text.length > mostCharacters || text.split('\n', mostLines + 1).length > mostLines
