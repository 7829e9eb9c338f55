import { longDateTime } from '@hot/domain/german-date'
import type { AccountPage } from '@hot/domain/wire/account'
import { Note } from '#web/ui/note.tsx'

/** What a banned member may still do, beside what they may not. */
export function BanNote({ ban }: { ban: NonNullable<AccountPage['ban']> }) {
  return (
    <div className="mt-6">
      <Note kind="warn">
        <p>
          <b>{ban.until ? `Du bist bis ${longDateTime(ban.until)} gesperrt.` : 'Du bist dauerhaft gesperrt.'}</b>{' '}
          {ban.reason && `Grund: ${ban.reason}`}
        </p>
        <p>Lesen, melden, deine Daten holen und deinen Account löschen kannst du weiterhin.</p>
      </Note>
    </div>
  )
}
