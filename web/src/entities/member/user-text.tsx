import { linkParts, userLinkRel } from '@hot/domain/url/links'
import { Fragment, type ReactNode } from 'react'

export type UserTextProps = {
  text: string
  /** Renders the text between line breaks and links; unchanged by default. */
  renderText?: ((text: string) => ReactNode) | undefined
}

/**
 * Text by a member: plain text with line breaks and recognised links, never HTML. Another text is another element: React
 * would change the nodes that a browser's translation has taken out, and remove them one by one (docs/decisions/085).
 */
export const UserText = (props: UserTextProps) => <span key={props.text}>{LinkedText(props)}</span>

/** The same within an element that is another one with every text. */
export function LinkedText({ text, renderText }: UserTextProps) {
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
