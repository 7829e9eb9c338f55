import type { ReportAnswer } from '@hot/domain/contract/community'
import { useState } from 'react'
import type { ReportTarget } from '#web/entities/post/report-request.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { ReportForm } from './report-form.tsx'

type Props = { target: ReportTarget; onClose: () => void }

const titles = { post: 'Beitrag melden', comment: 'Kommentar melden' } as const

const ends: Record<ReportAnswer['state'], { title: string; text: string }> = {
  open: {
    title: 'Danke, ist angekommen.',
    text: 'Das Team prüft deine Meldung und sagt dir, was daraus geworden ist.',
  },
  known: {
    title: 'Das hast du schon gemeldet.',
    text: 'Deine Meldung liegt beim Team. Sobald entschieden ist, bekommst du Bescheid.',
  },
  confirm: {
    title: 'Ein Klick fehlt noch.',
    text: 'Wir haben dir eine Mail geschickt. Bestätige deine Meldung mit dem Link darin, dann prüft sie das Team. Schau auch im Spam nach.',
  },
}

/** Reports a post or comment: members at once, guests by a link in a mail. Who wrote it learns that, not by whom. */
export default function ReportDialog({ target, onClose }: Props) {
  const [end, setEnd] = useState<ReportAnswer['state'] | null>(null)
  const [busy, setBusy] = useState(false)
  if (end)
    return (
      <Dialog open onClose={onClose} title={ends[end].title}>
        <p role="status">{ends[end].text}</p>
        <Button variant="strong" onClick={onClose}>
          Fertig
        </Button>
      </Dialog>
    )
  return (
    <FormDialog
      wide
      busy={busy}
      onClose={onClose}
      title={titles[target.type]}
      description="Wer das geschrieben hat, erfährt nicht, wer es gemeldet hat."
    >
      <ReportForm target={target} onBusy={setBusy} onSent={setEnd} onCancel={onClose} />
    </FormDialog>
  )
}
