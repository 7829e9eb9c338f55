import type { Mentions as KnownMentions } from '@hot/domain/contract/post'
import { nicknameCharacters } from '@hot/domain/member/nickname-form'
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
