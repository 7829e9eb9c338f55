import type { PostStatement } from '@hot/domain/contract/post'
import { longDateTime } from '@hot/domain/time/german-date'
import { UserText } from '#web/entities/member/user-text.tsx'

/** What somebody the post is about says, where people begin to read. */
export function Statement({ of }: { of: PostStatement | undefined }) {
  if (!of) return null
  return (
    <aside className="grid gap-2 border-2 border-ink bg-sheet p-4" aria-label="Stellungnahme">
      <p>
        <b className="wrap-anywhere">Stellungnahme von {of.speaker}</b>{' '}
        <time className="meta" dateTime={of.at}>
          {longDateTime(of.at)}
        </time>
      </p>
      <blockquote className="wrap-anywhere">
        <UserText text={of.text} />
      </blockquote>
    </aside>
  )
}
