import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import type { $ZodType } from 'zod/v4/core'
import { failureText, refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { UnsavedGuard } from '#web/ui/overlays/unsaved-guard.tsx'
import { ConflictPanel } from './conflict/conflict-panel.tsx'
import { type SharedItem, useConflict } from './conflict/use-conflict.ts'
import { DraftOffer, type FormDraft } from './form-draft.tsx'
import { type Refusals, useWrite } from './write.ts'

/** Refusals that belong to one field: `slug_taken: ['slug']`; with a text where the form says more than the refusal does. */
export type FieldRefusals<Fields extends FieldValues> = Readonly<
  Record<string, readonly [field: FieldPath<Fields>, text?: string]>
>

type Options<Fields extends FieldValues, Answer> = {
  schema: $ZodType<Fields, Fields>
  /** The stored values, or the defaults of a new item. */
  initial: DefaultValues<Fields>
  /** Stores the validated fields; rejects with the database's refusal. */
  save: (fields: Fields) => Promise<Answer>
  onSaved?: (answer: Answer, fields: Fields) => unknown
  refusals?: Refusals | undefined
  fieldRefusals?: FieldRefusals<Fields>
  affects?: readonly QueryKey[]
  /** Others may edit the same item: how their edit is read and joined with this one. */
  shared?: SharedItem<Fields> | undefined
}

/**
 * The form of an item the team manages: validated by its schema, stored by `save`, with the server's refusals at their
 * fields. Saved values become the new stored state. What somebody else saved meanwhile is joined (`ConflictOf`).
 */
export function useEntityForm<Fields extends FieldValues, Answer>(options: Options<Fields, Answer>) {
  const { schema, initial, save, onSaved, refusals, fieldRefusals = {}, affects, shared } = options
  const form = useZodForm<Fields>(schema, initial)
  const conflict = useConflict(form, schema, shared)
  const write = useWrite(
    (fields: Fields) =>
      save(fields).catch(async (error: unknown) => {
        await conflict.meet(error)
        const [field, text] = fieldRefusals[refusalOf(error)] ?? []
        if (field) form.setError(field, { message: text ?? failureText(error, refusals) })
        throw error
      }),
    {
      refusals,
      ...(affects && { affects }),
      onDone: (answer, fields) => {
        form.reset(fields)
        conflict.end()
        return onSaved?.(answer, fields)
      },
    },
  )
  const isShown = write.error !== null && (refusalOf(write.error) in fieldRefusals || conflict.isAbout(write.error))
  return {
    ...form,
    /** For the form's footer. */
    action: { busy: write.busy, failure: isShown ? null : write.failure },
    /** For `ConflictOf`. */
    conflict: conflict.view,
    formProps: form.formProps((fields) => conflict.isDecided() && write.run(fields)),
  }
}

type FrameProps = {
  form: Pick<ReturnType<typeof useEntityForm>, 'formProps' | 'isUnsaved' | 'action'>
  /** Unsaved changes outside the fields, such as a picture or a list. */
  isUnsaved?: boolean
  /** What is typed is stored on the device until it is saved. */
  draft?: FormDraft
  className?: string
  children: ReactNode
}

/** A form on a page: asks before the page is left with unsaved changes. In dialogs FormDialog does that. */
export function EntityForm({ form, isUnsaved = false, draft, className, children }: FrameProps) {
  return (
    <form {...form.formProps} className={className}>
      {draft && <DraftOffer draft={draft} />}
      {children}
      <UnsavedGuard
        isUnsaved={(form.isUnsaved || isUnsaved) && !form.action.busy}
        onDiscard={draft ? draft.forget : undefined}
      />
    </form>
  )
}

/** What both changed, above the button of a form with `shared`. */
export const ConflictOf = ({ form }: { form: Pick<ReturnType<typeof useEntityForm>, 'conflict'> }) => (
  <ConflictPanel view={form.conflict} />
)
