import { adminWeek, type WeekFigures } from '@hot/domain/contract/admin/staff'
import { postPath } from '@hot/domain/post/address'
import { markedTitle } from '@hot/domain/post/kinds'
import { starName } from '@hot/domain/star/name'
import { addDays } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { formatPath, starPath } from '@hot/domain/url/paths'
import { mailOf } from '@hot/embedded/mailbox/mail-templates'
import type { OutgoingMail } from '@hot/embedded/mailbox/mailbox'
import { z } from 'zod'
import { type MailLine, withList } from './mail-list.ts'
import { settingsPath } from './team-mails.ts'

/** `private.week_of()` */
const weekFacts = adminWeek.omit({ views: true })
type WeekFacts = z.infer<typeof weekFacts>

const figures = [
  ['members', 'Neue Mitglieder'],
  ['active', 'Aktive Mitglieder'],
  ['returning', 'Davon auch in der Woche davor aktiv'],
  ['rumors', 'Gerüchte'],
  ['polls', 'Umfragen'],
  ['discussions', 'Diskussionen'],
  ['comments', 'Kommentare'],
  ['votes', 'Stimmen'],
  ['reactions', 'Reaktionen'],
  ['reports', 'Meldungen'],
] as const satisfies readonly (readonly [keyof WeekFigures, string])[]

const shown = (value: number) => value.toLocaleString('de-DE')

const hours = (seconds: number | null) => (seconds === null ? '–' : `${shown(Math.round(seconds / 360) / 10)} h`)

/** The figures of a week, each beside the week before, and what was talked about most. */
export function weeklyLines({ now, before, top }: WeekFacts): MailLine[] {
  const path = '/admin/week'
  const counted = figures.map(([key, title]) => ({
    text: `${title}: ${shown(now[key])} (${shown(before[key])})`,
    path,
  }))
  const decided = {
    text: `Bis zur Entscheidung über eine Meldung: ${hours(now.report_seconds)} (${hours(before.report_seconds)})`,
    path,
  }
  const tops = [
    ...top.posts.slice(0, 3).map((post) => ({
      text: `Viel los: ${markedTitle({ title: post.title, rumor: post.rumor ?? null })}`,
      path: postPath(post),
    })),
    ...top.stars
      .slice(0, 1)
      .map(({ star }) => ({ text: `Star der Woche: ${starName(star)}`, path: starPath(star.slug) })),
    ...top.formats
      .slice(0, 1)
      .map(({ format }) => ({ text: `Format der Woche: ${format.name}`, path: formatPath(format.slug) })),
  ]
  return [...counted, decided, ...tops]
}

/** The mail of Monday. Throws for values that the database does not write. */
export function weeklyMail(template: string, to: string, data: unknown, siteUrl: string): OutgoingMail {
  const { facts } = z.object({ facts: z.string() }).parse(data)
  const week = weekFacts.parse(JSON.parse(facts))
  const list = withList(template, weeklyLines(week), siteUrl)
  return mailOf(list.template, to, {
    ...list.values,
    From: longDay(week.monday),
    To: longDay(addDays(week.monday, 6)),
    SiteURL: siteUrl,
    Email: to,
    ConfirmationURL: `${siteUrl}/admin/week`,
    SettingsURL: `${siteUrl}${settingsPath}`,
  })
}
