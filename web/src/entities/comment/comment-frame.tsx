import type { ReactNode } from 'react'
import './comment.css'

type Props = {
  avatar: ReactNode
  /** Name, badges, age, menu button. */
  who: ReactNode
  /** Null: deleted. */
  text: ReactNode | null
  /** Shown instead of the text and its actions while it is being changed. */
  form?: ReactNode
  /** Reactions and `Antworten`. */
  actions?: ReactNode
  /** Replies as `CommentFrame`s. */
  replies?: ReactNode
  /** Target of links to this comment. */
  id?: string
}

export function CommentFrame({ avatar, who, text, form, actions, replies, id }: Props) {
  return (
    <article className="comment" id={id}>
      {avatar}
      <div>
        <div className="comment-who">{who}</div>
        {form || <Body text={text} actions={actions} />}
      </div>
      {replies && <div className="replies">{replies}</div>}
    </article>
  )
}

function Body({ text, actions }: Pick<Props, 'text' | 'actions'>) {
  return (
    <>
      {text === null ? (
        <p className="comment-text comment-gone">[Gelöschter Kommentar]</p>
      ) : (
        <div className="comment-text">{text}</div>
      )}
      {actions && <div className="reactions">{actions}</div>}
    </>
  )
}
