import { useRouter } from '@tanstack/react-router'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { AdminHead } from '../kit/screen.tsx'
import { editStarPath } from '../paths.ts'
import { StarForm } from './form.tsx'

/** /admin/stars/create. Saving opens the editor, which has accounts and duplicates. */
export default function CreateStarScreen() {
  const router = useRouter()
  return (
    <>
      <AdminHead title="Neuer Star" intro="Ein Name reicht für den Anfang." />
      <StarForm
        star={null}
        onSaved={async (saved) => {
          showToast({ title: 'Star angelegt' })
          await router.navigate({ to: editStarPath(saved.id), ignoreBlocker: true })
        }}
      />
    </>
  )
}
