import type { DigestRhythm } from '@hot/domain/contract/account/account'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Arrived, LinkNeedsScript } from '#web/ui/feedback/mailed-link.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'

/** From the hash, as in the mail, or the query of the address that mail programs post to. */
const codeOf = ({ hash, search }: Location): string => hash.slice(1) || (new URLSearchParams(search).get('code') ?? '')

/** What it was before; null for an unknown code. */
async function choose(rhythm: DigestRhythm): Promise<DigestRhythm | null> {
  return (await rpc('set_digest_by_code', { p_code: codeOf(window.location), p_rhythm: rhythm })).former
}

/** `/abbestellen`: requires a press, because mail scanners follow links too. Works without signing in. */
export function UnsubscribePage() {
  const [former, setFormer] = useState<DigestRhythm | null>()
  const stop = useWrite(() => choose('off'), { onDone: setFormer })
  return (
    <div className="page">
      <PageHead title="Zusammenfassung abbestellen" />
      {former === undefined ? (
        <div className="grid max-w-prose justify-items-start gap-4">
          <p>Dann schickt dir HoT keine Mails mehr über das, was du verpasst hast. Alles andere bleibt, wie es ist.</p>
          <LinkNeedsScript />
          <FormFailure text={stop.failure} />
          <Button variant="strong" onClick={() => void stop.run()} busy={stop.busy}>
            {stop.busy ? 'Einen Moment …' : 'Abbestellen'}
          </Button>
        </div>
      ) : (
        <Outcome former={former} />
      )}
    </div>
  )
}

function Outcome({ former }: { former: DigestRhythm | null }) {
  const [kept, setKept] = useState(false)
  const before = former === 'weekly' ? 'weekly' : 'daily'
  const back = useWrite(() => choose(before), { onDone: () => setKept(true) })
  if (former === null)
    return (
      <Arrived>
        <EmptyState
          emoji="🔗"
          title="Dieser Link gilt nicht."
          text="Kopiere ihn ganz aus der Mail, oder stell die Zusammenfassung in deinen Einstellungen ab."
        >
          <Link to="/account/einstellungen" className={buttonClass()}>
            Zu den Einstellungen
          </Link>
        </EmptyState>
      </Arrived>
    )
  return (
    <Arrived key={kept ? 'kept' : 'ended'}>
      {kept ? (
        <EmptyState emoji="📬" title="Du bekommst sie weiter." text="Alles wie vorher." />
      ) : (
        <EmptyState emoji="✅" title="Abbestellt." text="Die Zusammenfassung kommt nicht mehr.">
          {former !== 'off' && (
            <Button onClick={() => void back.run()} busy={back.busy}>
              Doch weiter bekommen
            </Button>
          )}
          <FormFailure text={back.failure} />
        </EmptyState>
      )}
    </Arrived>
  )
}
