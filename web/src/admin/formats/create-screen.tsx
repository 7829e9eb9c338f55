import type { FormatFields } from '@hot/domain/format/format-form'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { AdminHead } from '../kit/screen.tsx'
import { editFormatPath } from '../paths.ts'
import { emptyFormat, saveArguments } from './api.ts'
import { FormatFormView } from './form.tsx'

/** /admin/formats/create */
export default function CreateFormatScreen() {
  const client = useQueryClient()
  const router = useRouter()
  const save = async (fields: FormatFields) => {
    const saved = await rpc('admin_save_format', saveArguments(null, fields))
    showToast({ title: 'Format angelegt', text: `/formate/${saved.slug}` })
    await router.navigate({ to: editFormatPath(saved.id), ignoreBlocker: true })
    // Every list of formats may show it.
    await client.invalidateQueries()
  }
  return (
    <>
      <AdminHead title="Format anlegen" />
      <FormatFormView initial={emptyFormat} isNew onSave={save} />
    </>
  )
}
