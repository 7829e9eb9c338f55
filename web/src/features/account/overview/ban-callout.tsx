import type { AccountPage } from '@hot/domain/contract/account/account'
import { banSentence } from '@hot/domain/moderation/sanction-texts'
import { Link } from '@tanstack/react-router'
import { Note } from '#web/ui/feedback/callout.tsx'

/** What a banned member may still do, beside what they may not. */
export function BanNote({ ban }: { ban: NonNullable<AccountPage['ban']> }) {
  return (
    <div className="mt-6">
      <Note kind="warn">
        <p>
          <b>{banSentence(ban.until)}</b> {ban.reason && `Grund: ${ban.reason}`}
        </p>
        <p>Lesen, melden, deine Daten holen und deinen Account löschen kannst du weiterhin.</p>
        <p>
          <Link to="/account/moderation" className="link">
            Begründung und Einspruch
          </Link>
        </p>
      </Note>
    </div>
  )
}
