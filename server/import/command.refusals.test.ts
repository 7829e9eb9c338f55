import { describe, expect, test } from 'vitest'
import { type Changes, files, goodFiles, useImportDatabase } from '../../tests/support/server/import-fixture.ts'
import { type ImportDatabase, importTables } from './command.ts'

const { database, faults, expectNothing } = useImportDatabase()

describe('a faulty import', () => {
  test.each<[what: string, changes: Changes, expected: string[]]>([
    [
      'a bad date',
      { seasons: goodFiles.seasons.replace('2024-02-29', '2023-02-29') },
      [
        'seasons.csv, Zeile 2, Spalte start_date: „2023-02-29“ ist kein Datum. Schreib es wie 24.12.1990 oder 1990-12-24.',
      ],
    ],
    [
      'a bad number',
      { episodes: goodFiles.episodes.replace(',90', ',neunzig') },
      [
        'episodes.csv, Zeile 2, Spalte duration_minutes: „neunzig“ ist keine Länge in Minuten. Schreib nur Ziffern, zum Beispiel 90.',
      ],
    ],
    [
      'a number out of range',
      { participants: goodFiles.participants.replace('S2,2,', 'S2,0,') },
      ['participants.csv, Zeile 3, Spalte place: „0“ liegt nicht zwischen 1 und 999.'],
    ],
    [
      'a missing name',
      { formats: goodFiles.formats.replace('Zweites Format', '') },
      ['formats.csv, Zeile 3, Spalte name: Die Zelle darf nicht leer sein.'],
    ],
    [
      'a star without any name',
      { stars: goodFiles.stars.replace('Nur Spitzname', ' ') },
      ['stars.csv, Zeile 6, Spalte first_name: Ein Star braucht wenigstens einen Namen.'],
    ],
    [
      'control characters',
      { stars: goodFiles.stars.replace('Müller', 'Mü\u0000ller') },
      ['stars.csv, Zeile 2, Spalte last_name: „Mü\u0000ller“ enthält Steuerzeichen.'],
    ],
    [
      'an unknown format',
      { seasons: goodFiles.seasons.replace('ZW,1', 'XX,1') },
      ['seasons.csv, Zeile 4, Spalte format_key: Das Format „XX“ gibt es nicht.'],
    ],
    [
      'an unknown season',
      { episodes: goodFiles.episodes.replace('IN,1,2', 'IN,9,2') },
      ['episodes.csv, Zeile 3, Spalte season_number: Das Format „IN“ hat keine Staffel 9.'],
    ],
    [
      'an unknown star',
      { participants: goodFiles.participants.replace('S3', 'S99') },
      ['participants.csv, Zeile 4, Spalte star_key: Den Star „S99“ gibt es nicht.'],
    ],
    [
      'a key twice',
      { stars: goodFiles.stars.replace('S4', 'S3') },
      ['stars.csv, Zeile 5, Spalte key: „S3“ steht schon in Zeile 4.'],
    ],
    [
      'a participation twice',
      { participants: goodFiles.participants.replace('S2', 'S1') },
      ['participants.csv, Zeile 3, Spalte star_key: „IN/1 S1“ steht schon in Zeile 2.'],
    ],
    [
      'a wrong header',
      { stars: goodFiles.stars.replace('key', 'code') },
      [
        'stars.csv, Zeile 1: Hier steht „code | first_name | last_name | nickname | date_of_birth“. Für Stars fehlt die Spalte key. Erwartet werden: key (Schlüssel), first_name (Vorname), last_name (Nachname), nickname (Spitzname), date_of_birth (Geburtsdatum).',
      ],
    ],
    ['an empty file', { episodes: '' }, ['episodes.csv, Zeile 1: Die Datei ist leer.']],
    [
      'broken quoting',
      { formats: goodFiles.formats.replace('Rat"', 'Rat') },
      ['formats.csv, Zeile 2: Ein Anführungszeichen wird nicht geschlossen. Ergänz es oder lösch es.'],
    ],
    [
      'a row that is too short beside a key that is there twice',
      { stars: goodFiles.stars.replace('S4', 'S3').replace(',,Nur Spitzname,', '') },
      [
        'stars.csv, Zeile 5, Spalte key: „S3“ steht schon in Zeile 4.',
        'stars.csv, Zeile 6: Hier stehen 2 statt 5 Spalten. Fehlt ein Trennzeichen?',
      ],
    ],
    [
      'faults in several files, all named at once',
      { formats: '', stars: goodFiles.stars.replace('1990-01-31', '31.1.90') },
      [
        'formats.csv, Zeile 1: Die Datei ist leer.',
        'stars.csv, Zeile 2, Spalte date_of_birth: „31.1.90“ nennt das Jahr mit zwei Ziffern. Schreib alle vier, zum Beispiel 24.12.1990.',
      ],
    ],
    [
      'a bad cell in one row and a missing reference in another, in one round',
      {
        seasons: goodFiles.seasons.replace('2024-02-29', '2023-02-29'),
        participants: goodFiles.participants.replace('S3', 'S99'),
      },
      [
        'seasons.csv, Zeile 2, Spalte start_date: „2023-02-29“ ist kein Datum. Schreib es wie 24.12.1990 oder 1990-12-24.',
        'participants.csv, Zeile 4, Spalte star_key: Den Star „S99“ gibt es nicht.',
      ],
    ],
    [
      'a season whose number cannot be read, to which a cast refers: only the season is at fault',
      { seasons: goodFiles.seasons.replace('IN,2', 'IN,zwei') },
      ['seasons.csv, Zeile 3, Spalte season_number: „zwei“ ist keine ganze Zahl.'],
    ],
    [
      'problems of both kinds in one file, in the order of its lines',
      {
        participants: goodFiles.participants.replace('S1,1,', 'S98,1,').replace('S2,2,', 'S2,0,').replace('S3', 'S99'),
      },
      [
        'participants.csv, Zeile 2, Spalte star_key: Den Star „S98“ gibt es nicht.',
        'participants.csv, Zeile 3, Spalte place: „0“ liegt nicht zwischen 1 und 999.',
        'participants.csv, Zeile 4, Spalte star_key: Den Star „S99“ gibt es nicht.',
      ],
    ],
  ])('with %s is refused with its place, and nothing is stored', async (_, changes, expected) => {
    expect(await faults(changes)).toEqual(expected)
    await expectNothing()
  })

  test('that the database refuses half-way stores nothing', async () => {
    const refusing: ImportDatabase = {
      transaction: (work) =>
        database.transaction(async (ask) => {
          await ask(`alter table public.calendar_events add constraint full_disk check (title <> 'Sand, überall')`)
          return work(ask)
        }),
    }
    await expect(importTables(files(), refusing)).rejects.toThrow('full_disk')
    await expectNothing()
  })

  test('without a file is refused', async () => {
    await expect(importTables([], database)).rejects.toThrow('Keine Datei')
  })
})
