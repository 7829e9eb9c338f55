import fs from 'node:fs'
import path from 'node:path'
import { DatabaseAway, DatabaseBusy, LOCK_NOT_AVAILABLE } from '@hot/embedded/database/engine'
import { TurnsFull } from '@hot/embedded/wire/network-turns'
import { words } from '@hot/embedded/words'
import { expect, test } from 'vitest'
import { readSources } from '../../scripts/structure/graph.ts'
import { causeLine } from './request-log.ts'
import './backend-language.ts'

const sources = readSources()
const LANGUAGE = 'server/wire/backend-language.ts'
/** What gives sentences for operators: opening a backend, its backups and its keys. */
const SPEAKS =
  /import \{[^}]*\bopenBackend\b[^}]*\} from '@hot\/embedded'|^import (?!type).* from '@hot\/embedded\/(backup|keys|mailbox)\/(?!mail-)/m

test('what the embedded backend tells operators of this program is German', () => {
  expect(words.start.nothingThere('/srv/hot')).toBe('In /srv/hot ist noch nichts gelaufen.')
  expect(words.backup.done('hot.tar.gz', 1_500_000, words.backup.serverStopped)).toBe(
    'Gesichert: hot.tar.gz (1,4 MB). Der Server lief nicht.',
  )
  expect(words.log.backAgain(words.log.ranTooLong(0.3), 1.25)).toBe(
    'Eine Abfrage lief länger als 0.3 s und wurde beendet. Die Datenbank ist nach 1,3 s wieder da.',
  )
  expect(words.mailbox.to('a@hot.example')).toBe('An a@hot.example')
})

const ofDatabase = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each<[Error, string]>([
  [new DatabaseBusy(), 'die Datenbank ist beschäftigt'],
  [new DatabaseAway(new Error('ECONNREFUSED')), 'keine Verbindung zur Datenbank ← ECONNREFUSED'],
  [new DatabaseAway(ofDatabase('57P01', 'terminating connection')), 'keine Verbindung zur Datenbank'],
  [
    ofDatabase('57014', 'canceling statement due to statement timeout'),
    'eine Abfrage dauerte zu lange und wurde beendet',
  ],
  [
    ofDatabase(LOCK_NOT_AVAILABLE, 'canceling statement due to lock timeout'),
    'etwas anderes hielt zu lange besetzt, was gebraucht wurde',
  ],
  [new TurnsFull(), 'zu viele warten'],
])('what stands behind a German line of the log is German, too: %o', (error, said) => {
  expect(causeLine(error)).toBe(said)
})

const ENGLISH_SENTENCE = /new Error\(\s*['"`](?=[^'"`]*\b(?:the|does|not|no|could|closed|answered)\b)/i
/** Where it says that this program contradicts itself, or what only a programmer sees. */
const NOT_SAID = new Set([
  'server/import/command.ts',
  'server/operator/database-facts.ts',
  'server/link/member-accounts.ts',
  'server/mail/mail-outbox.ts',
  'server/wire/public-addresses.ts',
])

test('an error of the server that ends up in a line of the log is worded in German', () => {
  const english = sources
    .map(({ file }) => file)
    .filter((file) => file.startsWith('server/') && ENGLISH_SENTENCE.test(fs.readFileSync(path.resolve(file), 'utf8')))
  expect(english.filter((file) => !NOT_SAID.has(file) && !file.startsWith('server/demo/'))).toEqual([])
  expect(ENGLISH_SENTENCE.test("new Error('APNs does not answer.')")).toBe(true)
})

test('every module of the server that lets it speak has it speak German', () => {
  const imports = new Map(sources.map((source) => [source.file, source.imports]))
  const reaches = (file: string, seen = new Set<string>()): boolean =>
    file === LANGUAGE || (imports.get(file) ?? []).some((next) => !seen.has(next) && reaches(next, seen.add(next)))
  const speaking = [...imports.keys()].filter(
    (file) => file.startsWith('server/') && SPEAKS.test(fs.readFileSync(path.resolve(file), 'utf8')),
  )
  expect(speaking).toContain('server/backend/embedded-backend.ts')
  expect(speaking.filter((file) => !reaches(file))).toEqual([])
})
