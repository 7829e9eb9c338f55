import { eventKind } from '@hot/domain/calendar/event-kind'
import type { GuideRow } from '@hot/domain/calendar/guide/guide-table'
import type { AdminCalendarChoices } from '@hot/domain/contract/admin/calendar'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { CheckField } from '#web/ui/forms/field.tsx'

type Shown = {
  day: string
  time: string
  what: string
  episode: string
  where: string
  minutes: string
}

/** What would be saved, in words. */
function shownRow({ fields }: GuideRow, { formats, broadcasters, providers }: AdminCalendarChoices): Shown | null {
  if (!fields) return null
  const format = formats.find(({ id }) => id === fields.formatId)
  const season = format?.seasons.find(({ id }) => id === fields.seasonId)
  const nameIn = (items: { id: string; name: string }[], id: string) => items.find((item) => item.id === id)?.name
  return {
    day: shortDay(fields.day),
    time: clock(fields.time),
    what: [
      format?.name,
      fields.title !== format?.name && fields.title,
      eventKind({ event_type: fields.type }),
      fields.live && 'Live',
    ]
      .filter(Boolean)
      .join(' · '),
    episode: [season && `Staffel ${season.season_number}`, fields.episode && `Folge ${fields.episode}`]
      .filter(Boolean)
      .join(', '),
    where: [nameIn(broadcasters, fields.broadcasterId) ?? fields.channel, nameIn(providers, fields.providerId)]
      .filter(Boolean)
      .join(', '),
    minutes: fields.minutes && `${fields.minutes} Min.`,
  }
}

/** `Di, 24. Nov. · 20:15 · Love Island · Staffel 3, Folge 4 · RTLZWEI · 120 Min.` */
export function rowText(row: GuideRow, choices: AdminCalendarChoices): string {
  const shown = shownRow(row, choices)
  if (!shown) return ''
  const { day, time, what, episode, where, minutes } = shown
  return [day, time, what, episode, where, minutes].filter(Boolean).join(' · ')
}

type Props = {
  rows: GuideRow[]
  choices: AdminCalendarChoices
  leftOut: ReadonlySet<number>
  onLeaveOut: (leftOut: ReadonlySet<number>) => void
}

/** What was read, row by row, before it is published. Corrections are made in the text above. */
export function GuideTable({ rows, choices, leftOut, onLeaveOut }: Props) {
  const toggle = (index: number, taken: boolean) => {
    const next = new Set(leftOut)
    if (taken) next.delete(index)
    else next.add(index)
    onLeaveOut(next)
  }
  return (
    <div className="col-span-full overflow-x-auto">
      <table className="guide-table">
        <caption className="visually-hidden">Was gelesen wurde</caption>
        <thead>
          <tr>
            <th scope="col">Anlegen</th>
            <th scope="col">Tag</th>
            <th scope="col">Zeit</th>
            <th scope="col">Was</th>
            <th scope="col">Folge</th>
            <th scope="col">Wo</th>
            <th scope="col">Dauer</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const shown = shownRow(row, choices)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are read anew with every key press and have no identity
              <tr key={index} className={row.doubts.length > 0 ? 'guide-asked' : undefined}>
                <td>
                  <CheckField
                    label={`Zeile ${row.line}`}
                    value={!leftOut.has(index)}
                    onChange={(taken) => toggle(index, taken)}
                  />
                </td>
                <td>{shown?.day}</td>
                <td>{shown?.time}</td>
                <td>
                  <span>{shown?.what || row.text}</span>
                  {row.doubts.map((doubt) => (
                    <p key={doubt} className="event-mark-warn">
                      {doubt}
                    </p>
                  ))}
                </td>
                <td>{shown?.episode}</td>
                <td>{shown?.where}</td>
                <td>{shown?.minutes}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
