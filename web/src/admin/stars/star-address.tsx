import type { AdminStar } from '@hot/domain/contract/admin/stars'
import { slugify, starSlug } from '@hot/domain/text/slug'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { isReserved, type StarFields } from './star-fields.ts'

type Props = { star: AdminStar | null; fields: StarFields; onChange: (slug: string) => void }

/** The address of the public page: typed freely, shown as it will be. The former one keeps leading there. */
export function StarAddress({ star, fields, onChange }: Props) {
  const slug = slugify(fields.slug)
  const isNew = star !== null && slug !== '' && slug !== star.slug
  const fromName = star ? starSlug({ ...fields, id: star.id }) : null
  return (
    <div className="grid gap-2">
      <TextField
        label="Adresse"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder="aus dem Namen"
        error={isReserved(fields) ? 'Diese Adresse gehört schon einer Seite. Nimm eine andere.' : null}
        hint={addressHint(slug, isNew)}
        value={fields.slug}
        onChange={(event) => onChange(event.target.value)}
      />
      {fromName && fromName !== slug && (
        <button type="button" className="link justify-self-start" onClick={() => onChange(fromName)}>
          Aus dem Namen bilden: {fromName}
        </button>
      )}
      {star && star.old_slugs.length > 0 && (
        <p className="meta">Führt auch hierher: {star.old_slugs.map((old) => `/stars/${old}`).join(', ')}</p>
      )}
    </div>
  )
}

function addressHint(slug: string, isNew: boolean): string {
  if (!slug) return 'Bleibt sie leer, entsteht sie aus dem Namen.'
  return isNew ? `Wird /stars/${slug}. Die alte Adresse leitet weiter.` : `/stars/${slug}`
}
