import type { ColumnNames } from '../csv/header.ts'
import { type ImportTableName, importTableNames } from './import-report.ts'
import { type ColumnOf, columnsOf } from './rows.ts'

const format = ['Format', 'Format-Schlüssel', 'Sendung', 'Show']
const season = ['Staffel', 'Staffelnummer', 'Staffel-Nr', 'Season']
const key = ['Schlüssel', 'Kennung', 'ID']

/** What a header may call each column beside its own name, in any case and with any punctuation. */
export const columnNames: { [T in ImportTableName]: ColumnNames<ColumnOf<T>> } = {
  formats: {
    key,
    name: ['Format', 'Formatname', 'Sendung', 'Show'],
    short_name: ['Kurzname', 'Kurztitel', 'Kürzel'],
    broadcaster: ['Sender', 'TV-Sender', 'Fernsehsender'],
    streaming_provider: ['Streaming', 'Streaminganbieter', 'Streamingdienst', 'Anbieter'],
    description: ['Beschreibung'],
  },
  seasons: {
    format_key: format,
    season_number: season,
    title: ['Titel', 'Staffeltitel'],
    start_date: ['Start', 'Startdatum', 'Beginn', 'Von'],
    end_date: ['Ende', 'Enddatum', 'Bis'],
    location: ['Ort', 'Drehort'],
  },
  stars: {
    key: [...key, 'Star', 'Star-Schlüssel', 'star_key'],
    first_name: ['Vorname'],
    last_name: ['Nachname', 'Familienname'],
    nickname: ['Spitzname', 'Künstlername'],
    date_of_birth: ['Geburtsdatum', 'Geburtstag', 'Geboren', 'Geboren am', 'birthdate', 'birthday'],
  },
  participants: {
    format_key: format,
    season_number: season,
    star_key: ['Star', 'Star-Schlüssel', 'Teilnehmer', 'Teilnehmer:in', 'Kandidat', 'Kandidat:in'],
    place: ['Platz', 'Platzierung', 'Rang'],
    result: ['Ergebnis'],
  },
  episodes: {
    format_key: format,
    season_number: season,
    episode_number: ['Folge', 'Folgennummer', 'Folgen-Nr', 'Episode'],
    title: ['Titel', 'Folgentitel'],
    date: ['Datum', 'Sendedatum', 'Ausstrahlung', 'Erstausstrahlung'],
    time: ['Uhrzeit', 'Zeit', 'Sendezeit'],
    kind: ['Art', 'Sendungsart'],
    key,
    duration_minutes: ['Dauer', 'Minuten', 'Länge', 'Laufzeit', 'Dauer (Minuten)', 'Dauer in Minuten'],
  },
}

/** Without these a table makes no sense; by them a file is recognised. */
const required: { [T in ImportTableName]: readonly ColumnOf<T>[] } = {
  formats: ['key', 'name'],
  seasons: ['format_key', 'season_number'],
  stars: ['key', 'first_name'],
  participants: ['format_key', 'season_number', 'star_key'],
  episodes: ['format_key', 'season_number', 'episode_number'],
}

/** Required columns that a header does not have. A star may also have only another one of its names. */
export function missingColumns(table: ImportTableName, columns: readonly (string | undefined)[]): string[] {
  const hasAName = table === 'stars' && (columns.includes('last_name') || columns.includes('nickname'))
  return required[table].filter((column) => !columns.includes(column) && !(hasAName && column === 'first_name'))
}

/** All columns of a table as a sentence shows them: `key (Schlüssel)`. */
export function columnsText(table: ImportTableName): string {
  const names: ColumnNames<string> = columnNames[table]
  return columnsOf(table)
    .map((column) => (names[column]?.[0] ? `${column} (${names[column][0]})` : column))
    .join(', ')
}

/** The table of a file by its usual name, or null. */
export const tableOfName = (file: string): ImportTableName | null =>
  importTableNames.find((table) => file.toLowerCase().replace(/ ?\(\d+\)/, '') === `${table}.csv`) ?? null
