import { untoldKind } from '@hot/domain/calendar/event-kind'
import { teamAlert } from '@hot/domain/contract/account/notification-data'
import { teamAlertPath } from '@hot/domain/notification/types'
import { epochOf } from '@hot/domain/time/berlin-time'
import { mailOf } from '@hot/embedded/mailbox/mail-templates'
import type { OutgoingMail } from '@hot/embedded/mailbox/mailbox'
import { z } from 'zod'
import { type MailLine, withList } from './mail-list.ts'

/** Where the team chooses which mails it gets. */
export const settingsPath = '/account/einstellungen#team-mails'

const alertLine = z.object({ alert: teamAlert, title: z.string() })
const alertLines = z.array(alertLine).min(1)
/** Mails that waited while HoT was updated from 1.1 have one alert, by itself. */
const alertData = z.union([
  z.object({ alerts: z.string() }).transform(({ alerts }) => alertLines.parse(JSON.parse(alerts))),
  alertLine.transform((line) => [line]),
])

/** Alerts that say the same are one line: `Gemeldet: Illegaler Inhalt (3-mal)`. */
function linesOf(alerts: readonly z.infer<typeof alertLine>[]): MailLine[] {
  const titles = [...new Set(alerts.map(({ title }) => title))]
  return titles.map((title) => {
    const same = alerts.filter((one) => one.title === title)
    return {
      text: same.length > 1 ? `${title} (${same.length}-mal)` : title,
      path: same[0] ? teamAlertPath(same[0].alert) : '/admin',
    }
  })
}

/** The mail about what cannot wait: one thing, or all since the last one. Throws for values that the database does not write. */
export function alertMail(template: string, to: string, data: unknown, siteUrl: string): OutgoingMail {
  const alerts = alertData.parse(data)
  const lines = linesOf(alerts)
  const [first, ...others] = lines
  const list = withList(template, others.length > 0 ? lines : [], siteUrl)
  return mailOf(list.template, to, {
    ...list.values,
    Title: others.length > 0 ? `${first?.text} und ${others.length} weitere` : first?.text,
    SiteURL: siteUrl,
    Email: to,
    ConfirmationURL: `${siteUrl}${others.length > 0 ? '/admin' : first?.path}`,
    SettingsURL: `${siteUrl}${settingsPath}`,
  })
}

const queue = z.object({ count: z.int(), oldest: z.string().nullable() })

/** `private.briefing_facts()` */
const briefingFacts = z.object({
  posts: queue,
  reports: queue,
  appeals: queue,
  today: z.array(
    z.object({
      time: z.string(),
      title: z.string(),
      channel: z.string().nullable(),
      event_type: z.optional(z.string()),
      is_cancelled: z.boolean(),
    }),
  ),
  unusual: z.array(
    z.object({ kind: z.enum(['members', 'posts', 'comments', 'reports']), yesterday: z.number(), usual: z.number() }),
  ),
  broken: z.array(z.string()),
  /** What would have been a mail of its own at the same time. */
  alerts: z.optional(z.array(alertLine)),
})
type BriefingFacts = z.infer<typeof briefingFacts>

const hour = 3_600_000

/** `seit 14 Stunden` */
function since(instant: string | null, now: number): string {
  const hours = instant === null ? 0 : Math.floor((now - epochOf(instant)) / hour)
  if (hours < 1) return 'seit eben'
  if (hours < 48) return hours === 1 ? 'seit einer Stunde' : `seit ${hours} Stunden`
  return `seit ${Math.floor(hours / 24)} Tagen`
}

const queues = [
  { of: 'posts', one: 'Beitrag', many: 'Beiträge', path: '/admin/posts' },
  { of: 'reports', one: 'gemeldete Sache', many: 'gemeldete Sachen', path: '/admin/reports' },
  { of: 'appeals', one: 'Einspruch', many: 'Einsprüche', path: '/admin/appeals' },
] as const

const kinds = { members: 'neue Mitglieder', posts: 'Beiträge', comments: 'Kommentare', reports: 'Meldungen' } as const

/** What the team should know in the morning, most urgent first, each line with the place to act. `now`: epoch ms. */
export function briefingLines(facts: BriefingFacts, now: number): MailLine[] {
  const waiting = queues.flatMap(({ of, one, many, path }) => {
    const { count, oldest } = facts[of]
    if (count === 0) return []
    const text =
      count === 1
        ? `1 ${one} wartet ${since(oldest, now)}`
        : `${count} ${many} warten, die älteste Sache ${since(oldest, now)}`
    return [{ text, path }]
  })
  const broken = facts.broken.map((job) => ({ text: `Im Hintergrund scheitert: ${job}`, path: '/admin' }))
  const unusual = facts.unusual.map(({ kind, yesterday, usual }) => ({
    text: `Auffällig: gestern ${yesterday.toLocaleString('de-DE')} ${kinds[kind]}, sonst etwa ${Math.round(usual).toLocaleString('de-DE')} am Tag`,
    path: '/admin/week',
  }))
  const today = facts.today.map(({ time, title, channel, event_type = 'episode', is_cancelled }) => ({
    text: `${is_cancelled ? 'Fällt aus: ' : ''}${time} ${[title, untoldKind({ event_type, title })].filter(Boolean).join(', ')}${channel ? ` (${channel})` : ''}`,
    path: '/kalender',
  }))
  return [...linesOf(facts.alerts ?? []), ...broken, ...waiting, ...unusual, ...today]
}

/** The mail of the morning. Throws for values that the database does not write. */
export function briefingMail(template: string, to: string, data: unknown, siteUrl: string, now: number): OutgoingMail {
  const { facts } = z.object({ facts: z.string() }).parse(data)
  const list = withList(template, briefingLines(briefingFacts.parse(JSON.parse(facts)), now), siteUrl)
  return mailOf(list.template, to, {
    ...list.values,
    SiteURL: siteUrl,
    Email: to,
    ConfirmationURL: `${siteUrl}/admin`,
    SettingsURL: `${siteUrl}${settingsPath}`,
  })
}
