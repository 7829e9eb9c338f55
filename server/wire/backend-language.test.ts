import fs from 'node:fs'
import path from 'node:path'
import { words } from '@hot/embedded/words'
import { expect, test } from 'vitest'
import { readSources } from '../../scripts/structure/graph.ts'
import './backend-language.ts'

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

test('every module of the server that lets it speak has it speak German', () => {
  const sources = new Map(readSources().map((source) => [source.file, source.imports]))
  const reaches = (file: string, seen = new Set<string>()): boolean =>
    file === LANGUAGE || (sources.get(file) ?? []).some((next) => !seen.has(next) && reaches(next, seen.add(next)))
  const speaking = [...sources.keys()].filter(
    (file) => file.startsWith('server/') && SPEAKS.test(fs.readFileSync(path.resolve(file), 'utf8')),
  )
  expect(speaking).toContain('server/backend/embedded-backend.ts')
  expect(speaking.filter((file) => !reaches(file))).toEqual([])
})
