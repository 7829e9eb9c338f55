import { linkParts, userLinkRel } from '@hot/domain/url/links'

/** What a member wrote: plain text with line breaks and recognised links, never HTML. */
export function UserText({ text }: { text: string }) {
  let key = 0
  return linkParts(text).map((part) => {
    key += 1
    if (part.kind === 'break') return <br key={key} />
    if (part.kind === 'text') return part.text
    return (
      <a key={key} href={part.href} rel={userLinkRel} target="_blank" className="link">
        {part.text}
      </a>
    )
  })
}
