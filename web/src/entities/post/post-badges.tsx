import { postKinds } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { Icon } from '#web/ui/media/icon.tsx'

/** `Gerücht`, `Umfrage`, `Diskussion`. */
export const kindLabel = (type: PostType): string => postKinds.find((kind) => kind.type === type)?.label ?? ''

/** `Gerüchte`, `Umfragen`, `Diskussionen`. */
export const kindListLabel = (type: PostType): string => postKinds.find((kind) => kind.type === type)?.listLabel ?? ''

const badges = {
  rumor: { glyph: '?!', className: 'type-mark' },
  poll: { glyph: '%', className: 'type-mark type-mark-poll' },
  discussion: { glyph: '“', className: 'type-mark type-mark-discussion' },
}

/** The kind of a post as a glyph. Decorative: the word is beside it. */
export function PostTypeBadge({ type }: { type: keyof typeof badges }) {
  const { glyph, className } = badges[type]
  return (
    <span className={className} aria-hidden="true">
      {glyph}
    </span>
  )
}

/** Status of a rumor: an icon, always with a text label. */
export function RumorStatusBadge({ status }: { status: 'unverified' | 'verified' | 'debunked' }) {
  if (status === 'unverified') return <span className="stamp stamp-unverified">? Unbestätigt</span>
  if (status === 'verified') {
    return (
      <span className="stamp stamp-verified">
        <Icon of={Check} size={16} />
        <span>Bestätigt</span>
      </span>
    )
  }
  return (
    <span className="stamp stamp-debunked">
      <Icon of={X} size={16} />
      <span>Widerlegt</span>
    </span>
  )
}
