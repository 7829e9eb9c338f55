import { Field } from '../forms/field.tsx'
import { contrastRatio, readableTextColor } from './contrast.ts'
import './color-field.css'

/** For text of normal size (WCAG 2.2, 1.4.3). */
const minContrast = 4.5

/** Suggested colours, on which text is legible, with their names for screen readers. */
const palette = [
  ['#f43f12', 'Rot'],
  ['#ff8a3d', 'Orange'],
  ['#ffd23f', 'Gelb'],
  ['#66b58f', 'Grün'],
  ['#17693a', 'Dunkelgrün'],
  ['#0ea5e9', 'Himmelblau'],
  ['#1d5fb8', 'Blau'],
  ['#7c3aed', 'Violett'],
  ['#f472b6', 'Rosa'],
  ['#a50f34', 'Weinrot'],
  ['#6b7280', 'Grau'],
  ['#16130e', 'Schwarz'],
] as const

type Props = {
  label: string
  /** The text as typed; `#RRGGBB` once it is complete. */
  value: string
  onChange: (color: string) => void
  error?: string | null | undefined
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
const ratio = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Sample text on the colour, and whether its contrast suffices. */
function Contrast({ color }: { color: string }) {
  if (!isColor(color)) return <span>Sechs Stellen, zum Beispiel #f43f12.</span>
  const text = readableTextColor(color)
  const value = contrastRatio(text, color)
  return (
    <>
      <span className="color-sample" style={{ '--c': color, '--cf': text }}>
        Text
      </span>{' '}
      <span>{`Kontrast ${ratio.format(value)} : 1, ${value >= minContrast ? 'gut lesbar' : 'kleine Schrift liest sich schlecht'}`}</span>
    </>
  )
}

/** A colour from the palette, from the platform's picker or typed, with the contrast of text on it. */
export function ColorField({ label, value, onChange, error }: Props) {
  return (
    <div className="grid gap-2">
      <Field label={label} error={error} hint={<Contrast color={value} />}>
        {(control) => (
          <div className="color-field">
            <input
              type="color"
              aria-label={`${label} wählen`}
              value={isColor(value) ? value : '#6b7280'}
              onChange={(event) => onChange(event.target.value)}
            />
            <input
              {...control}
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        )}
      </Field>
      <fieldset className="color-swatches" aria-label={`${label}: Vorschläge`}>
        {palette.map(([color, name]) => (
          <button
            key={color}
            type="button"
            aria-label={name}
            aria-pressed={value.toLowerCase() === color}
            style={{ '--c': color }}
            onClick={() => onChange(color)}
          />
        ))}
      </fieldset>
    </div>
  )
}
