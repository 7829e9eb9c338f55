import { asStored } from '@hot/domain/merge/as-stored'
import { isSameValue, mergeFields } from '@hot/domain/merge/three-way'
import { type ReactNode, useState } from 'react'
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import type { $ZodType } from 'zod/v4/core'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { ZodForm } from '#web/ui/forms/use-zod-form.ts'

/** How fields are called and shown when two people changed them: `name: 'Name'`, `format: ['Format', nameOf]`. */
export type FieldTexts<Fields> = {
  readonly [Name in keyof Fields]: string | readonly [label: string, show: (value: Fields[Name]) => ReactNode]
}

/** Something that is saved with the fields, changed by both. */
export type Part = {
  label: string
  mine: ReactNode
  theirs: ReactNode
  /** Puts one side's into the form. */
  choose: (side: Side) => void
}
export type Side = 'mine' | 'theirs'

/** What stands stored when somebody else was faster. */
export type StoredNow<Fields> = {
  fields: Fields
  /** Instant of their change, if known. */
  at: string | null
  /** Who changed it, if known. */
  by: string | null
  /** Makes it the version that the next attempt is based on, and joins what is no field; returns what both changed. */
  take: () => readonly Part[] | undefined
}

/** What a form of something that several people may edit says about it. */
export type SharedItem<Fields> = {
  texts: FieldTexts<Fields>
  /** Of fields as their rules have them: those that are stored otherwise, as they are stored. */
  stored?: (fields: Fields) => { readonly [Name in keyof Fields]?: unknown }
  /** Reads what stands stored; null if it is gone. */
  load: () => Promise<StoredNow<Fields> | null>
  /** Whether it lies in the bin when it is deleted; true by default. */
  hasBin?: boolean
}

type Asked = { name: string; mine: unknown; theirs: unknown }
type Open = {
  by: string | null
  at: string | null
  asked: readonly Asked[]
  parts: readonly Part[]
  taken: readonly string[]
}
/** Labels of what was only changed by them are in `taken`. */
type Found = { error: unknown } & ({ isGone: true } | ({ isGone: false } & Open))

const changedHints = ['changed_meanwhile', 'settings_changed']

/**
 * What becomes of an edit when somebody else has saved the same thing: what only one side changed is joined, and what
 * both changed is asked about, field by field.
 */
export function useConflict<Fields extends FieldValues>(
  form: ZodForm<Fields>,
  schema: $ZodType,
  shared: SharedItem<Fields> | undefined,
) {
  const [found, setFound] = useState<Found | null>(null)
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const [missing, setMissing] = useState(0)

  const set = (name: string, value: unknown) =>
    form.setValue(name as FieldPath<Fields>, value as FieldPathValue<Fields, FieldPath<Fields>>, { shouldDirty: true })

  /** Joins the form with what stands stored if this refusal says that there is something new. */
  const meet = async (error: unknown): Promise<void> => {
    if (!shared) return
    const isChanged = changedHints.includes(refusalOf(error))
    if (!isChanged && refusalOf(error) !== 'target_gone') return
    const now = isChanged ? await shared.load() : null
    setChoices({})
    setMissing(0)
    if (!now) return setFound({ error, isGone: true })
    const mine = form.getValues()
    const base = form.formState.defaultValues as Fields
    const { merged, both, taken } = mergeFields(base, mine, now.fields, (given) => {
      const fields = asStored(schema, given)
      return { ...fields, ...shared.stored?.(fields) }
    })
    form.reset(now.fields)
    for (const name of Object.keys(merged)) if (!isSameValue(merged[name], now.fields[name])) set(name, merged[name])
    const asked = both.map((name) => ({ name, mine: mine[name], theirs: now.fields[name] }))
    const { at, by } = now
    setFound({ error, isGone: false, at, by, asked, taken, parts: now.take() ?? [] })
  }

  const labelOf = (name: string) => {
    const text = shared?.texts[name as keyof Fields]
    return typeof text === 'string' ? text : (text?.[0] ?? name)
  }
  const showOf = (name: string) => {
    const text = shared?.texts[name as keyof Fields]
    return typeof text === 'object' ? (text[1] as (value: unknown) => ReactNode) : undefined
  }
  const fieldRow = ({ name, mine, theirs }: Asked): Row => {
    const value = form.watch(name as FieldPath<Fields>)
    // Who types on has decided; who types theirs, too.
    const typed = isSameValue(value, theirs) ? 'theirs' : isSameValue(value, mine) ? null : 'mine'
    return {
      key: name,
      label: labelOf(name),
      mine: typed === 'mine' ? value : mine,
      theirs,
      show: showOf(name),
      choice: typed ?? choices[name] ?? null,
      choose: (side) => {
        if (typed === 'mine' && found?.isGone === false)
          setFound({ ...found, asked: found.asked.map((one) => (one.name === name ? { ...one, mine: value } : one)) })
        setChoices({ ...choices, [name]: side })
        if (side === 'theirs') set(name, theirs)
        else if (typed === 'theirs') set(name, mine)
      },
    }
  }
  const partRow = ({ label, mine, theirs, choose }: Part): Row => ({
    key: label,
    label,
    mine,
    theirs,
    show: (value) => value as ReactNode,
    choice: choices[label] ?? null,
    choose: (side) => {
      setChoices({ ...choices, [label]: side })
      choose(side)
    },
  })
  const rows = found && !found.isGone ? [...found.asked.map(fieldRow), ...found.parts.map(partRow)] : []
  return {
    meet,
    /** Whether this failure is shown as a conflict. */
    isAbout: (error: unknown) => found !== null && found.error === error,
    /** False, and says so, while something is not decided. */
    isDecided: () => {
      const open = rows.some(({ choice }) => choice === null)
      if (open) setMissing((count) => count + 1)
      return !open
    },
    end: () => setFound(null),
    view: found && {
      isGone: found.isGone,
      hasBin: shared?.hasBin ?? true,
      by: found.isGone ? null : found.by,
      at: found.isGone ? null : found.at,
      taken: found.isGone ? [] : found.taken.map(labelOf),
      rows,
      missing,
    },
  }
}

/** One thing that both changed, as it is asked about. */
export type Row = {
  key: string
  label: string
  mine: unknown
  theirs: unknown
  show: ((value: unknown) => ReactNode) | undefined
  choice: Side | null
  choose: (side: Side) => void
}

export type ConflictView = ReturnType<typeof useConflict>['view']

/** Between the log's row and the row it is about lies one transaction. */
const sameActMs = 5000

/** Nickname of whoever made the change of `at`, by the log of the team; null if it does not say. */
export async function whoChanged(type: string, id: string, at: string): Promise<string | null> {
  try {
    const { actions } = await rpc('admin_activity_page', { p_type: type, p_limit: 30 })
    const act = actions.find(({ target_id }) => target_id === id)
    const isIt = act && Math.abs(Date.parse(act.created_at) - Date.parse(at)) < sameActMs
    return isIt ? (act.admin?.nickname ?? null) : null
  } catch {
    // The name is an extra: without it, the conflict says "Jemand".
    return null
  }
}
