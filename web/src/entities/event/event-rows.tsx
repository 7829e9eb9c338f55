import { batchesOf } from '@hot/domain/calendar/batch'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { lazy, type ReactNode, Suspense } from 'react'
import { EventListRow, type EventListRowProps } from './event-row.tsx'

// Few lists have one, and no page should carry it for the others.
const EventBatch = lazy(() => import('./event-batch.tsx'))

/** Rows of broadcasts in order; episodes that begin together are one row that opens. */
export const eventRows = (events: readonly CalendarEvent[], shown: Omit<EventListRowProps, 'event'>): ReactNode[] =>
  batchesOf(events).map((batch) =>
    batch.length === 1 ? (
      <EventListRow key={batch[0].id} event={batch[0]} {...shown} />
    ) : (
      <Suspense key={batch[0].id} fallback={null}>
        <EventBatch batch={batch} {...shown} />
      </Suspense>
    ),
  )
