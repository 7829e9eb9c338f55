import { postListPath } from '@hot/domain/post/address'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** Parts of the front page on a day without anything to show. */

export function NoLead() {
  return (
    <EmptyState emoji="🤫" title="Verdächtig ruhig hier. Weißt du was?">
      <Link to="/trashtalk/erstellen" className={buttonClass({ variant: 'hot' })}>
        Gerücht schreiben
      </Link>
    </EmptyState>
  )
}

export function NoProgramme() {
  return <p className="text-ink-2">Sendepause. Geh mal raus.</p>
}

export function NoTalk() {
  return <p className="text-ink-2">Noch sagt niemand was. Den Anfang macht wer Mutiges.</p>
}

export function NoPoll() {
  return (
    <p className="text-ink-2">
      Heute keine Umfrage.{' '}
      <Link to={postListPath('poll')} className="link">
        Ältere ansehen
      </Link>
    </p>
  )
}
