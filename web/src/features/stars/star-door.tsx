import type { StarDoor } from '@hot/domain/contract/community'
import type { SocialAccount } from '@hot/domain/contract/star'
import { statementSpeakerMax } from '@hot/domain/post/statement-form'
import { starFactsForm, starProofForm, starProofMax, starSpeakerForm } from '@hot/domain/star/door-form'
import { textLength } from '@hot/domain/text/sanitize-text'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { forgetLetter, storedLetter, useLetterDraft } from '#web/lib/drafts/use-letter-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'

type Star = { id: string; name: string; social: readonly SocialAccount[] }

const doorQuery = (userId: string, star: string) =>
  queryOptions({
    queryKey: ['account', userId, 'star-door', star],
    queryFn: ({ signal }) => rpc('star_door', { p_star: star }, signal),
    staleTime: 0,
    gcTime: 0,
    meta: { personal: true },
  })

const refusals = {
  too_many_claims: 'Du hast dich schon bei zehn Stars gemeldet. Schreib uns über die Adresse im Impressum.',
  not_this_star: 'Das kann nur, wer dieser Star ist. Lade die Seite neu.',
}

/** For members: the button that opens the door, where a star or their management shows who they are. */
export function StarDoorButton({ star, userId }: { star: Star; userId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Bist du das?
      </button>
      {open && <StarDoorDialog star={star} userId={userId} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { star: Star; userId: string; onClose: () => void }

/** Where what is wrong about a star is stored until it has arrived. */
const factsSlot = (star: Star) => `facts:${star.id}`

function StarDoorDialog({ star, userId, onClose }: DialogProps) {
  const client = useQueryClient()
  const query = doorQuery(userId, star.id)
  const { data, isError, refetch } = useQuery(query)
  const show = (door: StarDoor) => client.setQueryData(query.queryKey, door)
  const slot = factsSlot(star)
  const discard = () => {
    forgetLetter(userId, slot)
    onClose()
  }
  return (
    // Of its own for each step: what was sent is no unsaved text.
    <FormDialog
      key={data?.state}
      wide
      busy={false}
      hasDraft={data?.state === 'granted' && storedLetter(userId, slot) !== ''}
      onClose={discard}
      title={`Bist du ${star.name}?`}
    >
      {isError && !data ? (
        <ErrorState title="Das ließ sich nicht laden" onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label="Wird geladen">
          <Skeleton className="h-40" />
        </div>
      ) : (
        <Door door={data} star={star} userId={userId} onChange={show} onClose={discard} />
      )}
    </FormDialog>
  )
}

type StepProps = { door: StarDoor; star: Star; userId: string; onChange: (door: StarDoor) => void; onClose: () => void }

function Door({ door, ...step }: StepProps) {
  if (door.state === 'granted') return <Facts door={door} {...step} />
  if (door.state === 'asked')
    return (
      <div role="status">
        <Callout>Das Team prüft, ob du es bist. Du hörst per Mail davon.</Callout>
      </div>
    )
  return (
    <div className="grid gap-4">
      {door.state === 'refused' && (
        <Callout kind="warn">
          Das Team konnte es nicht bestätigen: {door.reason} Du kannst es noch einmal versuchen.
        </Callout>
      )}
      {door.code === null ? <Begin door={door} {...step} /> : <Prove door={door} {...step} />}
    </div>
  )
}

function Begin({ star, onChange, onClose }: StepProps) {
  const form = useZodForm(starSpeakerForm, { speaker: '' })
  const write = useWrite(
    ({ speaker }: { speaker: string }) => rpc('ask_star_door', { p_star: star.id, p_speaker: speaker }),
    { refusals, onDone: onChange },
  )
  return (
    <form {...form.formProps(write.run)} className="grid gap-4" aria-busy={write.busy}>
      <p>
        Bist du {star.name} oder sprichst du für {star.name}? Dann kannst du hier auf Gerüchte antworten: Deine Antwort
        steht über dem Beitrag, für alle. Vorher zeigst du uns, dass du es bist.
      </p>
      <TextField
        label="Wer spricht"
        hint="So steht es über deinen Antworten."
        placeholder={`${star.name}, über das Management`}
        autoComplete="off"
        maxLength={statementSpeakerMax}
        {...form.input('speaker')}
      />
      <FormFooter action={write} submit="Code holen" working="Einen Moment …" variant="strong" onCancel={onClose} />
    </form>
  )
}

function Prove({ door: { code, speaker }, star, onChange, onClose }: StepProps) {
  const form = useZodForm(starProofForm, { proof: '' })
  const write = useWrite(
    ({ proof }: { proof: string }) =>
      rpc('ask_star_door', { p_star: star.id, p_speaker: speaker ?? star.name, p_proof: proof }),
    { refusals, onDone: onChange },
  )
  const proof = form.watch('proof')
  return (
    <form {...form.formProps(write.run)} className="grid gap-4" aria-busy={write.busy}>
      <p>Dein Code, {speaker}:</p>
      <p className="type-h2">{code}</p>
      {star.social.length > 0 ? (
        <>
          <p>Poste ihn in einem dieser Accounts, als Beitrag, in der Bio oder in einer Story:</p>
          <ul className="list-disc pl-5">
            {star.social.map(({ platform, handle, url }) => (
              <li key={platform} className="wrap-anywhere">
                {handle} ({url})
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Schick ihn von der Adresse deines Managements an die Adresse in unserem Impressum.</p>
      )}
      <TextAreaField
        label="Wo wir ihn finden"
        hint="Ein Link, oder von welcher Adresse deine Mail kam."
        rows={3}
        maxLength={starProofMax}
        counter={{ used: textLength(proof), max: starProofMax }}
        {...form.input('proof')}
      />
      <FormFooter action={write} submit="Prüfen lassen" working="Wird gesendet …" variant="strong" onCancel={onClose} />
    </form>
  )
}

/** For a star: what they can do, and a field for what is wrong about them. */
function Facts({ door, star, userId, onClose }: StepProps) {
  const slot = factsSlot(star)
  const [begun] = useState(() => storedLetter(userId, slot))
  const form = useZodForm(starFactsForm, { text: begun })
  const text = form.watch('text')
  const draft = useLetterDraft(userId, slot, text, begun)
  const write = useWrite(
    (fields: { text: string }) => rpc('tell_star_facts', { p_star: star.id, p_text: fields.text }),
    {
      refusals,
      onDone: () => {
        draft.forget()
        showToast({ title: 'Danke!', text: 'Das Team prüft es und schreibt dir.' })
        onClose()
      },
    },
  )
  return (
    <form {...form.formProps(write.run)} className="grid gap-4" aria-busy={write.busy}>
      <Callout kind="ok">
        Bestätigt: {door.speaker}. An Beiträgen über dich steht im Menü „Stellung nehmen“. Soll etwas weg, melde es: Das
        Team sieht, dass du es bist.
      </Callout>
      <TextAreaField
        label="Was stimmt auf deiner Seite nicht?"
        hint={draft.hint('Name, Geburtstag, Text, Staffeln, Accounts.')}
        rows={4}
        maxLength={starProofMax}
        counter={{ used: textLength(text), max: starProofMax }}
        {...form.input('text')}
      />
      <FormFooter action={write} submit="Ans Team schicken" working="Wird gesendet …" variant="strong">
        <Button onClick={onClose}>Schließen</Button>
      </FormFooter>
    </form>
  )
}
