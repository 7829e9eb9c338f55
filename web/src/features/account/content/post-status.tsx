import type { PostStatus as Status } from '@hot/domain/contract/account/content'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import X from 'lucide-react/icons/x'
import { Icon } from '#web/ui/media/icon.tsx'

const looks = {
  pending: { icon: Clock, word: 'Wird geprüft', className: 'stamp-unverified' },
  approved: { icon: Check, word: 'Veröffentlicht', className: 'stamp-verified' },
  rejected: { icon: X, word: 'Abgelehnt', className: 'stamp-debunked' },
} as const

/** What the team decided: a sign and always the word. */
export function PostStatus({ status }: { status: Status }) {
  const { icon, word, className } = looks[status]
  return (
    <b className={`stamp ${className}`}>
      <Icon of={icon} size={16} />
      {word}
    </b>
  )
}
