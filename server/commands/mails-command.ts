import { isMailAddress } from '@hot/domain/settings/legal-fields'
import { tryMailServer } from '@hot/embedded/mailbox/try-mail-server'
import { installationOptions } from '../backend/embedded-backend.ts'
import { mailProblem } from '../operator/mail-remedies.ts'
import type { Environment } from '../settings/environment.ts'
import { asCalled } from '../settings/environment.ts'
import { readSettings, SettingsError } from '../settings/settings.ts'
import { UsageError } from './rotate-keys-command.ts'

const USAGE = 'So geht es: npm run mails -- test name@beispiel.de'

const mailTo = (to: string, siteUrl: string) => {
  const text = `Diese Mail kommt von deinem HoT unter ${siteUrl}. Wenn du sie liest, verschickt es Mails.`
  return {
    to,
    subject: 'Probe-Mail von HoT',
    text: `${text}\n`,
    html: `<!doctype html><title>Probe-Mail von HoT</title><p>${text}</p>`,
  }
}

/**
 * `npm run mails -- test EMAIL`: sends one mail as the server would, and tells all that the mail server answered. Returns the
 * lines to print and whether it was taken. Throws UsageError, SettingsError.
 */
export async function mailsCommand(
  args: readonly string[],
  env: Environment,
): Promise<{ lines: readonly string[]; isFine: boolean }> {
  const [what, to, ...rest] = args
  if (what !== 'test' || !to || !isMailAddress(to) || rest.length > 0) throw new UsageError(USAGE)
  const { smtpUrl, siteUrl = 'http://localhost:3000' } = readSettings(env)
  if (!smtpUrl)
    throw new UsageError(
      'SMTP_URL ist nicht gesetzt: Mails bleiben im Postfach der Maschine. So sieht es aus: SMTP_URL=smtp://nutzer:passwort@rechner:587',
    )
  const trial = await tryMailServer({ smtpUrl, siteUrl, sender: installationOptions.mailSender }, mailTo(to, siteUrl))
  const failed = mailProblem(trial)
  const head = `Verbindung mit ${trial.host}:${trial.port}`
  if (failed) return { lines: [head, ...trial.lines, failed.problem, failed.remedy], isFine: false }
  return {
    lines: [
      head,
      ...trial.lines,
      `Der Mailserver hat die Mail an ${to} angenommen. Kommt sie nicht an, sieh im Spam nach und prüf SPF, DKIM und DMARC der Domain.`,
    ],
    isFine: true,
  }
}

if (import.meta.main) {
  try {
    const { lines, isFine } = await mailsCommand(process.argv.slice(2), process.env)
    for (const line of lines) console.log(asCalled(line))
    if (!isFine) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SettingsError)) throw error
    console.error(asCalled(error.message))
    process.exitCode = 1
  }
}
