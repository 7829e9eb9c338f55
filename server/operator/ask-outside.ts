import { tryMailServer } from '@hot/embedded/mailbox/try-mail-server'
import '../wire/backend-language.ts'
import { isPublicSite, type Settings } from '../settings/settings.ts'
import { causeLine } from '../wire/request-log.ts'
import type { OutsideFacts } from './facts.ts'
import { mailProblem } from './mail-remedies.ts'

const WITHIN = 10_000

async function askMail({ smtpUrl, siteUrl }: Settings): Promise<OutsideFacts['mail']> {
  if (!smtpUrl) return undefined
  const failed = mailProblem(await tryMailServer({ smtpUrl, siteUrl: siteUrl ?? 'http://localhost' }))
  return { problem: failed?.problem ?? null, remedy: failed?.remedy ?? '' }
}

const isAboutCertificate = (said: string) => /certificate|CERT_|self.signed|altnames/i.test(said)

/** The site as its visitors reach it, through proxy and TLS. */
async function askSite(settings: Settings): Promise<OutsideFacts['site']> {
  if (!settings.siteUrl || !isPublicSite(settings)) return undefined
  const url = `${settings.siteUrl}/health`
  const told = (problem: string, remedy: string) => ({ problem, remedy, at: null, askedAt: Date.now() })
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN), redirect: 'manual' })
    await answer.body?.cancel()
    const at = Date.parse(answer.headers.get('date') ?? '')
    if (answer.status === 200 || answer.status === 503)
      return { problem: null, remedy: '', at: Number.isFinite(at) ? at : null, askedAt: Date.now() }
    return told(
      `${url} antwortet mit ${answer.status} statt mit HoT.`,
      'Läuft der Server, und leitet der Proxy alles an seinen Port weiter? Vorlagen stehen in deploy/.',
    )
  } catch (error) {
    const said = causeLine(error)
    return isAboutCertificate(said)
      ? told(
          `Das TLS-Zertifikat von ${settings.siteUrl} wird nicht anerkannt (${said}).`,
          'Lass den Proxy ein neues holen; Caddy tut das von selbst, wenn Port 80 und 443 von außen offen sind.',
        )
      : told(
          `${settings.siteUrl} ist von dieser Maschine aus nicht zu erreichen (${said}).`,
          'Zeigt der Name auf diese Maschine, läuft der Proxy, und sind Port 80 und 443 offen?',
        )
  }
}

/** Asks the mail server and the site's own address; takes seconds. */
export async function askOutside(settings: Settings | undefined): Promise<OutsideFacts> {
  if (!settings) return {}
  const [mail, site] = await Promise.all([askMail(settings), askSite(settings)])
  return { mail, site }
}
