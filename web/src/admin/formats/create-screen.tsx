import { useRouter } from '@tanstack/react-router'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { AdminHead } from '../kit/screen.tsx'
import { editFormatPath } from '../paths.ts'
import { FormatForm } from './form.tsx'

/** /admin/formats/create */
export default function CreateFormatScreen() {
  const router = useRouter()
  return (
    <>
      <AdminHead title="Format anlegen" />
      <FormatForm
        format={null}
        onSaved={(saved) => {
          showToast({ title: 'Format angelegt', text: `/formate/${saved.slug}` })
          return router.navigate({ to: editFormatPath(saved.id), ignoreBlocker: true })
        }}
      />
    </>
  )
}
