import { guidelineRules } from '@hot/domain/moderation/case-rules'
import { moderationReasonMax, reasonForm } from '@hot/domain/moderation/decision-form'
import { type Ground, groundTitles, lawGrounds } from '@hot/domain/moderation/grounds'
import { groundOfTemplate, type ReasonKind, reasonTemplates } from '@hot/domain/moderation/reason-templates'
import { restoreDays } from '@hot/domain/post/moderation'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { SelectField, TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { FormDialog, ConfirmDialog as Question } from '#web/ui/overlays/dialog.tsx'
import { useEntityForm } from './entity-form.tsx'
import { type Refusals, useWrite } from './write.ts'

type ConfirmProps = {
  title: ReactNode
  /** What confirming does. */
  text: ReactNode
  /** The confirm button: `Löschen`. */
  confirm: string
  danger?: boolean
  refusals?: Refusals | undefined
  /** If it rejects, the dialog stays open with the message; otherwise it closes. */
  onConfirm: () => Promise<unknown>
  /** For toast or navigation; runs before anything is refetched. */
  onDone?: () => unknown
  onClose: () => void
}

/** Ends the question whether something editors made shall be deleted. */
export const binNote = `${restoreDays} Tage lang kannst du alles aus dem Papierkorb zurückholen.`

/** Why something that could be taken back for some days cannot any more. */
export const tooLateText = 'Jemand anderes war schneller, oder die Frist ist vorbei.'

/** Confirmation before something that is hard to undo. Open as long as it is rendered. */
export function ConfirmDialog({ confirm, refusals, onConfirm, onDone, onClose, ...question }: ConfirmProps) {
  const write = useWrite(onConfirm, { refusals, onDone })
  const go = async () => {
    if (await write.run()) onClose()
  }
  return (
    <Question
      {...question}
      confirm={write.busy ? 'Einen Moment …' : confirm}
      busy={write.busy}
      failure={write.failure}
      onConfirm={go}
      onClose={onClose}
    />
  )
}

type ReasonFrameProps = {
  title: ReactNode
  description?: ReactNode
  /** Which reasons there are to start from; choosing one fills the text. */
  reasons?: ReasonKind
  /** The confirm button: `Ablehnen`. */
  confirm: string
  danger?: boolean | undefined
  onClose: () => void
  /** Further fields, above the reason. */
  children?: ReactNode
}

type ReasonFormProps = ReasonFrameProps & {
  form: Pick<ReturnType<typeof useEntityForm>, 'formProps' | 'action'>
  /** The form's `bind('reason')`. */
  reason: { value: string; error: string | undefined; onChange: (text: string) => void }
  /** The form's `bind('rule')`, where a member is told what a decision rests on. */
  ground?: { value: Ground; error: string | undefined; onChange: (ground: Ground) => void } | undefined
  isOptional?: boolean
}

const ownReasonsQuery = queryOptions({
  queryKey: ['admin', 'reasons'],
  queryFn: ({ signal }) => rpc('admin_reasons', {}, signal),
  staleTime: 5 * 60_000,
  meta: { personal: true },
})

/** Those of this installation, else the standard ones, which also stand in until they are loaded. */
function useTemplates(kind: ReasonKind | undefined): readonly string[] {
  const { data } = useQuery({ ...ownReasonsQuery, enabled: kind !== undefined })
  return kind === undefined ? [] : (data?.[kind] ?? reasonTemplates[kind].texts)
}

/** Templates beyond the ninth have no digit. */
const digitOf = (index: number) => (index < 9 ? `${index + 1} ` : '')

/**
 * The dialog of a decision: its extra fields and the reason. A digit chooses a template while nothing is being typed and
 * leads to the button, so that Enter sends; Ctrl or ⌘ Enter does everywhere.
 */
export function ReasonFormDialog({ form, reason, ground, isOptional = false, reasons, ...frame }: ReasonFormProps) {
  const templates = useTemplates(reasons)
  const field = useRef<HTMLTextAreaElement>(null)
  const choice = useRef<HTMLSelectElement>(null)
  const { confirm, danger, onClose, children, ...dialog } = frame
  const choose = (template: string) => {
    reason.onChange(template)
    const carried = groundOfTemplate(template)
    if (carried) ground?.onChange(carried)
  }
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    const { key, altKey, ctrlKey, metaKey, target, currentTarget } = event
    // A press on the button instead of `requestSubmit()`: it is disabled while the decision is under way.
    const button = currentTarget.querySelector<HTMLButtonElement>('[type=submit]')
    const isTyping = target !== choice.current && !(target instanceof HTMLButtonElement)
    const template = altKey || ctrlKey || metaKey || isTyping ? undefined : templates[Number(key) - 1]
    if (template) {
      choose(template)
      button?.focus()
    } else if (key === 'Enter' && (ctrlKey || metaKey)) button?.click()
    else return
    event.preventDefault()
  }
  return (
    <FormDialog
      {...dialog}
      wide
      busy={form.action.busy}
      onClose={onClose}
      // With templates the keyboard of a phone would only be in the way.
      startAt={templates.length > 0 ? choice : field}
    >
      <form {...form.formProps} onKeyDown={press} className="grid gap-4">
        {children}
        {templates.length > 0 && (
          <SelectField
            label="Vorlage"
            hint={<span className="max-lg:hidden">Eine Ziffer wählt, Enter sendet. Im Text sendet Strg + Enter.</span>}
            ref={choice}
            value={templates.includes(reason.value) ? reason.value : ''}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">Vorlage wählen …</option>
            {templates.map((template, index) => (
              <option key={template} value={template}>
                {digitOf(index) + template}
              </option>
            ))}
          </SelectField>
        )}
        <TextAreaField
          label={isOptional ? 'Grund (optional)' : 'Grund'}
          ref={field}
          name="reason"
          value={reason.value}
          error={reason.error}
          onChange={(event) => reason.onChange(event.target.value)}
          maxLength={moderationReasonMax}
          counter={{ used: reason.value.length, max: moderationReasonMax }}
        />
        {ground && <GroundField {...ground} />}
        <FormFooter action={form.action} submit={confirm} variant={danger ? 'danger' : 'strong'} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}

/** The law or the chapter of the guidelines that a decision rests on. The member is told. */
export function GroundField({ value, error, onChange }: NonNullable<ReasonFormProps['ground']>) {
  return (
    <SelectField
      label="Grundlage"
      hint="Steht in der Begründung, die das Mitglied bekommt."
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value as Ground)}
    >
      <optgroup label="Regel der Community-Guidelines">
        {guidelineRules.map((rule) => (
          <option key={rule} value={rule}>
            {groundTitles[rule]}
          </option>
        ))}
      </optgroup>
      <optgroup label="Gesetz">
        {lawGrounds.map((law) => (
          <option key={law} value={law}>
            {groundTitles[law]}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}

type ReasonProps = ReasonFrameProps & {
  isOptional?: boolean
  /** Message for a missing reason; a generic one by default. */
  missing?: string
  refusals?: Refusals | undefined
  /** What it most likely rests on, where a member is told of it: then it is asked for. */
  ground?: Ground | undefined
  /** Receives the trimmed reason, and what it rests on. If it rejects, the dialog stays open with text and message; otherwise it closes. */
  onConfirm: (reason: string, rule: Ground) => Promise<unknown>
}

/** Asks staff for a reason and performs the action. Open as long as it is rendered. */
export function ReasonDialog({ isOptional = false, missing, ground, refusals, onConfirm, ...frame }: ReasonProps) {
  const form = useEntityForm({
    schema: reasonForm({ required: !isOptional, missing }),
    initial: { reason: '', rule: ground ?? ('content' as Ground) },
    save: ({ reason, rule }) => onConfirm(reason, rule),
    onSaved: frame.onClose,
    refusals,
    // The caller refetches: some decisions wait for their undo period.
    affects: [],
  })
  return (
    <ReasonFormDialog
      {...frame}
      form={form}
      reason={form.bind('reason')}
      ground={ground && form.bind('rule')}
      isOptional={isOptional}
    />
  )
}
