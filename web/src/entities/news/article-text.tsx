import { type ArticlePart, type ArticlePicture, articleLinks, parseArticle } from '@hot/domain/news/article'
import { pictureCredit } from '@hot/domain/picture/credit'
import FormattedText from '#web/entities/member/formatted-text.tsx'
import { LinkedText, type UserTextProps } from '#web/entities/member/user-text.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import '#web/entities/member/member-text.css'

/** The text of an article as elements, never as HTML. */
export function ArticleText({ text, isLarge = true }: { text: string; isLarge?: boolean }) {
  return (
    <div className={isLarge ? 'prose text-lead' : 'prose'}>
      {parseArticle(text)
        .map((part, place) => ({ key: `${place}`, part }))
        .map(({ key, part }) => (
          <Part key={key} part={part} />
        ))}
    </div>
  )
}

function Part({ part }: { part: ArticlePart }) {
  if (part.kind === 'text') return <FormattedText text={part.text} words={LinkedWords} />
  if (part.kind === 'picture') return <Picture {...part} />
  if (part.level === 3) return <h3 className="type-h3 wrap-anywhere">{part.text}</h3>
  return <h2 className="wrap-anywhere">{part.text}</h2>
}

function Picture({ src, width, height, alt, credit }: ArticlePicture) {
  return (
    <figure className="my-4 grid gap-1">
      <LazyImage src={src} width={width} height={height} alt={alt} className="h-auto max-w-full bg-sunk" />
      {credit && <figcaption className="meta wrap-anywhere">{pictureCredit(credit)}</figcaption>}
    </figure>
  )
}

/** Text of the team: its links are no user content, so search engines may follow them. */
function LinkedWords({ text, renderText }: UserTextProps) {
  let key = 0
  return articleLinks(text).map((part) => {
    key += 1
    if (typeof part === 'string') return <LinkedText key={key} text={part} renderText={renderText} />
    return (
      <a key={key} href={part.href} rel="noopener" target="_blank">
        {part.text}
      </a>
    )
  })
}
