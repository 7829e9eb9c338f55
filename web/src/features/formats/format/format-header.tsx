import type { FormatPage } from '@hot/domain/contract/format'
import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Fact } from '#web/ui/data/stat.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { FormatPoster } from './format-poster.tsx'

type Props = { format: FormatPage /** Button that shares the page. */; share: ReactNode }

/** Poster, where it runs, and how to keep up with it. */
export function FormatTop({ format, share }: Props) {
  return (
    <header>
      <FormatPoster format={format} />
      <div className="mt-4 grid gap-3.5">
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {format.broadcaster && <Badge>{format.broadcaster.name}</Badge>}
          {format.provider && (
            <ProviderChip name={format.provider.name} color={format.provider.color} href={format.streaming_url} />
          )}
        </div>
        <div className="facts">
          <Fact value={formatCount(format.seasons_count)}>{format.seasons_count === 1 ? 'Staffel' : 'Staffeln'}</Fact>
          <Fact value={formatCount(format.participants)}>dabei</Fact>
        </div>
        <div className="flex flex-wrap gap-2">
          {/* A file of the server, not a page of the app. */}
          <a className={buttonClass({ variant: 'hot' })} href={`/formate/${format.slug}.ics`}>
            <Icon of={CalendarPlus} />
            .ics abonnieren
          </a>
          {share}
        </div>
      </div>
    </header>
  )
}
