import type { QuickEvent } from '@hot/domain/calendar/quick-event'
import type { AdminCalendarChoices } from '@hot/domain/contract/admin/calendar'
import { searchFold } from '@hot/domain/text/search-fold'
import type { EventFields } from './event-draft.ts'
import { formatChosen } from './event-draft.ts'

/** Names as typed find what is meant: upper and lower case, umlauts and accents do not matter. */
export function quickFields(typed: QuickEvent, empty: EventFields, choices: AdminCalendarChoices): EventFields {
  const title = searchFold(typed.title)
  const format = choices.formats
    .filter(({ active }) => active)
    .find(({ name, short_name }) => [name, short_name].some((one) => one && searchFold(one) === title))
  const broadcaster = choices.broadcasters.find(({ name }) => searchFold(name) === searchFold(typed.channel ?? ''))
  const known = format ? { ...empty, ...formatChosen(empty, format.id, choices) } : { ...empty, title: typed.title }
  const place =
    typed.channel === null ? {} : { broadcasterId: broadcaster?.id ?? '', channel: broadcaster ? '' : typed.channel }
  return { ...known, ...place, time: typed.time, minutes: typed.minutes === null ? '' : String(typed.minutes) }
}
