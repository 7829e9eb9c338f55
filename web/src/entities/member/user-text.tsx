import { linkParts, userLinkRel } from '@hot/domain/url/links'
import { Fragment, type ReactNode } from 'react'

export type UserTextProps = {
  text: string
  /** Renders the text between line breaks and links; unchanged by default. */
  renderText?: ((text: string) => ReactNode) | undefined
}

/** Text by a member: plain text with line breaks and recognised links, never HTML. */
export function UserText({ text, renderText }: UserTextProps) {
  let key = 0
  return linkParts(text).map((part) => {
    key += 1
    if (part.kind === 'break') return <br key={key} />
    if (part.kind === 'text') return renderText ? <Fragment key={key}>{renderText(part.text)}</Fragment> : part.text
    return (
      <a key={key} href={part.href} rel={userLinkRel} target="_blank" className="link">
        {part.text}
      </a>
    )
  })
}
