import type { FormatFields } from '@hot/domain/format/format-form'
import { FormatTile } from '#web/entities/format/format-tile.tsx'
import { tileName } from '#web/entities/format/tile-name.ts'

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** The tile as /formate shows it, while it is typed. */
export function FormatPreview({ fields }: { fields: FormatFields }) {
  const name = fields.name.trim() || 'Name des Formats'
  return (
    <section
      aria-label="Vorschau"
      className="order-first grid content-start gap-2 self-start lg:sticky lg:top-20 lg:order-none"
    >
      <h2 className="font-bold text-[15px]">Vorschau</h2>
      <div className="max-w-70">
        <FormatTile
          color={isColor(fields.color) ? fields.color : '#6b7280'}
          emoji={fields.emoji.trim() || null}
          title={<span>{tileName(name, fields.short_name.trim() || null)}</span>}
          facts={<span>{fields.is_active ? 'Sichtbar für alle' : 'Nur fürs Team'}</span>}
        />
      </div>
    </section>
  )
}
