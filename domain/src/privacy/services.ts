/**
 * Services outside the site's own server that an installation can use, as the privacy policy names them: who receives what,
 * where, and what a transfer out of the EU rests on. Which ones it uses follows from its settings (`server/settings/services.ts`).
 */
const frameworkUsa =
  'Soweit dabei Daten in die USA gehen: Angemessenheitsbeschluss der EU-Kommission zum EU-US Data Privacy Framework (Art. 45 DSGVO).'
const processed = 'Verarbeitet in unserem Auftrag (Art. 28 DSGVO).'
const byProcessor = `${processed} Wer das ist und wo, steht unter „Auftragsverarbeiter“.`

export const services = {
  database: {
    name: 'Supabase',
    receives:
      'Dort liegen Datenbank, Anmeldung und Bilder; deine Anfragen gehen mit deiner IP-Adresse auch direkt dorthin.',
    transfer: `${processed} ${frameworkUsa}`,
  },
  postgres: {
    name: 'Der Anbieter unserer Datenbank',
    receives: 'Dort liegt, was HoT speichert, außer Bildern.',
    transfer: byProcessor,
  },
  google: {
    name: 'Google, für „Mit Google anmelden“',
    receives: 'Nur wenn du es drückst: Google erfährt, dass du dich bei HoT anmeldest, und sieht deine IP-Adresse.',
    transfer: frameworkUsa,
  },
  apple: {
    name: 'Apple, für „Mit Apple anmelden“',
    receives: 'Nur wenn du es drückst: Apple erfährt, dass du dich bei HoT anmeldest, und sieht deine IP-Adresse.',
    transfer: frameworkUsa,
  },
  webPush: {
    name: 'Der Hersteller deines Browsers (zum Beispiel Google, Mozilla, Apple), für Nachrichten auf dein Gerät',
    receives: 'Nur wenn du sie einschaltest: dass eine Nachricht kommt. Was darin steht, ist verschlüsselt.',
    transfer: frameworkUsa,
  },
  applePush: {
    name: 'Apple, für Nachrichten in der iOS-App',
    receives: 'Nur wenn du sie einschaltest: die Nachricht und für welches Gerät sie ist.',
    transfer: frameworkUsa,
  },
  googlePush: {
    name: 'Google, für Nachrichten in der Android-App',
    receives: 'Nur wenn du sie einschaltest: die Nachricht und für welches Gerät sie ist.',
    transfer: frameworkUsa,
  },
  mail: {
    name: 'Der Anbieter, der unsere Mails verschickt',
    receives: 'Deine E-Mail-Adresse und die Mail.',
    transfer: byProcessor,
  },
  sms: {
    name: 'Der Anbieter, der unsere SMS verschickt',
    receives: 'Nur wenn dein zweiter Faktor per SMS kommt: deine Nummer und der Code.',
    transfer: byProcessor,
  },
  pictures: {
    name: 'Der Speicher für Bilder',
    receives: 'Die Bilder, die Mitglieder und Team hochladen.',
    transfer: byProcessor,
  },
  backups: {
    name: 'Der Speicher für Sicherungskopien',
    receives: 'Kopien der Datenbank und der Bilder.',
    transfer: byProcessor,
  },
  cdn: {
    name: 'Der Zwischenspeicher vor unserem Server (CDN)',
    receives: 'Jede Anfrage mit deiner IP-Adresse, und was du schickst.',
    transfer: byProcessor,
  },
  errors: {
    name: 'Der Dienst für Fehlerberichte',
    receives: 'Was unter „Fehlerberichte“ steht.',
    transfer: byProcessor,
  },
  classifier: {
    name: 'Das Programm, das über Menschen Geschriebenes mitliest',
    receives: 'Titel, Text und Antworten eines Beitrags, nicht, wer du bist.',
    transfer: byProcessor,
  },
} as const satisfies Record<string, { name: string; receives: string; transfer: string }>

export type ServiceName = keyof typeof services
