/**
 * The inventory of personal data (GDPR, Art. 13, 15 and 30): what is kept, about whom, what for, on which basis, who
 * receives it and for how long. The privacy policy shows it, and a test compares it with the tables and columns of the
 * database (`supabase/tests/account/inventory-tables.ts`) and with the retention.
 */
export type InventoryEntry = {
  what: string
  about: string
  purpose: string
  basis: string
  recipients: string
  until: string
}

const contract = 'Vertrag über dein Konto (Art. 6 Abs. 1 Buchst. b DSGVO)'
const interest = 'berechtigtes Interesse (Art. 6 Abs. 1 Buchst. f DSGVO)'
const consent = 'deine Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO)'
const law = 'rechtliche Pflicht (Art. 6 Abs. 1 Buchst. c DSGVO, Verordnung (EU) 2022/2065)'
const account = 'bis das Konto gelöscht wird'
const members = 'Mitglieder'
const onlyYou = 'nur du'

/** The words before each part of an entry, wherever it is shown. */
export const inventoryLabels = {
  about: 'Über wen',
  purpose: 'Wozu',
  basis: 'Grundlage',
  recipients: 'Wer es sieht',
  until: 'Wie lange',
} as const satisfies Partial<Record<keyof InventoryEntry, string>>

export const inventory = {
  account: {
    what: 'Konto: E-Mail-Adresse, Passwort als Prüfwert oder Kennung von Google oder Apple, Name von dort, Spitzname und frühere, Bild, Kurztext, Rolle, Sperre, Karma, deine Wahl zur Statistik und zu Suchmaschinen, und wann du gesagt hast, dass du mindestens 16 bist (kein Geburtsdatum)',
    about: members,
    purpose: 'damit du dich anmelden und mitmachen kannst',
    basis: contract,
    recipients:
      'Spitzname, Bild, Kurztext, Karma und Beitritt: alle; Rolle und Sperre: auch das Team; das Übrige: du und Admins',
    until: `${account}; eine Registrierung, die niemand bestätigt, 30 Tage`,
  },
  links: {
    what: 'laufende Anmeldungen, Bestätigungen und Links aus Mails, als Prüfwerte',
    about: 'wer sich anmeldet oder eine Mail anfordert',
    purpose: 'damit ein Link nur bei dir und nur einmal gilt',
    basis: contract,
    recipients: 'niemand',
    until: 'höchstens einige Tage',
  },
  sessions: {
    what: 'jede Anmeldung: Zeit, IP-Adresse, Browser, zweiter Faktor',
    about: members,
    purpose: 'damit du siehst, wo du angemeldet bist, und fremde Anmeldungen beenden kannst',
    basis: interest,
    recipients: onlyYou,
    until:
      'bis du dich abmeldest, spätestens nach zwölf Monaten ohne Nutzung; ein Protokoll der Anmeldungen bei Supabase zwölf Monate',
  },
  networks: {
    what: 'Netze, aus denen du dich angemeldet hast, als Hash',
    about: members,
    purpose: 'damit Angriffe auf dein Passwort dich nicht aussperren',
    basis: interest,
    recipients: 'niemand',
    until: '90 Tage nach der letzten Anmeldung von dort',
  },
  factors: {
    what: 'zweiter Faktor: Schlüssel, Passkeys, Telefonnummer, Wiederherstellungscodes als Prüfwerte; bei jeder Abfrage Zeit und IP-Adresse',
    about: members,
    purpose: 'damit ein Passwort allein nicht reicht',
    basis: contract,
    recipients: 'niemand; bei SMS der Anbieter, der sie verschickt',
    until: 'bis du ihn entfernst, sonst bis das Konto gelöscht wird; Abfragen einen Tag',
  },
  mails: {
    what: 'Mails, die wir dir schicken: Adresse, Art, Inhalt bis zum Versand; und ob und wie oft du die Zusammenfassung willst',
    about: 'Mitglieder, und wer ohne Konto meldet, ein Formular ausfüllt oder gefragt wird',
    purpose:
      'bestätigen, Passwort, Code, Warnung, wenn sich an der Sicherheit des Kontos etwas ändert, Eingang und Ergebnis von Meldungen und Anliegen, Rückfragen und Antworten des Teams, dass es ein Konto gelöscht hat, bestellte Zusammenfassung, für das Team auch Hinweise auf seine Arbeit',
    basis: contract,
    recipients: 'du, und der Anbieter, der die Mails verschickt',
    until: '7 Tage, der Inhalt bis zum Versand; was du bestellt hast, bis du es abbestellst',
  },
  posts: {
    what: 'Beiträge und Kommentare mit früheren Fassungen, Umfragen, Quellen und deinen Bildern',
    about: members,
    purpose: 'damit andere sie lesen',
    basis: contract,
    recipients: 'freigegeben: alle; was wartet oder abgelehnt ist: du und das Team',
    until:
      'bis du sie löschst; frühere Fassungen und was das Team entfernt hat 180 Tage, selbst gelöschte Beiträge 30 Tage, dass ein leerer Platz im Gespräch dein Kommentar war, bis das Konto gelöscht wird; ohne Konto bleiben sie ohne Namen',
  },
  choices: {
    what: 'Stimmen, Reaktionen, Sticker, Fan-Sein und das Karma daraus, deine Treffer bei Gerüchten und dein Platz in den Charts',
    about: members,
    purpose: 'damit sie zählen und du sie ändern kannst',
    basis: contract,
    recipients:
      'Fan-Sein und Platz: alle; Treffer: alle, wenn du sie nicht verbirgst; Reaktionen: alle Mitglieder; Stimmen: du und das Team; wessen Beitrag es ist, erfährt davon',
    until: 'bis du sie zurücknimmst, sonst bis das Konto gelöscht wird',
  },
  lists: {
    what: 'was du merkst, wem und was du folgst, wen du blockierst oder stummschaltest, bis wohin du gelesen und bis zu welcher Folge du gesehen hast',
    about: members,
    purpose: 'damit HoT es für dich tut',
    basis: contract,
    recipients: onlyYou,
    until: 'bis du es aufhebst; wie weit du gelesen hast, 180 Tage',
  },
  notifications: {
    what: 'Benachrichtigungen, wer sie ausgelöst hat, und welche du willst',
    about: members,
    purpose: 'damit du erfährst, was dich betrifft',
    basis: contract,
    recipients: onlyYou,
    until: '30 Tage; Entscheidungen des Teams über dich sechs Monate, sobald sie gelesen sind, sonst drei Jahre',
  },
  push: {
    what: 'Adresse deines Geräts für Nachrichten und was dorthin unterwegs ist',
    about: members,
    purpose: 'damit du auch bei geschlossenem HoT Bescheid bekommst',
    basis: consent,
    recipients: 'der Hersteller von Browser oder Gerät (zum Beispiel Google, Mozilla, Apple)',
    until: 'bis du es ausschaltest oder dich abmeldest; was unterwegs ist, 7 Tage',
  },
  reports: {
    what: 'Meldungen: wer, warum, mit welchem Text; von Gästen Name und E-Mail-Adresse; Rückfragen und Notizen des Teams dazu; wie oft gemeldet wurde, als Hash',
    about: 'wer meldet, wer gemeldet ist, und Menschen, die in der Meldung vorkommen',
    purpose: 'damit Rechtswidriges und Regelverstöße geprüft werden',
    basis: law,
    recipients: 'das Team; die Adresse von Gästen nur Admins',
    until:
      'drei Jahre nach der Entscheidung; unbestätigt 7 Tage, zu illegalen Inhalten nur Name und Adresse; Name und Adresse von Gästen sechs Monate nach der Entscheidung; Rückfragen und Notizen 180 Tage; Hashes einen Tag',
  },
  decisions: {
    what: 'Entscheidungen des Teams mit Gründen, Einsprüche, das Protokoll dessen, was das Team getan hat (mit einer Kopie bei der Statistik, auch ohne Einwilligung), und was es aus Profilen, Beiträgen und Stellungnahmen entfernt oder darin ersetzt hat',
    about: 'Mitglieder und das Team',
    purpose: 'damit Entscheidungen begründet, überprüft und zurückgenommen werden können',
    basis: law,
    recipients: 'du und das Team',
    until:
      'drei Jahre, Auszüge und Entferntes 180 Tage, der Papierkorb 30 Tage; Gründe einer Sperre, solange sie gilt; wer im Team einen Text der Website zuletzt geändert hat, so lange wie der Text',
  },
  bans: {
    what: 'Sperren, die noch laufen, wenn ein Konto gelöscht wird: ein Prüfwert der E-Mail-Adresse, das Ende der Sperre und die Entscheidung dazu',
    about: 'wer ein gesperrtes Konto löscht',
    purpose: 'damit eine Sperre nicht mit dem Konto endet',
    basis: interest,
    recipients: 'niemand; du, wenn du dich mit derselben Adresse wieder registrierst',
    until: 'bis die Sperre endet; eine Sperre ohne Ende drei Jahre nach dem Konto',
  },
  usage: {
    what: 'Statistik: Seiten, Klicks, Messungen, Besuche; bei Mitgliedern mit der Kennung des Kontos',
    about: 'Gäste und Mitglieder, die zugestimmt haben',
    purpose: 'damit HoT besser wird und die Suche zeigt, was gerade beliebt ist',
    basis: consent,
    recipients: 'Admins, als Zahlen; was am meisten geöffnet wird, sehen alle als Vorschlag',
    until:
      '90 Tage, oder bis du die Einwilligung zurücknimmst; Summen abgeschlossener Tage, in denen niemand steht, 90 Tage',
  },
  suspicions: {
    what: 'auffällige Registrierungen: Grund, Anbieter, der Teil der Adresse hinter dem @, ein kurzer Prüfwert; verschickte und eingelöste Einladungen, falsche Codes als Hash',
    about: 'wer sich registriert oder einlädt',
    purpose: 'damit niemand massenhaft Konten anlegt',
    basis: interest,
    recipients: 'Admins',
    until:
      '90 Tage; die Liste, in der Prüfwerte gezählt werden, 24 Stunden; falsche Codes eine Stunde, oder bis in die nächste Nacht; Einladungen, bis das Konto oder die Einladung gelöscht wird',
  },
  counters: {
    what: 'Zähler gegen massenhafte Anfragen: Netz oder Konto als Kennung und wie viel von dort kam',
    about: 'alle, die HoT aufrufen',
    purpose: 'damit HoT unter Angriffen erreichbar bleibt',
    basis: interest,
    recipients: 'niemand',
    until: 'sie verfallen nach Minuten bis zu einem Tag',
  },
  stars: {
    what: 'Menschen aus dem Fernsehen: Name, Geburtsdatum, Bild, Teilnahmen und Platzierungen, Profile in sozialen Netzwerken mit Zahl der Follower, Bewertungen und Gerüchte der Community, Stellungnahmen',
    about: 'Stars und Teilnehmende',
    purpose: 'damit man über Sendungen berichten und reden kann',
    basis: `${interest}, Meinungs- und Informationsfreiheit; was sie selbst offensichtlich öffentlich gemacht haben, Art. 9 Abs. 2 Buchst. e DSGVO`,
    recipients: 'alle',
    until: 'bis sie nicht mehr gezeigt werden oder mit Erfolg widersprochen haben',
  },
  door: {
    what: 'dass du ein Star bist oder für einen sprichst: Name, Code und wo er steht, was du berichtigt haben willst',
    about: 'Mitglieder, die das sagen',
    purpose: 'damit antworten kann, um wen es geht, und niemand an dessen Stelle',
    basis: interest,
    recipients: 'das Team; die Stellungnahme alle',
    until: `${account}; eine veröffentlichte Stellungnahme bleibt`,
  },
  concerns: {
    what: 'Anliegen unter „Es geht um mich“ und Nachrichten über das Kontaktformular: Name, E-Mail-Adresse, für wen man spricht, die Seite, der Text, und was das Team geantwortet hat',
    about: 'wer ein Formular ausfüllt, und die Menschen, um die es geht',
    purpose: 'damit wir berichtigen, entfernen, Auskunft geben und antworten, wem wir es schulden',
    basis: law,
    recipients:
      'das Team; die Adresse nur Admins; eine Nachricht über das Kontaktformular auch, wer HoT betreibt, per Mail',
    until:
      'Anliegen drei Jahre nach der Antwort, ohne Antwort drei Jahre nach der Bestätigung, unbestätigt 7 Tage; Nachrichten über das Kontaktformular 12 Monate nach der Antwort, höchstens 24 Monate',
  },
  log: {
    what: 'Protokoll von Fehlern und langsamen Antworten: Zeit, Art und Adresse der Anfrage ohne alles hinter einem Fragezeichen, Ergebnis, Dauer und womit sie verging, Grund, Kennungen der Anfrage und des Seitenaufrufs',
    about: 'wer gerade eine Seite aufruft; ohne IP-Adresse und ohne Konto',
    purpose: 'damit Fehler gefunden werden',
    basis: interest,
    recipients: 'wer HoT betreibt',
    until: 'so lange, wie die Betreiber das Protokoll aufheben',
  },
  backups: {
    what: 'Sicherungskopien der ganzen Datenbank und der Bilder',
    about: 'alle, die hier stehen',
    purpose: 'damit HoT nach einem Ausfall wiederhergestellt werden kann',
    basis: interest,
    recipients: 'wer HoT betreibt, und wo die Kopien liegen',
    until:
      'bis neuere sie ersetzen, ohne andere Einstellung der Betreiber nach sieben Tagen; Gelöschtes steht so lange noch darin',
  },
} as const satisfies Record<string, InventoryEntry>
