/**
 * Writes supabase/templates (account mails, each a complete file, as Supabase requires) and supabase/site-mails (sent
 * by the web server from the outbox) from one layout and their texts. `--check` fails when a file is stale.
 */
import fs from 'node:fs'
import path from 'node:path'

/** Texts of a mail. Account mails use the variables of Supabase's templates (Go's `{{ .Name }}`). */
export type MailWording = {
  /** Title and subject; `supabase/config.toml` repeats it. */
  subject: string
  /** The preview that mail clients show beside the subject. */
  preview: string
  heading: string
  text: string
  /** Label of the button that opens the link; absent: the mail has a code only. */
  action?: string
  /**
   * GoTrue's type of the link of an account's mail: it leads to a page that acts on a press, not to GoTrue's `/verify`, which
   * acts when a program that looks into mails opens it. Absent: `{{ .ConfirmationURL }}`.
   */
  type?: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'
  /** Text before the six-digit code; absent: the mail has no code. */
  code?: string
  /** How long it is valid, and what to do when it was not you. */
  note: string
  /** Why this address received the mail. */
  reason: string
  /** A list between text and button, which the web server fills (server/mail/mail-list.ts). */
  list?: true
}

/** Behind the #, which browsers send to no server: neither logs nor referrers hold the token. */
const linkOf = (type: string) => `{{ .SiteURL }}/auth/callback#token_hash={{ .TokenHash }}&amp;type=${type}`

const given = 'Diese Mail ging an {{ .Email }}, weil jemand die Adresse bei HoT angegeben hat.'
const orCode = 'Oder gib diesen Code ein:'
const oneHour = 'Der Link gilt eine Stunde und nur einmal.'
const linkAndCode = 'Der Link gilt eine Stunde, der Code eine Viertelstunde, und beide nur einmal.'

/** By file name in `supabase/templates`. */
export const mailWordings: Readonly<Record<string, MailWording>> = {
  confirmation: {
    subject: 'Bestätige deine E-Mail-Adresse',
    preview: 'Ein Klick fehlt noch, dann bist du drin.',
    heading: 'Fast drin.',
    text: 'Ein Klick fehlt noch, dann gehört dein Konto bei HoT dir.',
    action: 'E-Mail-Adresse bestätigen',
    type: 'signup',
    note: `${oneHour} Du hast dich gar nicht angemeldet? Dann lösch diese Mail einfach. Ohne den Klick kommt niemand in das Konto, und nach 30 Tagen löschen wir es mit deiner Adresse.`,
    reason: given,
  },
  email_change: {
    subject: 'Deine E-Mail-Adresse bei HoT soll sich ändern',
    preview: 'Beide Adressen müssen zustimmen.',
    heading: 'Neue Adresse?',
    text: 'Dein Konto bei HoT soll von <strong>{{ .Email }}</strong> zu <strong>{{ .NewEmail }}</strong> umziehen. Dafür müssen beide Adressen zustimmen: Diese Mail ging an jede von ihnen.',
    action: 'Änderung bestätigen',
    type: 'email_change',
    note: `${oneHour} Du warst das nicht? <a class="quiet" href="${linkOf('email_change')}&amp;act=stop" style="color: #676150">Änderung stoppen</a>, und gib dir danach ein neues Passwort. Solange eine der beiden Adressen fehlt, bleibt alles, wie es ist.`,
    reason: 'Diese Mail ging an {{ .SendingTo }}.',
  },
  invite: {
    subject: 'Komm zu HoT',
    preview: 'Dein Konto wartet schon. Nur der Klick fehlt.',
    heading: 'Du stehst auf der Liste.',
    text: 'Das Team von HoT hat ein Konto für dich angelegt. Nimm die Einladung an und gib dir danach ein Passwort.',
    action: 'Einladung annehmen',
    type: 'invite',
    note: `${oneHour} Du kannst damit nichts anfangen? Dann lösch diese Mail einfach.`,
    reason: 'Diese Mail ging an {{ .Email }}, weil das Team von HoT dich eingeladen hat.',
  },
  magic_link: {
    subject: 'Dein Link zur Anmeldung bei HoT',
    preview: 'Einmal klicken, angemeldet.',
    heading: 'Einmal klicken, drin.',
    text: 'Mit diesem Link meldest du dich ohne Passwort an.',
    action: 'Jetzt anmelden',
    type: 'magiclink',
    code: orCode,
    note: `${linkAndCode} Du wolltest dich gerade nicht anmelden? Dann lösch diese Mail, und gib Link und Code niemandem.`,
    reason: given,
  },
  reauthentication: {
    subject: 'Dein Code für HoT',
    preview: 'Damit wir wissen, dass du es bist.',
    heading: 'Bist du’s?',
    text: 'Du willst dein Passwort ändern und bist schon länger angemeldet. Zeig uns kurz, dass du es bist.',
    code: 'Gib diesen Code ein:',
    note: 'Der Code gilt eine Viertelstunde und nur einmal. Du warst das nicht? Dann ist jemand in deinem Konto: Melde dich überall ab, und gib dir ein neues Passwort.',
    reason: 'Diese Mail ging an {{ .Email }}.',
  },
  email_changed_notification: {
    subject: 'Deine E-Mail-Adresse bei HoT ist geändert',
    preview: 'Warst du das? Dann ist alles gut.',
    heading: 'Warst du das?',
    text: 'Dein Konto bei HoT hat jetzt eine andere E-Mail-Adresse als <strong>{{ .OldEmail }}</strong>. Beide Postfächer haben zugestimmt. Warst du das, ist alles gut, und du bekommst hier keine Mails mehr von uns.',
    note: 'Du warst das nicht? Dann hat jemand dein Konto und liest vielleicht auch deine Mails: Schreib uns sofort über die Adresse im Impressum, und gib deinem Postfach ein neues Passwort.',
    reason: 'Diese Mail ging an {{ .OldEmail }}, die bisherige Adresse deines Kontos.',
  },
  mfa_factor_enrolled_notification: {
    subject: 'Neu an deinem Konto: Passkey oder zweiter Faktor',
    preview: 'Warst du das? Dann ist alles gut.',
    heading: 'Warst du das?',
    text: 'An deinem Konto bei HoT wurde ein Passkey oder ein zweiter Faktor hinzugefügt. Warst du das, ist alles gut.',
    note: 'Du warst das nicht? Dann ist jemand in deinem Konto: Entferne unter „Sicherheit“, was du nicht kennst, melde dich überall ab, und gib dir ein neues Passwort. Kommst du nicht mehr rein, schreib uns über die Adresse im Impressum.',
    reason: 'Diese Mail ging an {{ .Email }}, die Adresse deines Kontos.',
  },
  mfa_factor_unenrolled_notification: {
    subject: 'Von deinem Konto entfernt: Passkey oder zweiter Faktor',
    preview: 'Warst du das? Dann ist alles gut.',
    heading: 'Warst du das?',
    text: 'Von deinem Konto bei HoT wurde ein Passkey oder ein zweiter Faktor entfernt. Warst du das, ist alles gut.',
    note: 'Du warst das nicht? Dann ist jemand in deinem Konto: Melde dich überall ab, und gib dir ein neues Passwort. Kommst du nicht mehr rein, schreib uns über die Adresse im Impressum.',
    reason: 'Diese Mail ging an {{ .Email }}, die Adresse deines Kontos.',
  },
  recovery: {
    subject: 'Neues Passwort für HoT',
    preview: 'Hier gibst du dir ein neues Passwort.',
    heading: 'Neues Passwort?',
    text: 'Kein Problem. Über diesen Link gibst du dir eins.',
    action: 'Neues Passwort festlegen',
    type: 'recovery',
    code: orCode,
    note: `${linkAndCode} Du wolltest das nicht? Dann lösch diese Mail, dein altes Passwort gilt weiter. Link und Code gehören niemandem sonst.`,
    reason: given,
  },
}

/** Mails of the site, by file name in `supabase/site-mails`; the web server takes their values from the outbox. */
export const siteMailWordings: Readonly<Record<string, MailWording>> = {
  report_confirmation: {
    subject: 'Bestätige deine Meldung bei HoT',
    preview: 'Bestätige, dass die Meldung von dir ist.',
    heading: 'Ein Klick fehlt noch.',
    text: 'Mit deiner Adresse wurde bei HoT etwas gemeldet: ein {{ .Target }}. Grund: <strong>{{ .Reason }}</strong>. Bestätige die Meldung, dann prüft sie das Team und schreibt dir, was daraus geworden ist.',
    action: 'Meldung bestätigen',
    note: 'Der Link gilt sieben Tage. Du hast nichts gemeldet? Dann lösch diese Mail. Ohne Bestätigung löschen wir deine Adresse, und die Meldung mit ihr, außer sie betrifft illegale Inhalte: Die prüft das Team auch so.',
    reason: 'Diese Mail ging an {{ .Email }}, weil jemand die Adresse bei einer Meldung angegeben hat.',
  },
  report_outcome: {
    subject: 'Deine Meldung bei HoT ist entschieden',
    preview: 'Das Team hat sich deine Meldung angesehen.',
    heading: 'Deine Meldung ist entschieden.',
    text: 'Du hast etwas gemeldet: ein {{ .Target }} ({{ .About }}). Grund: <strong>{{ .Reason }}</strong>. {{ .Outcome }}',
    note: 'Bist du nicht einverstanden, schreib uns über die Adresse im Impressum.',
    reason: 'Diese Mail ging an {{ .Email }}, weil du mit dieser Adresse etwas gemeldet hast.',
  },
  concern_confirmation: {
    subject: 'Bestätige dein Anliegen bei HoT ({{ .Reference }})',
    preview: 'Erst mit deiner Bestätigung kommt es beim Team an.',
    heading: 'Ein Klick fehlt noch.',
    text: 'Mit deiner Adresse wurde bei HoT das Formular „Es geht um mich“ abgeschickt. Es hat die Nummer <strong>{{ .Reference }}</strong>. Bestätige es, dann liegt es beim Team, und du hast spätestens am <strong>{{ .Due }}</strong> eine Antwort.',
    action: 'Anliegen bestätigen',
    note: 'Der Link gilt sieben Tage. Du hast nichts abgeschickt? Dann lösch diese Mail. Ohne Bestätigung wird alles gelöscht, und deine Adresse mit.',
    reason: 'Diese Mail ging an {{ .Email }}, weil jemand die Adresse in einem Formular angegeben hat.',
  },
  concern_receipt: {
    subject: 'Dein Anliegen ist bei uns ({{ .Reference }})',
    preview: 'Das Team antwortet dir innerhalb eines Monats.',
    heading: 'Dein Anliegen ist bei uns.',
    text: 'Es hat die Nummer <strong>{{ .Reference }}</strong>. Es geht um: {{ .About }}. Ein Mensch aus dem Team sieht es sich an und antwortet dir spätestens am <strong>{{ .Due }}</strong>.',
    note: 'Fragen dazu? Schreib uns mit dieser Nummer an die Adresse im Impressum.',
    reason: 'Diese Mail ging an {{ .Email }}, weil du mit dieser Adresse ein Anliegen bestätigt hast.',
  },
  concern_outcome: {
    subject: 'Antwort auf dein Anliegen ({{ .Reference }})',
    preview: 'Das Team hat sich dein Anliegen angesehen.',
    heading: 'Das ist aus deinem Anliegen geworden.',
    text: 'Es ging um: {{ .About }}. {{ .Outcome }}',
    note: 'Ein Mensch aus dem Team hat entschieden. Bist du nicht einverstanden, schreib uns mit deiner Nummer an die Adresse im Impressum. Du kannst dich auch bei einer Datenschutz-Aufsichtsbehörde beschweren oder vor Gericht gehen.',
    reason: 'Diese Mail ging an {{ .Email }}, weil du mit dieser Adresse ein Anliegen geschickt hast.',
  },
  account_deleted: {
    subject: 'Dein Konto bei HoT ist gelöscht',
    preview: 'Das Team hat dein Konto gelöscht. Hier steht, warum.',
    heading: 'Dein Konto ist gelöscht.',
    text: 'Das Team hat dein Konto auf Dauer gelöscht, überall auf HoT. {{ .Statement }}',
    note: 'Bist du nicht einverstanden, schreib uns an die Adresse im Impressum. Du kannst dich auch an eine Streitbeilegungsstelle wenden (Artikel 21 der EU-Verordnung über digitale Dienste) oder vor Gericht gehen.',
    reason: 'Diese Mail ging an {{ .Email }}, die Adresse deines Kontos.',
  },
  contact_message: {
    subject: 'Nachricht über das Kontaktformular ({{ .Reference }})',
    preview: 'Jemand hat dir über HoT geschrieben.',
    heading: 'Jemand hat dir geschrieben.',
    text: 'Von {{ .Name }}, <a class="ink" href="mailto:{{ .Sender }}" style="color: #16130e">{{ .Sender }}</a>:</p><p style="margin: 0 0 16px; padding: 12px 16px; background: #eae7d6; white-space: pre-line">{{ .Message }}',
    note: 'Antworte an die Adresse oben, nicht auf diese Mail, oder im Team-Bereich unter „Es geht um mich“. Ob die Adresse dem gehört, der geschrieben hat, hat niemand geprüft.',
    reason: 'Diese Mail ging an {{ .Email }}, die Adresse im Impressum.',
  },
  contact_receipt: {
    subject: 'Deine Nachricht an HoT ist angekommen ({{ .Reference }})',
    preview: 'Du bekommst eine Antwort von einem Menschen.',
    heading: 'Deine Nachricht ist da.',
    text: 'Sie hat die Nummer <strong>{{ .Reference }}</strong>. Ein Mensch antwortet dir, spätestens am <strong>{{ .Due }}</strong>.',
    note: 'Du hast uns nicht geschrieben? Dann hat jemand deine Adresse angegeben, und du kannst diese Mail löschen.',
    reason: 'Diese Mail ging an {{ .Email }}, weil jemand die Adresse im Kontaktformular angegeben hat.',
  },
  digest: {
    subject: 'Was bei HoT auf dich wartet',
    preview: 'Antworten, Erwähnungen und Neues von allem, dem du folgst.',
    heading: 'Das hast du verpasst.',
    text: 'Seit deiner letzten Zusammenfassung ist das hier passiert:',
    list: true,
    action: 'Alles ansehen',
    note: '{{ .Rest }}',
    reason:
      'Diese Mail ging an {{ .Email }}, weil du eine Zusammenfassung willst. <a class="quiet" href="{{ .UnsubscribeURL }}" style="color: #676150">Nicht mehr schicken</a>.',
  },
  team_alert: {
    subject: 'Eilt: {{ .Title }}',
    preview: 'Schau es dir bald an.',
    heading: 'Das kann nicht warten.',
    text: '{{ .Title }}.',
    list: true,
    action: 'Ansehen',
    note: 'Dieselbe Sache meldet sich höchstens einmal am Tag, und Mails wie diese kommen höchstens einmal in der Stunde: Was dazwischen passiert, steht zusammen in der nächsten.',
    reason:
      'Diese Mail ging an {{ .Email }}, weil du im Team bist. <a class="quiet" href="{{ .SettingsURL }}" style="color: #676150">Team-Mails einstellen</a>.',
  },
  briefing: {
    subject: 'Dein Lagebericht',
    preview: 'Was auf eine Entscheidung wartet, was heute läuft, was auffällt.',
    heading: 'Guten Morgen.',
    text: 'Das solltest du heute wissen:',
    list: true,
    action: 'In den Team-Bereich',
    note: 'Kommt jeden Morgen, an dem es etwas zu sagen gibt.',
    reason:
      'Diese Mail ging an {{ .Email }}, weil du im Team bist. <a class="quiet" href="{{ .SettingsURL }}" style="color: #676150">Team-Mails einstellen</a>.',
  },
  case_question: {
    subject: 'Eine Frage vom Team von HoT',
    preview: 'Bevor wir entscheiden, fehlt uns etwas von dir.',
    heading: 'Wir haben eine Frage.',
    text: 'Es geht um {{ .About }} ({{ .Thing }}). Bevor das Team entscheidet, möchte es wissen:</p><p style="margin: 0 0 16px; padding: 12px 16px; background: #eae7d6; white-space: pre-line">{{ .Question }}',
    action: 'Antworten',
    note: 'Der Link gilt 30 Tage und für eine Antwort. Du musst nicht antworten. Dann entscheidet das Team mit dem, was es weiß.',
    reason: 'Diese Mail ging an {{ .Email }}, weil du an einer Meldung bei HoT beteiligt bist.',
  },
  star_request: {
    subject: 'Deine Nachricht als {{ .Star }} bei HoT',
    preview: 'Das Team hat geantwortet.',
    heading: 'Das Team hat geantwortet.',
    text: 'Es geht um {{ .Star }}. {{ .Outcome }}',
    action: 'Zur Seite',
    note: 'Ein Mensch aus dem Team hat entschieden. Bist du nicht einverstanden, schreib uns über die Adresse im Impressum.',
    reason: 'Diese Mail ging an {{ .Email }}, weil du dich bei HoT als dieser Star gemeldet hast.',
  },
  weekly: {
    subject: 'Deine Woche bei HoT',
    preview: 'Was los war, neben der Woche davor.',
    heading: 'So war die Woche.',
    text: 'Vom {{ .From }} bis zum {{ .To }}. In Klammern die Woche davor.',
    list: true,
    action: 'Alle Zahlen',
    note: 'Kommt jeden Montag.',
    reason:
      'Diese Mail ging an {{ .Email }}, weil du im Team bist. <a class="quiet" href="{{ .SettingsURL }}" style="color: #676150">Team-Mails einstellen</a>.',
  },
  recovery_code_used: {
    subject: 'Ein Wiederherstellungscode deines Kontos wurde benutzt',
    preview: 'Warst du das? Dann ist alles gut.',
    heading: 'Warst du das?',
    text: 'Jemand hat sich bei deinem Konto mit deinem Passwort und einem Wiederherstellungscode angemeldet, statt mit deinem zweiten Faktor. Warst du das, ist alles gut. Codes, die jetzt noch übrig sind: <strong>{{ .Left }}</strong>.',
    note: 'Dein Gerät ist weg? Dann entferne es unter „Sicherheit“ und richte dort ein neues ein. Du warst das nicht? Dann ist jemand in deinem Konto: Melde dich überall ab, gib dir ein neues Passwort, und mach dir neue Codes. Kommst du nicht mehr rein, schreib uns über die Adresse im Impressum.',
    reason: 'Diese Mail ging an {{ .Email }}, die Adresse deines Kontos.',
  },
}

const frame = fs.readFileSync(path.join(import.meta.dirname, 'mail-layout.html'), 'utf8')
const folders = { templates: mailWordings, 'site-mails': siteMailWordings } as const
const indent = ' '.repeat(16)

const buttonStyle =
  'display: inline-block; padding: 14px 26px; border-radius: 999px; background: #f43f12; color: #16130e; font-weight: 700; text-decoration: none'
const codeStyle = 'font-size: 24px; line-height: 1.2; letter-spacing: 0.12em; white-space: nowrap'

function contentOf({ text, list, action, type, code, note }: MailWording): string {
  const lines = [`<p style="margin: 0 0 16px">${text}</p>`]
  if (list) lines.push('<!-- items -->')
  if (action)
    lines.push(
      '<p style="margin: 24px 0">',
      `  <a class="button" href="${type ? linkOf(type) : '{{ .ConfirmationURL }}'}" style="${buttonStyle}">${action}</a>`,
      '</p>',
    )
  if (code)
    lines.push(
      `<p class="field" style="margin: 0 0 16px; padding: 12px 16px; background: #eae7d6">${code} <strong style="${codeStyle}">{{ .Token }}</strong></p>`,
    )
  lines.push(`<p class="quiet" style="margin: 0; font-size: 14px; color: #676150">${note}</p>`)
  return lines.map((line) => indent + line).join('\n')
}

/**
 * Who writes. Mails of accounts are sent by Supabase as well, which knows no operator: our server puts the name where the comment
 * is, and a project on Supabase has it written in there (docs/operations/supabase.md).
 */
const operators = { templates: '<!-- operator -->', 'site-mails': '{{ .Operator }} · ' }

function templateOf(wording: MailWording, folder: keyof typeof operators): string {
  const { subject, preview, heading, reason } = wording
  const operator = operators[folder]
  const parts: Record<string, string> = { subject, preview, heading, reason, operator, content: contentOf(wording) }
  return frame.replace(/%(subject|preview|heading|content|reason|operator)%/g, (_, part: string) => parts[part] ?? '')
}

const stale: string[] = []
for (const [folder, wordings] of Object.entries(folders))
  for (const [name, wording] of Object.entries(wordings)) {
    const file = path.join(import.meta.dirname, '../../supabase', folder, `${name}.html`)
    const template = templateOf(wording, folder as keyof typeof operators)
    if (!process.argv.includes('--check')) fs.writeFileSync(file, template)
    else if (fs.readFileSync(file, 'utf8') !== template) stale.push(`${folder}/${name}`)
  }
if (stale.length > 0) {
  console.error(`Mails in supabase are stale (${stale.join(', ')}): run npm run mails:write`)
  process.exit(1)
}
