import type { Mentions as Known } from '@hot/domain/contract/post'
import { linkParts, userLinkRel } from '@hot/domain/url/links'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { mentionParts } from './comment-mentions.ts'

type Props = { text: string; mentions: Known }

/** What a member wrote: plain text with line breaks, recognised links and known @nicknames, never HTML. */
export function CommentText({ text, mentions }: Props) {
  let key = 0
  return linkParts(text).map((part) => {
    key += 1
    if (part.kind === 'break') return <br key={key} />
    if (part.kind === 'text') return <Mentions key={key} text={part.text} mentions={mentions} />
    return (
      <a key={key} href={part.href} rel={userLinkRel} target="_blank" className="link">
        {part.text}
      </a>
    )
  })
}

function Mentions({ text, mentions }: Props) {
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
