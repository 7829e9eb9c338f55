import type { ConfirmConcernAnswer } from '@hot/domain/contract/community'
import { longDay } from '@hot/domain/time/german-date'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LinkNeedsScript } from '#web/ui/feedback/mailed-link.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { LinkOutcome } from '../reports/link-outcome.tsx'

const nothing: ConfirmConcernAnswer = { state: 'unknown', reference: null, due: null }

/** The code is in the hash, which browsers do not send to the server. */
const confirmConcern = async (): Promise<ConfirmConcernAnswer> => {
  const code = window.location.hash.slice(1)
  return code ? rpc('confirm_concern', { p_code: code }) : nothing
}

function outcomeOf({ state, reference, due }: ConfirmConcernAnswer) {
  if (state === 'unknown')
    return {
      emoji: '🔗',
      title: 'Dieser Link gilt nicht.',
      text: 'Er ist älter als sieben Tage oder nicht vollständig. Kopiere ihn ganz aus der Mail, oder schick dein Anliegen noch einmal.',
    }
  return {
    emoji: '✅',
    title: state === 'confirmed' ? 'Dein Anliegen liegt beim Team.' : 'Das hast du schon bestätigt.',
    text: `Deine Nummer ist ${reference}. Spätestens am ${due ? longDay(due) : ''} hast du eine Antwort, per Mail.`,
  }
}

/** `/es-geht-um-mich/bestaetigen`: requires a press, because mail scanners follow links too. */
export function ConfirmConcernPage() {
  const [answer, setAnswer] = useState<ConfirmConcernAnswer | null>(null)
  const { busy, failure, run } = useWrite(confirmConcern, { onDone: setAnswer })
  return (
    <div className="page">
      <PageHead title="Anliegen bestätigen" />
      {answer ? (
        <LinkOutcome {...outcomeOf(answer)} />
      ) : (
        <div className="grid max-w-prose justify-items-start gap-4">
          <p>Mit deiner Bestätigung geht dein Anliegen an das Team. Vorher sieht es niemand.</p>
          <LinkNeedsScript />
          <FormFailure text={failure} />
          <Button variant="strong" onClick={() => void run()} busy={busy}>
            {busy ? 'Einen Moment …' : 'Anliegen bestätigen'}
          </Button>
        </div>
      )}
    </div>
  )
}
