import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Icon } from '../media/icon.tsx'

/** What went wrong with a form as a whole, beside its button. */
export function FormFailure({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p className="field-error" role="alert">
      <Icon of={TriangleAlert} size={16} />
      {text}
    </p>
  )
}
