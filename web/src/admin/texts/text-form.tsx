import type { AdminTexts } from '@hot/domain/contract/admin/settings'
import type { Json } from '@hot/domain/contract/database.types'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'

/** What the form of one text gets: how to store it, and what stands below it. */
export type TextFormProps = {
  texts: AdminTexts
  /** Null: back to the one that comes with HoT. */
  save: (content: Json) => Promise<AdminTexts>
  onSaved: (texts: AdminTexts) => void
  refusals: Readonly<Record<string, string>>
}

/** The button below each form. */
export const SaveFooter = (props: Pick<Parameters<typeof FormFooter>[0], 'action'>) => (
  <FormFooter {...props} submit="Speichern" working="Wird gespeichert …" />
)
