import { monthTitle } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { MonthEvent } from '#web/entities/event/month-grid.tsx'
import { onceVisible } from '#web/ui/hooks/once-visible.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import type { ViewProps } from '../api.ts'
import { monthQuery } from '../api.ts'
import { eventsOn, MonthTable } from './month-table.tsx'

/** The month beside the list on wide screens. Its colours are loaded only where it is seen; the cells are there before. */
export function MonthAside({ search, day, now }: ViewProps) {
  const place = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => (place.current ? onceVisible(place.current, () => setSeen(true)) : undefined), [])
  const { data } = useQuery({ ...monthQuery(day, search), enabled: seen })
  return (
    <aside ref={place} className="hidden self-start lg:sticky lg:top-24 lg:col-span-4 lg:block" aria-labelledby="monat">
      <SectionHead title={monthTitle(day)} id="monat" />
      <div className="[&_.month-event]:h-2 [&_.month-event]:border-l-[24px] [&_td]:h-[46px]">
        <MonthTable
          search={search}
          day={day}
          now={now}
          events={(one) => {
            const [first] = eventsOn(data?.items ?? [], one)
            return first && <MonthEvent color={first.format?.color}>{null}</MonthEvent>
          }}
        />
      </div>
    </aside>
  )
}
