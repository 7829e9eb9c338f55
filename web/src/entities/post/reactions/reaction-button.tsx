import { formatCount } from '#web/ui/data/format-number.ts'

const kinds = {
  heart: { emoji: '❤️', name: 'Herz' },
  poop: { emoji: '💩', name: 'Haufen' },
}

type Props = { kind: keyof typeof kinds; count: number; pressed: boolean; onPress: () => void }

/** The only emoji that are controls. */
export function ReactionButton({ kind, count, pressed, onPress }: Props) {
  const { emoji, name } = kinds[kind]
  const shown = formatCount(count)
  return (
    <button
      type="button"
      className="reaction"
      aria-pressed={pressed}
      aria-label={`${name}, ${shown}`}
      onClick={onPress}
    >
      <span aria-hidden="true">{emoji}</span>
      {shown}
    </button>
  )
}
