import { siteYouth, youthEffects } from '@hot/domain/chart/site-youth'
import type { AdminSettings } from '@hot/domain/contract/admin/settings'
import { longDateTime } from '@hot/domain/time/german-date'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { countOf } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'

type Props = {
  youth: NonNullable<AdminSettings['youth']>
  onEnded: () => Promise<unknown>
}

/** What is easier in the first weeks of the site, until when, and the button that ends it before. */
export function YouthSection({ youth, onEnded }: Props) {
  const [asks, setAsks] = useState(false)
  return (
    <section className="mb-8 grid max-w-160 gap-4" aria-labelledby="anlaufzeit">
      <SectionHead id="anlaufzeit" title="Anlaufzeit" />
      <p>
        {`Deine Seite ist neu. Bis zum ${longDateTime(youth.until)}, oder bis ${siteYouth.members} Mitglieder ihre Adresse bestätigt haben, ist manches leichter. Bisher ${youth.members === 1 ? 'ist' : 'sind'} es ${countOf(youth.members, 'Mitglied', 'Mitglieder')}. Sie endet von selbst.`}
      </p>
      <ul className="list-disc pl-5">
        {youthEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <div>
        <Button onClick={() => setAsks(true)}>Anlaufzeit beenden</Button>
      </div>
      {asks && (
        <ConfirmDialog
          title="Anlaufzeit beenden?"
          text="Danach gilt, was sonst gilt, und sie kommt nicht wieder. Stimmen von Konten, die noch keinen Tag alt sind, zählen erst, wenn sie es sind. Stars und Spürnasen mit zu wenigen Stimmen fallen aus den Listen, bis es genug sind. Verloren geht keine Stimme."
          confirm="Beenden"
          onConfirm={() => rpc('admin_end_youth', {})}
          onDone={() => {
            showToast({ title: 'Anlaufzeit beendet' })
            return onEnded()
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}
