import Heart from 'lucide-react/icons/heart'
import { Icon } from '#web/ui/media/icon.tsx'

type Props = {
  /** Whose fan one becomes; part of the accessible name. */
  name: string
  pressed: boolean
  onPress: () => void
}

/** The round heart on a star card, hot for fans. */
export function FanButton({ name, pressed, onPress }: Props) {
  return (
    <button
      type="button"
      className="fan-button"
      aria-pressed={pressed}
      aria-label={`Fan von ${name}`}
      onClick={onPress}
    >
      <Icon of={Heart} />
    </button>
  )
}
