import { isPublicSite } from '../../settings/settings.ts'
import { type Check, isError, isWarning } from '../facts.ts'

/** The address in `from=HoT <hallo@example.org>`; undefined: HoT writes as noreply@ the site. */
function senderOf(smtpUrl: string): string | undefined {
  const from = new URL(smtpUrl).searchParams.get('from')
  return from ? (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim() : undefined
}

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** Whether one of two hosts is the other or lies below it: a mail from hot.example for www.hot.example is no other's. */
function areRelated(one: string, other: string): boolean {
  const [a, b] = [withoutWww(one.toLowerCase()), withoutWww(other.toLowerCase())]
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

/** Longer than any mail server is away, and than codes live. */
const lateSeconds = 15 * 60

/** Whether mails leave, and arrive. */
export const mailChecks: readonly Check[] = [
  {
    name: 'mail_missing',
    look: ({ settings }) =>
      settings &&
      isPublicSite(settings) &&
      !settings.smtpUrl &&
      isError(
        'SMTP_URL fehlt auf einer öffentlichen Seite. Wer sich anmeldet, bekommt keine Mail: Sie bleibt im Postfach der Maschine, das von außen niemand sieht.',
        'Setz SMTP_URL=smtp://nutzer:passwort@rechner:587 und probier es mit: npm run mails -- test DEINE-ADRESSE',
      ),
  },
  {
    name: 'mail_unreachable',
    look: ({ outside: { mail } }) => Boolean(mail?.problem) && isError(mail?.problem ?? '', mail?.remedy ?? ''),
  },
  {
    name: 'mail_domain',
    look: ({ settings }) => {
      if (!settings?.smtpUrl || !settings.siteUrl || !isPublicSite(settings)) return undefined
      const sender = senderOf(settings.smtpUrl)
      const domain = sender?.slice(sender.lastIndexOf('@') + 1)
      const host = new URL(settings.siteUrl).hostname
      return (
        domain !== undefined &&
        !areRelated(domain, host) &&
        isWarning(
          `Mails kommen von ${domain}, die Seite ist ${host}. Postfächer halten das leicht für Betrug.`,
          `Nimm in SMTP_URL einen Absender der Seite (?from=HoT <hallo@${withoutWww(host)}>) und trag für die Domain SPF, DKIM und DMARC ein.`,
        )
      )
    },
  },
  {
    name: 'mail_plain',
    look: ({ settings }) => {
      if (!settings?.smtpUrl) return undefined
      const { hostname, searchParams } = new URL(settings.smtpUrl)
      const isPlain = searchParams.get('ignoreTLS') === 'true' && !/^(localhost|127\.|\[::1\])/.test(hostname)
      return (
        isPlain &&
        isWarning(
          `Mails gehen unverschlüsselt an ${hostname}: ignoreTLS=true.`,
          'Nimm ignoreTLS aus SMTP_URL; mit smtps:// und Port 465 ist von Anfang an verschlüsselt.',
        )
      )
    },
  },
  {
    name: 'mails_late',
    look: ({ database }) => {
      const content = typeof database === 'object' && 'engine' in database ? database.content : undefined
      if (!content) return undefined
      const { mailsFailed, oldestMailSeconds } = content
      return (
        (mailsFailed > 0 || oldestMailSeconds > lateSeconds) &&
        isWarning(
          oldestMailSeconds > lateSeconds
            ? `Mails warten seit ${Math.round(oldestMailSeconds / 60)} Minuten.`
            : `In den letzten sieben Tagen kamen ${mailsFailed} Mails nicht an.`,
          'Den Grund nennt das Protokoll; mit npm run mails -- test DEINE-ADRESSE siehst du, was der Mailserver antwortet.',
        )
      )
    },
  },
]
