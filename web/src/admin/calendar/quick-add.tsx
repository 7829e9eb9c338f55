import { eventKind } from '@hot/domain/calendar/event-kind'
import { type GuideRow, readGuide } from '@hot/domain/calendar/guide/guide-table'
import type { AdminCalendarChoices, EventDraft } from '@hot/domain/contract/admin/calendar'
import type { Day } from '@hot/domain/time/berlin-time'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { CheckField, TextAreaField } from '#web/ui/forms/field.tsx'
import { useWrite } from '../kit/write.ts'
import { calendarFailures, planEvents, takeBackEvents } from './api.ts'
import { CollisionCallout } from './collision-callout.tsx'

type QuickAddProps = {
  /** The day used if a line contains none. */
  shown: Day
  today: Day
  choices: AdminCalendarChoices | undefined
  field: RefObject<HTMLTextAreaElement | null>
  onDone: (text: string) => void
}

const example = 'Di 20.15 Love Island @RTLZWEI 120 Min'
const nothingRead = `Es fehlt ein Tag oder eine Uhrzeit, oder der Titel. So geht es: ${example}`

/**
 * Creates events from what is typed or pasted: one line, or the week of a press page. Everything that was read is shown
 * before it is published, and can be taken back afterwards, which brings back the text.
 */
export function QuickAdd({ shown, today, choices, field, onDone }: QuickAddProps) {
  const [text, setText] = useState('')
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [mistake, setMistake] = useState<string>()
  const [made, setMade] = useState<{ ids: string[]; text: string } | null>(null)
  const rows = choices ? readGuide(text, { shown, today, choices }) : []
  const chosen = rows.filter((_, index) => !leftOut.has(index))
  const drafts = chosen.flatMap(({ draft, doubts }): EventDraft[] => (draft && doubts.length === 0 ? [draft] : []))
  const change = (next: string) => {
    setText(next)
    setLeftOut(new Set())
    setMistake(undefined)
  }
  const save = useWrite(() => planEvents(drafts), {
    refusals: calendarFailures,
    onDone: ({ ids }) => {
      setMade({ ids, text })
      change('')
      field.current?.focus()
      onDone(ids.length === 1 ? 'Termin gespeichert' : `${ids.length} Termine gespeichert`)
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!choices || text.trim() === '') return
    const asked = chosen.length - drafts.length
    if (chosen.length === 0) setMistake(nothingRead)
    else if (asked > 0) setMistake(rows.length === 1 ? (rows[0]?.doubts.join(' ') ?? nothingRead) : askedText(asked))
    else void save.run()
  }
  const enter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // A pasted plan has lines of its own; one line is sent as it was typed.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (text.includes('\n') && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    submit()
  }
  const [only] = rows
  const isOne = rows.length === 1 && only?.draft && only.doubts.length === 0
  return (
    <form onSubmit={submit} noValidate className="quick-add">
      <TextAreaField
        ref={field}
        label="Schnell anlegen"
        name="quick"
        rows={Math.min(10, text.split('\n').length)}
        autoComplete="off"
        spellCheck={false}
        placeholder={example}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={enter}
        error={mistake ?? save.failure ?? undefined}
        hint={
          isOne && only && choices
            ? rowText(only, choices)
            : 'Eine Zeile, oder mehrere aus einer Programmvorschau: Tag, Uhrzeit, Titel, @Sender, Minuten. Taste N springt hierher.'
        }
      />
      <Button type="submit" variant="strong" busy={save.busy || !choices || text.trim() === ''}>
        {save.busy ? 'Wird gespeichert …' : buttonText(rows, drafts)}
      </Button>
      {!isOne && choices && rows.length > 0 && (
        <GuideTable rows={rows} choices={choices} leftOut={leftOut} onLeaveOut={setLeftOut} />
      )}
      {isOne && <CollisionCallout draft={only.draft} />}
      {made && (
        <TakeBack
          ids={made.ids}
          onDone={(removed) => {
            setMade(null)
            if (text === '') change(made.text)
            onDone(removed === 1 ? 'Termin zurückgenommen' : `${removed} Termine zurückgenommen`)
          }}
        />
      )}
    </form>
  )
}

const askedText = (asked: number) =>
  `${asked === 1 ? 'Eine Zeile ist' : `${asked} Zeilen sind`} unklar. Schreib sie um, oder lass sie weg.`

const buttonText = (rows: readonly GuideRow[], drafts: readonly EventDraft[]) =>
  rows.length > 1 && drafts.length > 0 ? `${drafts.length} anlegen` : 'Anlegen'

/** For a moment after publishing: nobody is told of new dates, so taking them back leaves nothing. */
function TakeBack({ ids, onDone }: { ids: string[]; onDone: (removed: number) => void }) {
  const undo = useWrite(() => takeBackEvents(ids), {
    refusals: calendarFailures,
    onDone: ({ removed }) => onDone(removed),
  })
  return (
    <div role="status">
      <Callout>
        <p className="flex flex-wrap items-center gap-3">
          <span>
            {ids.length === 1 ? 'Der Termin steht im Kalender.' : `${ids.length} Termine stehen im Kalender.`}
          </span>
          <Button small busy={undo.busy} onClick={() => void undo.run()}>
            Rückgängig
          </Button>
        </p>
        {undo.failure && <p>{undo.failure}</p>}
      </Callout>
    </div>
  )
}

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
function rowText(row: GuideRow, choices: AdminCalendarChoices): string {
  const shown = shownRow(row, choices)
  if (!shown) return ''
  const { day, time, what, episode, where, minutes } = shown
  return [day, time, what, episode, where, minutes].filter(Boolean).join(' · ')
}

type TableProps = {
  rows: GuideRow[]
  choices: AdminCalendarChoices
  leftOut: ReadonlySet<number>
  onLeaveOut: (leftOut: ReadonlySet<number>) => void
}

/** What was read, row by row, before it is published. Corrections are made in the text above. */
function GuideTable({ rows, choices, leftOut, onLeaveOut }: TableProps) {
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
