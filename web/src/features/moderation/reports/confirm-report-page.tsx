import type { ConfirmAnswer } from '@hot/domain/contract/community'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LinkNeedsScript } from '#web/ui/feedback/mailed-link.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { LinkOutcome } from './link-outcome.tsx'

type State = ConfirmAnswer['state']

const outcomes: Record<State, { emoji: string; title: string; text: string }> = {
  confirmed: {
    emoji: '✅',
    title: 'Deine Meldung ist bestätigt.',
    text: 'Das Team prüft sie jetzt und schreibt dir, was daraus geworden ist.',
  },
  already: {
    emoji: '✅',
    title: 'Das hast du schon bestätigt.',
    text: 'Deine Meldung liegt beim Team. Das Ergebnis kommt per Mail.',
  },
  unknown: {
    emoji: '🔗',
    title: 'Dieser Link gilt nicht.',
    text: 'Er ist älter als sieben Tage oder nicht vollständig. Kopiere ihn ganz aus der Mail, oder melde noch einmal.',
  },
}

/** The code is in the hash, which browsers do not send to the server. */
async function confirmReport(): Promise<State> {
  const code = window.location.hash.slice(1)
  if (!code) return 'unknown'
  return (await rpc('confirm_report', { p_code: code })).state
}

/** `/melden/bestaetigen`: requires a press, because mail scanners follow links too. */
export function ConfirmReportPage() {
  const [state, setState] = useState<State | null>(null)
  const { busy, failure, run } = useWrite(confirmReport, { onDone: setState })
  return (
    <div className="page">
      <PageHead title="Meldung bestätigen" />
      {state ? (
        <LinkOutcome {...outcomes[state]} />
      ) : (
        <div className="grid max-w-prose justify-items-start gap-4">
          <p>
            Mit deiner Bestätigung geht die Meldung an das Team. Vorher sieht es nur Meldungen illegaler Inhalte, als
            unbestätigt.
          </p>
          <LinkNeedsScript />
          <FormFailure text={failure} />
          <Button variant="strong" onClick={() => void run()} busy={busy}>
            {busy ? 'Einen Moment …' : 'Meldung bestätigen'}
          </Button>
        </div>
      )}
    </div>
  )
}
