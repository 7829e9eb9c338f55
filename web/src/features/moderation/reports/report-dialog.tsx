import type { ReportAnswer } from '@hot/domain/contract/community'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import {
  asksGoodFaith,
  needsNobody,
  type ReportFields,
  reportDraft,
  reportForm,
} from '@hot/domain/moderation/report-form'
import {
  reportDetailsMax,
  reporterNameMax,
  reportReasons,
  reportReasonTexts,
} from '@hot/domain/moderation/report-rules'
import { useState } from 'react'
import type { ContentTarget } from '#web/entities/post/content-requests.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { forgetLetter, storedLetter, useLetterDraft } from '#web/lib/drafts/use-letter-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Dialog, FormDialog } from '#web/ui/overlays/dialog.tsx'
import { GoodFaith } from '../good-faith.tsx'

type Props = { target: ContentTarget; onClose: () => void }

const titles = { post: 'Beitrag melden', comment: 'Kommentar melden', profile: 'Profil melden' } as const

const discretion = {
  post: 'Wer das geschrieben hat, erfährt nicht, wer es gemeldet hat.',
  comment: 'Wer das geschrieben hat, erfährt nicht, wer es gemeldet hat.',
  profile: 'Name, Bild oder Text gehen zu weit? Das Team sieht sich das an. Wer gemeldet hat, erfährt niemand.',
} as const

type Outcome = ReportAnswer['state'] | 'confirm_later'

const outcomes: Record<Outcome, { title: string; text: string }> = {
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
  confirm_later: {
    title: 'Danke, das Team sieht es schon.',
    text: 'Wir haben dir eine Mail geschickt. Bestätige deine Meldung mit dem Link darin, dann wissen wir, dass die Adresse deine ist. Schau auch im Spam nach.',
  },
  received: {
    title: 'Danke, das Team sieht es schon.',
    text: 'Ohne Adresse können wir dir nicht schreiben, was daraus geworden ist.',
  },
}

/**
 * Reports a post, comment or profile. Members report directly, guests confirm by a link in a mail. The author never learns who
 * reported.
 */
export default function ReportDialog({ target, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const viewer = useViewer()
  const owner = viewer.state === 'member' ? viewer.user.id : null
  const slot = `report:${target.type}:${target.id}`
  const [begun] = useState(() => storedLetter(owner, slot))
  const discard = () => {
    forgetLetter(owner, slot)
    onClose()
  }
  if (outcome)
    return (
      <Dialog open onClose={onClose} title={outcomes[outcome].title}>
        <p role="status">{outcomes[outcome].text}</p>
        <Button variant="strong" onClick={onClose}>
          Fertig
        </Button>
      </Dialog>
    )
  return (
    <FormDialog
      wide
      busy={busy}
      hasDraft={begun !== ''}
      onClose={discard}
      title={titles[target.type]}
      description={discretion[target.type]}
    >
      <ReportForm
        target={target}
        owner={owner}
        slot={slot}
        begun={begun}
        onBusy={setBusy}
        onSent={setOutcome}
        onCancel={discard}
      />
    </FormDialog>
  )
}

type FormProps = {
  target: ContentTarget
  /** Null: a guest. */
  owner: string | null
  /** Where the explanation is stored while it is typed, and what was there. */
  slot: string
  begun: string
  onBusy: (busy: boolean) => void
  onSent: (outcome: Outcome) => void
  onCancel: () => void
}

const empty: ReportFields = { reason: '', details: '', name: '', email: '', goodFaith: false, childAbuse: false }

/** Messages for refusals by the database, most of which the form prevents. */
const refusals = {
  rate_limited: moderationSentences.rate_limited,
  target_gone: 'Das ist inzwischen weg. Du musst nichts mehr tun.',
  own_content: 'Das ist von dir. Ändern oder löschen kannst du es direkt.',
  details_length: 'Das ist zu lang. Höchstens 2.000 Zeichen.',
} as const

function detailsLabel(reason: ReportFields['reason'], isAnonymous: boolean): string {
  if (reason === 'illegal_content') return `Was ist daran rechtswidrig?${isAnonymous ? ' (optional)' : ''}`
  return `Worum geht es?${reason === 'other' ? '' : ' (optional)'}`
}

/** Reason and explanation; guests also give name and e-mail address. The text stays when sending fails. */
function ReportForm({ target, owner, slot, begun, onBusy, onSent, onCancel }: FormProps) {
  const isGuest = owner === null
  const form = useZodForm(reportForm(isGuest), { ...empty, details: begun })
  const { reason, details, childAbuse } = form.watch()
  const isIllegal = reason === 'illegal_content'
  const isAnonymous = needsNobody({ reason, childAbuse })
  const abuse = form.bind('childAbuse')
  const draft = useLetterDraft(owner, slot, details, begun)
  // One id for all attempts, so that a retry after a lost response creates no second report.
  const [id] = useState(() => crypto.randomUUID())
  const write = useWrite(
    async (fields: ReportFields) => {
      const { reason, details, goodFaith, guest } = reportDraft(fields, isGuest)
      return rpc('report_content', {
        p_id: id,
        p_target_type: target.type,
        p_target: target.id,
        p_reason: reason,
        p_details: details.trim() || null,
        p_good_faith: asksGoodFaith(reason, isGuest) && goodFaith,
        p_name: guest?.name.trim() || null,
        p_email: guest?.email.trim() || null,
        p_child_abuse: needsNobody(fields),
      })
    },
    {
      refusals,
      onDone: ({ state }) => {
        draft.forget()
        onSent(state === 'confirm' && form.watch('reason') === 'illegal_content' ? 'confirm_later' : state)
      },
    },
  )
  const submit = async (fields: ReportFields) => {
    onBusy(true)
    await write.run(fields)
    onBusy(false)
  }
  return (
    <form {...form.formProps(submit)} className="grid gap-4" aria-busy={write.busy}>
      <SelectField label="Grund" {...form.input('reason')}>
        <option value="">Grund wählen …</option>
        {reportReasons.map((each) => (
          <option key={each} value={each}>
            {reportReasonTexts[each]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={detailsLabel(reason, isAnonymous)}
        hint={draft.hint()}
        counter={{ used: details.length, max: reportDetailsMax }}
        {...form.input('details')}
      />
      {isIllegal && (
        <CheckField
          label="Es zeigt den Missbrauch von Kindern"
          {...abuse}
          onChange={(is) => {
            abuse.onChange(is)
            // What was missing may not be asked for any more.
            form.clearErrors()
          }}
        />
      )}
      {isGuest && isAnonymous && (
        <p className="meta">
          Dafür brauchst du weder Namen noch Adresse anzugeben. Das Team sieht deine Meldung sofort.
        </p>
      )}
      {isGuest && (
        <>
          <TextField
            label={isAnonymous ? 'Dein Name (optional)' : 'Dein Name'}
            autoComplete="name"
            maxLength={reporterNameMax}
            {...form.input('name')}
          />
          <TextField
            label={isAnonymous ? 'Deine E-Mail-Adresse (optional)' : 'Deine E-Mail-Adresse'}
            type="email"
            autoComplete="email"
            hint="Dorthin schicken wir den Link zum Bestätigen und später das Ergebnis."
            {...form.input('email')}
          />
        </>
      )}
      {asksGoodFaith(reason, isGuest) && (
        <GoodFaith {...form.bind('goodFaith')}>
          Ich melde das in gutem Glauben: Meine Angaben sind nach bestem Wissen richtig und vollständig.
        </GoodFaith>
      )}
      <FormFooter action={write} submit="Melden" working="Wird gesendet …" variant="strong" onCancel={onCancel} />
    </form>
  )
}
