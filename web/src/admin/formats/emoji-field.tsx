import { TextField } from '#web/ui/forms/text-field.tsx'

/** What formats are about. */
const offered = [
  ...['🏝️', '🌴', '🏖️', '☀️', '🔥', '💘', '💔', '💍', '🌹', '👰', '🏠', '🏡', '🏕️', '🔒', '👁️', '🎭'],
  ...['👑', '🏆', '💃', '🎤', '🎬', '📺', '🎲', '🍽️', '👩‍🌾', '💪', '💅', '👗', '🐛', '🥊', '🚢', '⭐'],
]

type Props = { value: string; onChange: (emoji: string) => void; error: string | undefined }

/** One emoji: chosen here, or typed with the keyboard of the device. */
export function EmojiField({ value, onChange, error }: Props) {
  return (
    <div className="grid gap-2">
      <TextField
        label="Emoji"
        name="emoji"
        autoComplete="off"
        value={value}
        error={error}
        hint="Steht groß auf der Kachel. Leer geht auch."
        onChange={(event) => onChange(event.target.value)}
      />
      <fieldset className="flex flex-wrap gap-1" aria-label="Emoji: Vorschläge">
        {offered.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className="size-9 rounded-full border-2 border-transparent text-[20px] leading-none hover:bg-sunk aria-pressed:border-ink"
            aria-pressed={emoji === value}
            onClick={() => onChange(emoji === value ? '' : emoji)}
          >
            {emoji}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
