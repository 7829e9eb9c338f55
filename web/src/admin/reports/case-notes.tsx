import type { CaseNote, ReportCase } from '@hot/domain/contract/admin/reports'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import { caseNoteForm } from '@hot/domain/moderation/report-form'
import { caseNoteMax, caseQuestionMax } from '@hot/domain/moderation/report-rules'
import { textLength } from '@hot/domain/text/sanitize-text'
import { berlinTime } from '@hot/domain/time/berlin-time'
import { clock } from '@hot/domain/time/german-date'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useState } from 'react'
import { storedLetter, useLetterDraft } from '#web/lib/drafts/use-letter-draft.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField, TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { writeInCase } from './api.ts'
import { anonymous } from './texts.ts'

const askedOf = { reporter: 'an die meldende Person', author: 'an die Autorin oder den Autor' } as const
const answeredBy = { reporter: 'der meldenden Person', author: 'der Autorin oder des Autors' } as const

function headOf({ kind, by, asked }: CaseNote): string {
  if (kind === 'answer') return `Antwort ${asked ? answeredBy[asked] : ''}`
  const writer = by ?? 'jemandem aus dem Team'
  return kind === 'note' ? `Notiz von ${writer}` : `Frage von ${writer} ${asked ? askedOf[asked] : ''}`
}

/** What the team noted, asked and was answered. */
export function CaseNotes({ notes, now }: { notes: readonly CaseNote[]; now: string }) {
  if (notes.length === 0) return null
  return (
    <ul className="case-reports" aria-label="Notizen und Rückfragen">
      {notes.map((note) => (
        <li key={note.id}>
          <b>{headOf(note)}</b>{' '}
          <time className="meta" dateTime={note.at}>
            {relativeTime(note.at, now)}
          </time>
          <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
        </li>
      ))}
    </ul>
  )
}

/** Who of the team is deciding about it at the moment. */
export function CaseClaim({ claim }: Pick<ReportCase, 'claim'>) {
  if (!claim || claim.is_mine) return null
  return (
    <Badge kind="new">
      {`${claim.nickname ?? moderationSentences.somebody} ist dran (bis ${clock(berlinTime(claim.until))})`}
    </Badge>
  )
}

const refusals = {
  report_gone: 'Diese Meldung ist schon entschieden.',
}

type Props = { item: ReportCase; onDone: () => void; onClose: () => void }

/** A note for the team, or a question by mail to somebody involved. */
export function CaseNoteDialog({ item, onDone, onClose }: Props) {
  const { userId } = useStaff()
  const slot = `case-note:${item.target_type}:${item.target_id}`
  const [begun] = useState(() => storedLetter(userId, slot))
  const form = useEntityForm({
    schema: caseNoteForm,
    initial: { to: '', text: begun },
    save: (fields) => writeInCase(item, fields),
    onSaved: (_, { to }) => {
      showToast({ title: to === '' ? 'Notiz gespeichert' : 'Frage gesendet' })
      onDone()
      discard()
    },
    refusals,
    // The screen refetches.
    affects: [],
  })
  const [to, text] = [form.input('to'), form.input('text')]
  const draft = useLetterDraft(userId, slot, text.value, begun)
  const discard = () => {
    draft.forget()
    onClose()
  }
  const asks = to.value !== ''
  const most = asks ? caseQuestionMax : caseNoteMax
  return (
    <FormDialog wide busy={form.action.busy} hasDraft={begun !== ''} onClose={discard} title="Notiz oder Rückfrage">
      <form {...form.formProps} className="grid gap-4">
        <SelectField label="Wohin" {...to}>
          <option value="">Notiz, nur für das Team</option>
          {item.author?.member && (
            <option value="author">Frage an {item.author.member.nickname} (hat es geschrieben)</option>
          )}
          {item.reports
            .filter(({ origin }) => origin === 'person')
            .map(({ id, reporter, guest_name }) => (
              <option
                key={id}
                value={id}
              >{`Frage an ${reporter?.nickname ?? guest_name ?? anonymous} (hat es gemeldet)`}</option>
            ))}
        </SelectField>
        <TextAreaField
          label={asks ? 'Frage' : 'Notiz'}
          rows={6}
          hint={draft.hint(asks ? 'Geht per Mail. Die Antwort steht danach hier im Fall.' : 'Liest nur das Team.')}
          {...text}
          counter={{ used: textLength(text.value), max: most }}
        />
        <FormFooter
          action={form.action}
          submit={asks ? 'Frage senden' : 'Notiz speichern'}
          variant="strong"
          onCancel={discard}
        />
      </form>
    </FormDialog>
  )
}
