import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { saveFile } from '#web/platform/share/share.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from '../account-layout.tsx'
import { SectionSkeleton } from '../skeletons.tsx'
import { newRecoveryCodes, recoveryCodesQuery } from './api.ts'
import { useIdentityCheck } from './identity-check.tsx'

/** From this number on the page advises to make new ones. */
const few = 3

const leftText = (left: number, since: string | null) => {
  if (left === 0)
    return since
      ? 'Alle deine Wiederherstellungscodes sind verbraucht. Mach dir neue.'
      : 'Du hast noch keine Wiederherstellungscodes. Ohne sie kommst du nur mit deinem Gerät wieder rein.'
  return `Noch ${left} von 10 Wiederherstellungscodes${since ? `, gemacht am ${longDay(berlinDay(since))}` : ''}.`
}

/** The codes that replace a lost second factor. `fresh`: it has just been set up, so that codes are what comes next. */
export function RecoveryCodes({ fresh }: { fresh: boolean }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const query = recoveryCodesQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { guard, dialog } = useIdentityCheck()
  const { busy, failure, run } = useWrite(async () => {
    if (!(await guard(async () => setCodes(await newRecoveryCodes())))) return
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  })
  if (isError && !data)
    return <ErrorState title="Deine Codes konnten nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Codes werden geladen" />
  return (
    <>
      <Callout kind={data.left < few ? 'warn' : 'plain'}>
        <p>
          <b>{fresh && data.left === 0 ? 'Ein Schritt noch: der Rückweg.' : 'Gerät weg?'}</b>{' '}
          {leftText(data.left, data.made_at)} Jeder gilt einmal, statt deines zweiten Faktors.
        </p>
        <p className="mt-2">
          <Button
            small
            variant={data.left < few ? 'strong' : 'plain'}
            busy={busy}
            onClick={() => (data.left > 0 ? setAsking(true) : void run())}
          >
            {data.made_at === null ? 'Codes anzeigen' : 'Neue Codes machen'}
          </Button>
        </p>
        <FormFailure text={failure} />
      </Callout>
      {isAsking && (
        <ConfirmDialog
          title="Neue Codes machen?"
          text={`Deine ${data.left} bisherigen gelten dann nicht mehr, auch nicht die auf Papier.`}
          confirm="Neue Codes machen"
          busy={busy}
          failure={null}
          onConfirm={() => {
            setAsking(false)
            void run()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {dialog}
    </>
  )
}

const fileText = (codes: readonly string[], email: string) =>
  [
    'Wiederherstellungscodes für HoT',
    `Konto: ${email}`,
    'Jeder gilt einmal, statt deines zweiten Faktors. Wer sie hat, braucht nur noch dein Passwort: Leg sie weg wie einen Schlüssel.',
    '',
    ...codes,
    '',
  ].join('\r\n')

/** The codes, this once: nothing but its own button closes the dialog without a question. */
function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { user } = useMember()
  const [told, setTold] = useState('')
  const [isAsking, setAsking] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setTold('Kopiert.'),
      () => setTold('Kopieren geht hier nicht. Lade sie herunter oder schreib sie ab.'),
    )
  const save = () =>
    saveFile('hot-wiederherstellungscodes.txt', 'text/plain', fileText(codes, user.email)).then(
      (to) => to === 'downloads' && setTold('Liegt bei deinen Downloads.'),
      () => setTold('Das Speichern hat nicht geklappt. Kopier sie oder schreib sie ab.'),
    )
  return (
    <Dialog
      open
      isTyped
      onClose={() => setAsking(true)}
      title="Deine Wiederherstellungscodes"
      description="Wir zeigen sie nur jetzt. Alle früheren gelten nicht mehr."
    >
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 min-[400px]:grid-cols-2" aria-label="Wiederherstellungscodes">
        {codes.map((code) => (
          <li key={code}>
            <code className="num">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void save()}>
          <Icon of={Download} />
          Herunterladen
        </Button>
        <Button onClick={() => void copy()}>
          <Icon of={Copy} />
          Kopieren
        </Button>
      </div>
      <p role="status" className="meta">
        {told}
      </p>
      <p>Leg sie dahin, wo du sie ohne dein Handy findest: auf Papier oder in deinen Passwort-Manager.</p>
      <Button variant="hot" onClick={onClose}>
        Ich habe sie
      </Button>
      {isAsking && (
        <ConfirmDialog
          hasStep={false}
          title="Hast du deine Codes?"
          text="Danach zeigen wir sie nie wieder."
          confirm="Ich habe sie"
          cancel="Noch einmal ansehen"
          danger={false}
          busy={false}
          failure={null}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}
