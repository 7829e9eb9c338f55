import type { SocialImportAnswer } from '@hot/domain/contract/admin/social'
import { readSocialCsv, type SocialLine, type SocialLineProblem, socialImportBytes } from '@hot/domain/star/social-csv'
import { type ChangeEvent, useRef, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { importSocial, socialFailures } from './social-actions.ts'
import { importProblems, SocialImportPreview } from './social-import-preview.tsx'
import { useCatalogueChanged } from './star-actions.ts'

const tooLarge = 'Die Datei ist größer als 1 MB. Teil sie in mehrere.'
const unreadable = 'Die Datei ist kein Text in UTF-8. Speicher sie als „CSV UTF-8“.'

/** Many accounts at once: paste or choose a file, see what each line would do, then all lines or none. */
export function SocialImportDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [lines, setLines] = useState<SocialLine[]>([])
  const [problems, setProblems] = useState<SocialLineProblem[]>([])
  const [answer, setAnswer] = useState<SocialImportAnswer | null>(null)
  const action = useAction(socialFailures)
  const changed = useCatalogueChanged()
  const change = (next: string) => {
    setText(next)
    setAnswer(null)
    setProblems([])
    setRefusal(null)
  }

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    // Looked at before it is read: what is far too large never comes into memory.
    if (file.size > socialImportBytes) return setRefusal(tooLarge)
    try {
      change(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
    } catch {
      setRefusal(unreadable)
    }
  }
  const check = () =>
    action.run(async () => {
      const read = readSocialCsv(text)
      setLines(read.lines)
      const found = read.lines.length > 0 ? await importSocial(read.lines, false) : []
      setAnswer(found)
      setProblems([...read.problems, ...importProblems(found)].toSorted((a, b) => a.line - b.line))
    })
  const apply = async () => {
    // What is wrong by now, the next check says.
    if (!(await action.run(() => importSocial(lines, true)))) return setAnswer(null)
    changed()
    showToast({ title: `${formatCount(lines.length)} Zeilen übernommen` })
    onClose()
  }
  const isReady = answer !== null && answer.length > 0 && problems.length === 0
  return (
    <FormDialog wide busy={action.busy} onClose={onClose} title="Social Media aus CSV">
      <p className="meta">
        Spalten: star, plattform, konto, follower. Der Star als Name oder Adresse; ein Konto, das es schon gibt, darf
        fehlen.
      </p>
      <TextAreaField
        label="Zeilen"
        rows={6}
        spellCheck={false}
        maxLength={socialImportBytes}
        placeholder={'star;plattform;konto;follower\nMandy Pfefferkorn;instagram;@mandy;1.234.567'}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <div>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={choose}
          hidden
          aria-label="CSV-Datei"
        />
        <Button small onClick={() => input.current?.click()}>
          Datei wählen
        </Button>
      </div>
      {answer && <SocialImportPreview answer={answer} problems={problems} />}
      <FormFailure text={refusal ?? action.failure} />
      <div className="flex flex-wrap gap-2">
        {isReady ? (
          <Button variant="hot" onClick={apply} disabled={action.busy}>
            {action.busy ? 'Wird übernommen …' : `${formatCount(answer.length)} Zeilen übernehmen`}
          </Button>
        ) : (
          <Button variant="hot" onClick={check} disabled={action.busy || text.trim() === ''}>
            {action.busy ? 'Wird geprüft …' : 'Prüfen'}
          </Button>
        )}
        <Button onClick={onClose} disabled={action.busy}>
          Abbrechen
        </Button>
      </div>
    </FormDialog>
  )
}
