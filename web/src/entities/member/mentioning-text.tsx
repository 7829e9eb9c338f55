import type { Mentions as KnownMentions } from '@hot/domain/contract/post'
import { mentionMark, nameSpellings } from '@hot/domain/member/mention'
import { memberPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { MemberText } from './member-text.tsx'

type TextProps = { text: string; mentions: KnownMentions }

/** A text by a member, in which known @nicknames link to profiles. */
export function MentioningText({ text, mentions }: TextProps) {
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

/** Own properties only: a nickname may equal a property of Object.prototype. */
const slugOf = (name: string, known: KnownMentions): string =>
  (known && Object.hasOwn(known, name) && known[name]) || ''

/**
 * Splits text without links into plain text and the @nicknames of `known`, which link to profiles; an unknown @name
 * stays text. It is the longest known name: a full stop belongs to it if such a nickname exists, else to the sentence.
 */
export function mentionParts(text: string, known: KnownMentions): MentionPart[] {
  const parts: MentionPart[] = []
  let end = 0
  for (const match of text.matchAll(mentionMark)) {
    const { index } = match
    const typed = match[1] ?? ''
    const meant = nameSpellings(typed).find((one) => slugOf(one, known))
    if (!meant) continue
    const name = typed.slice(0, meant.length)
    if (index > end) parts.push({ text: text.slice(end, index) })
    end = index + 1 + name.length
    parts.push({ text: `@${name}`, path: memberPath(slugOf(meant, known)) })
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
