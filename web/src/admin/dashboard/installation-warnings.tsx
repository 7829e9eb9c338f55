import { useQuery } from '@tanstack/react-query'
import { Note } from '#web/ui/feedback/callout.tsx'
import { houseStateQuery, operatorQuery } from './dashboard-queries.ts'
import { houseWarnings } from './warnings.ts'

/** What whoever runs HoT should put right; nothing while all is well. */
export function HouseWarnings() {
  const state = useQuery(houseStateQuery)
  const operator = useQuery(operatorQuery)
  const warnings = houseWarnings(state.data, operator.data, Date.now())
  const unknown = state.isError || operator.isError
  if (warnings.length === 0 && !unknown) return null
  return (
    <section aria-label="Hinweise zum Betrieb" className="grid gap-3">
      {warnings.map(({ title, text }) => (
        <Note key={title} kind="warn">
          <b>{title}.</b> {text}
        </Note>
      ))}
      {unknown && (
        <Note>Ob Mails und Sicherungen laufen, ließ sich gerade nicht prüfen. Lade die Seite später noch einmal.</Note>
      )}
    </section>
  )
}
