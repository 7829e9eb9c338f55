import { socialPlatforms } from '@hot/domain/star/social-account'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { AdminHead, AdminSearchField, FilterBar, useAdminSearch } from '../kit/screen.tsx'
import { readSocialSearch, socialSorts, socialStates } from './api.ts'
import { SocialAccountDialog } from './form.tsx'
import { SocialImportDialog } from './import-dialog.tsx'
import { SocialList } from './list.tsx'

/** /admin/stars/social-media: update the oldest numbers one by one, or many at once by CSV. */
export default function SocialScreen() {
  const [search, setSearch] = useAdminSearch(readSocialSearch)
  const [open, setOpen] = useState<'account' | 'import' | null>(null)
  const close = () => setOpen(null)
  const set = (changes: Record<string, string>) => setSearch(readSocialSearch({ ...search, ...changes }))
  return (
    <>
      <AdminHead title="Social Media" intro="Neue Zahl eintippen, Enter, weiter zum nächsten Konto.">
        <Button onClick={() => setOpen('import')}>CSV einlesen</Button>
        <Button variant="hot" onClick={() => setOpen('account')}>
          Neues Konto
        </Button>
      </AdminHead>
      <FilterBar>
        <AdminSearchField label="Star" value={search.q ?? ''} onChange={(q) => set({ q })} />
        <SelectField
          label="Plattform"
          value={search.plattform ?? ''}
          onChange={(event) => set({ plattform: event.target.value })}
        >
          <option value="">Alle</option>
          {socialPlatforms.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Zahlen"
          value={search.zustand ?? ''}
          onChange={(event) => set({ zustand: event.target.value })}
        >
          <option value="">Alle</option>
          {Object.entries(socialStates).map(([key, { text }]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Sortierung"
          value={search.sortierung ?? 'alt'}
          onChange={(event) => set({ sortierung: event.target.value })}
        >
          {Object.entries(socialSorts).map(([key, { text }]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <SocialList search={search} />
      {open === 'account' && <SocialAccountDialog account={null} onClose={close} />}
      {open === 'import' && <SocialImportDialog onClose={close} />}
    </>
  )
}
