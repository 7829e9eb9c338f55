import type { AdminTexts } from '@hot/domain/contract/admin/settings'
import type { Json } from '@hot/domain/contract/database.types'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import type { StoredNow } from '../kit/conflict/use-conflict.ts'

/** What the form of one text gets: how to store it, and what stands below it. */
export type TextFormProps = {
  /** As they were when the form was filled. */
  texts: AdminTexts
  /** Null: back to the one that comes with HoT. */
  save: (content: Json) => Promise<AdminTexts>
  /** What stands stored when somebody else was faster, as fields of the form. */
  loadAs: <Fields>(fieldsOf: (texts: AdminTexts) => Fields) => Promise<StoredNow<Fields>>
  onSaved: (texts: AdminTexts) => void
  refusals: Readonly<Record<string, string>>
}

/** The button below each form. */
export const SaveFooter = (props: Pick<Parameters<typeof FormFooter>[0], 'action'>) => (
  <FormFooter {...props} submit="Speichern" working="Wird gespeichert …" />
)
