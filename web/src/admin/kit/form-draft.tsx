import { isSameValue } from '@hot/domain/merge/three-way'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import * as z from 'zod/mini'
import { memberDrafts, storeMemberDrafts } from '#web/lib/drafts/member-drafts.ts'
import { draftPauseMs, useStoreOnLeave } from '#web/lib/drafts/store-on-leave.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'
import { useStaff } from './access.tsx'

const values = z.record(z.string(), z.unknown())
const stored = z.object({
  fields: values,
  /** What the form was filled with before somebody typed. */
  base: values,
  /** The version that was, as the form keeps it. */
  version: z.unknown(),
  /** What is saved beside the fields. */
  rest: z.unknown(),
  at: z.string(),
})
type Stored = z.infer<typeof stored>

type Options<Fields extends FieldValues, Version, Rest> = {
  form: Pick<ZodForm<Fields>, 'watch' | 'reset' | 'setValue' | 'formState' | 'isUnsaved'>
  /** `format:ID`, `format:neu`. */
  slot: string
  /** What the form is based on, and how a draft of an older one is put back. */
  version: Version
  setVersion: (version: Version) => void
  /** Saved beside the fields: whether it changed, and how it is put back. */
  rest?: { value: Rest; isChanged: boolean; set: (value: Rest) => void }
}

export type FormDraft = {
  /** When the stored draft was typed; null if none is offered. */
  offered: string | null
  take: () => void
  /** Deletes it: after saving, and when it is discarded. */
  forget: () => void
  isStored: boolean
}

function draftAt(member: string, slot: string): Stored | null {
  const found = stored.safeParse(memberDrafts(member, 'team')[slot])
  return found.success ? found.data : null
}

function setDraft(member: string, slot: string, draft: Stored | null): boolean {
  const { [slot]: _, ...others } = memberDrafts(member, 'team')
  return storeMemberDrafts(member, 'team', draft ? { ...others, [slot]: draft } : others)
}

/** Drafts of another version of the app may have other fields. */
const fits = (draft: Stored, now: Readonly<Record<string, unknown>>) =>
  [draft.fields, draft.base].every((given) =>
    Object.keys(now).every(
      (name) => typeof given[name] === typeof now[name] && Array.isArray(given[name]) === Array.isArray(now[name]),
    ),
  )

/**
 * Stores what is typed in a long form on this device, for this member, with the version it is based on: put back, it
 * meets what others saved since as any old form does. While an older draft is offered, nothing replaces it.
 */
export function useFormDraft<Fields extends FieldValues, Version, Rest = null>(
  options: Options<Fields, Version, Rest>,
): FormDraft {
  const { form, slot, version, setVersion, rest } = options
  const { userId } = useStaff()
  const fields = form.watch()
  const base = form.formState.defaultValues as Fields
  const [offer, setOffer] = useState(() => {
    const draft = draftAt(userId, slot)
    return draft && fits(draft, fields) ? draft : null
  })
  const [isStored, setStored] = useState(true)
  const pending = useRef<Stored | null>(null)
  const store = useCallback(() => {
    if (pending.current) setStored(setDraft(userId, slot, pending.current))
    pending.current = null
  }, [userId, slot])
  const isChanged = form.isUnsaved || rest?.isChanged === true
  const text = JSON.stringify({ fields, base, version, rest: rest?.value ?? null })
  const last = useRef(text)
  useEffect(() => {
    if (offer || last.current === text) return
    last.current = text
    if (!isChanged) {
      pending.current = null
      setDraft(userId, slot, null)
      return
    }
    pending.current = { ...(JSON.parse(text) as Omit<Stored, 'at'>), at: serverInstant() }
    const timer = setTimeout(store, draftPauseMs)
    return () => clearTimeout(timer)
  }, [text, isChanged, offer, userId, slot, store])
  useStoreOnLeave(pending, store)
  return {
    offered: offer?.at ?? null,
    isStored,
    take: () => {
      if (!offer) return
      form.reset(offer.base as DefaultValues<Fields>)
      for (const [name, value] of Object.entries(offer.fields))
        if (!isSameValue(value, offer.base[name]))
          form.setValue(name as FieldPath<Fields>, value as FieldPathValue<Fields, FieldPath<Fields>>, {
            shouldDirty: true,
          })
      setVersion(offer.version as Version)
      rest?.set(offer.rest as Rest)
      setOffer(null)
      showToast({ title: 'Entwurf übernommen. Gespeichert ist er noch nicht.' })
    },
    forget: () => {
      pending.current = null
      setOffer(null)
      setDraft(userId, slot, null)
    },
  }
}

/** Offers what was typed and not saved when the form was last open on this device. */
export function DraftOffer({ draft }: { draft: FormDraft }) {
  const place = useRef<HTMLDivElement>(null)
  /** The pressed button goes: the first field of the form is next. */
  const leave = (act: () => void) => {
    const form = place.current?.closest('form')
    act()
    form?.querySelector<HTMLElement>('input:not([type=hidden], [type=file], [hidden]), textarea')?.focus()
  }
  if (!draft.isStored)
    return (
      <p className="callout">Dein Browser speichert gerade keinen Entwurf. Speicher, bevor du die Seite verlässt.</p>
    )
  if (!draft.offered) return null
  return (
    <div ref={place} role="status" className="callout flex flex-wrap items-center gap-3 lg:col-span-full">
      <span>{`Nicht gespeicherter Entwurf von ${when(draft.offered)}.`}</span>
      <Button small onClick={() => leave(draft.take)}>
        Übernehmen
      </Button>
      <Button
        small
        variant="quiet"
        onClick={() =>
          leave(() => {
            draft.forget()
            showToast({ title: 'Entwurf verworfen' })
          })
        }
      >
        Verwerfen
      </Button>
    </div>
  )
}

/** `14:05`, or `Montag, 1. Juni, 14:05` on another day. */
function when(at: string): string {
  const time = berlinTime(at).slice(0, 5)
  const day = berlinDay(at)
  return day === berlinDay(serverInstant()) ? time : `${longDay(day)}, ${time}`
}
