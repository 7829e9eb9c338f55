import type { Mentions as KnownMentions } from '@hot/domain/contract/post'
import { nicknameCharacters } from '@hot/domain/member/nickname-form'
import { memberPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { MemberText } from '#web/entities/member/member-text.tsx'
import './comment.css'

type LayoutProps = {
  avatar: ReactNode
  /** Name, badges, age, menu button. */
  who: ReactNode
  /** Null if deleted. */
  text: ReactNode | null
  /** The text is folded until somebody asks for more. */
  long?: boolean
  /** Shown instead of the text and its actions while editing. */
  form?: ReactNode
  /** Reactions and `Antworten`. */
  actions?: ReactNode
  /** Replies as `CommentLayout`s. */
  replies?: ReactNode
  /** Target of links to this comment. */
  id?: string
}

/** One comment with its replies; `text` null shows the placeholder of a deleted comment. */
export function CommentLayout({ avatar, who, text, long = false, form, actions, replies, id }: LayoutProps) {
  return (
    <article className="comment" id={id}>
      {avatar}
      <div>
        <div className="comment-who">{who}</div>
        {form || <Body text={text} long={long} actions={actions} />}
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

/** Texts longer than this, in characters or lines, are folded. */
export const isLong = (text: string): boolean => text.length > 600 || text.split('\n', 9).length > 8

type TextProps = { text: string; mentions: KnownMentions }

/** The text of a comment, in which known @nicknames link to profiles. */
export function CommentText({ text, mentions }: TextProps) {
  return <MemberText text={text} renderText={(part) => <Mentions text={part} mentions={mentions} />} />
}

function Mentions({ text, mentions }: TextProps) {
  let key = 0
  return mentionParts(text, mentions).map((part) => {
    key += 1
    if (!part.path) return <Fragment key={key}>{part.text}</Fragment>
    return (
      <Link key={key} to={part.path} className="link" preload={false}>
        {part.text}
      </Link>
    )
  })
}

type MentionPart = { text: string; path?: string }

/** A mention; an @ within a word, a URL or an e-mail address is none. */
const mention = new RegExp(`(?<![\\p{L}\\p{N}_.@/-])@(${nicknameCharacters}+)(?![\\p{L}\\p{N}_@-])`, 'gu')

/** Own properties only: a nickname may equal a property of Object.prototype. */
const slugOf = (name: string, known: KnownMentions): string =>
  (known && Object.hasOwn(known, name.toLowerCase()) && known[name.toLowerCase()]) || ''

/**
 * Splits text without links into plain text and the @nicknames of `known`, which link to profiles; an unknown @name
 * stays text. A trailing dot belongs to the nickname if such a nickname exists, else to the sentence.
 */
export function mentionParts(text: string, known: KnownMentions): MentionPart[] {
  const parts: MentionPart[] = []
  let end = 0
  for (const match of text.matchAll(mention)) {
    const { index } = match
    const typed = match[1] ?? ''
    const name = [typed, typed.replace(/\.+$/, '')].find((one) => slugOf(one, known))
    if (!name) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    end = index + 1 + name.length
    parts.push({ text: `@${name}`, path: memberPath(slugOf(name, known)) })
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
