import { Check, X } from 'lucide-react'
import { Icon } from '#web/ui/media/icon.tsx'

/** Status of a rumor: a sign and always the word. */
export function Stamp({ status }: { status: 'unverified' | 'verified' | 'debunked' }) {
  if (status === 'unverified') return <span className="stamp stamp-unverified">? Unbestätigt</span>
  if (status === 'verified') {
    return (
      <span className="stamp stamp-verified">
        <Icon of={Check} size={16} />
        Bestätigt
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
