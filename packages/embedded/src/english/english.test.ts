import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { words } from '../words.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** What a German sentence can hardly do without, none of it an English word or a name of the protocol. */
const GERMAN =
  /[äöüÄÖÜß»«]|\b(der|dem|den|das|und|nicht|kein|keine|bitte|wird|wurde|ist|eine|einer|einem|einen|mit|von|zum|zur|nach|gibt|kann|auf|Datenbank|Sicherung|Anmeldung|Datei|Verzeichnis|Mitglied|Passwort)\b/i
const isText = (file: string) => /\.(ts|sql|html|md|json)$/.test(file)
/** Data of tests may be in any language. */
const isTest = (file: string) => /^test[\\/]|\.test\.ts$/.test(file)

const germanLines = (file: string) =>
  fs
    .readFileSync(path.join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, at) => (GERMAN.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []))

test('no file of the package but the data of its tests is in German', () => {
  const files = fs
    .readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((file) => isText(file) && !isTest(file) && !file.startsWith('node_modules'))
  expect(files).toContain(path.join('src', 'words.ts'))
  expect(files.flatMap(germanLines)).toEqual([])
  expect(GERMAN.test('Bitte aus der Sicherung zurückholen.')).toBe(true)
})

test('every sentence for operators is one line', () => {
  const sentences = Object.values(words).flatMap((group) =>
    Object.values(group as Record<string, string | ((...args: never[]) => string)>).map((word) =>
      typeof word === 'string' ? word : (word as (...args: unknown[]) => string)(...sample(word.length)),
    ),
  )
  expect(sentences.length).toBeGreaterThan(100)
  for (const sentence of sentences) expect(sentence).toMatch(/^[^\n]+$/)
})

/** Arguments that fit everywhere: a date is a number and a text, too. */
const sample = (count: number) => Array.from({ length: count }, () => new Date(0))
