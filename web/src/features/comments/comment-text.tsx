import { linkParts, userLinkRel } from '@hot/domain/links'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { mentionParts } from './comment-mentions.ts'

/** What a member wrote: plain text with line breaks, recognised links and @nicknames, never HTML. */
export function CommentText({ text }: { text: string }) {
  let key = 0
  return linkParts(text).map((part) => {
    key += 1
    if (part.kind === 'break') return <br key={key} />
    if (part.kind === 'text') return <Mentions key={key} text={part.text} />
    return (
      <a key={key} href={part.href} rel={userLinkRel} target="_blank" className="link">
        {part.text}
      </a>
    )
  })
}

function Mentions({ text }: { text: string }) {
  let key = 0
  return mentionParts(text).map((part) => {
    key += 1
    if (!part.path) return <Fragment key={key}>{part.text}</Fragment>
    return (
      <Link key={key} to={part.path} className="link" preload={false}>
        {part.text}
      </Link>
    )
  })
}
