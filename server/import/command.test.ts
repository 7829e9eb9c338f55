import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { openDataDirectory } from '@hot/embedded/directory/data-directory'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { installationOptions } from '../backend/embedded-backend.ts'
import { problemLines, reportLines, runImport, UsageError } from './command.ts'

let dir: string
beforeEach(() => {
  dir = scratchDirectory()
})
afterEach(() => fs.rmSync(dir, { recursive: true }))

const command = path.join(import.meta.dirname, 'command.ts')
const formats = 'key,name,short_name,broadcaster,streaming_provider,description\nIN,Insel der Probe,,,,\n'

/** A user who may not enter what another one has closed; root may enter everything. */
const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Runs the command as a process; returns output and exit code. */
function runProcess(
  args: string[],
  env: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, ...env }, ...user })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ output, code })))
}

describe('npm run import', () => {
  test('with a faulty file names the place, exits with 1 and does not open the database', async () => {
    fs.writeFileSync(path.join(dir, 'formats.csv'), formats.replace('key,name', 'key,titel'))
    const data = path.join(dir, 'data')
    const { output, code } = await runProcess([dir], { HOT_DATA_DIR: data })
    expect(code).toBe(1)
    expect(output).toContain('Für Formate fehlt die Spalte name.')
    expect(output).toContain('Nichts wurde importiert.')
    expect(fs.existsSync(data)).toBe(false)
  })

  test('imports into the data directory, whatever the file is called, and says how it was read', async () => {
    const excel = 'Name;Schlüssel\r\nInsel der Prüfung;IN\r\n'
    fs.writeFileSync(path.join(dir, 'Mappe1.csv'), excel, 'latin1')
    await copyPreparedDatabase(path.join(dir, 'data/pg'), installationOptions.migrationsDir)
    const { output, code } = await runProcess([dir], { HOT_DATA_DIR: path.join(dir, 'data') })
    expect(output).toContain(
      'Mappe1.csv: Formate, 1 Zeilen gelesen als Windows-1252 (geraten; stimmen „Schlüssel“, „Prüfung“?)',
    )
    expect(output).toContain('Formate: 1 neu, 0 geändert, 0 unverändert')
    expect(output).toContain('Fertig in')
    expect(code).toBe(0)
  }, 120_000)

  test('is refused while another process uses the data directory', async () => {
    fs.writeFileSync(path.join(dir, 'formats.csv'), formats)
    const data = path.join(dir, 'data')
    const release = openDataDirectory(data)
    try {
      await expect(runImport([dir], { HOT_DATA_DIR: data }, () => {})).rejects.toMatchObject({ code: 'data_dir_busy' })
    } finally {
      release()
    }
  })

  test.each([[[]], [['--hilfe']], [['a', 'b']]])('prints its usage for %j', async (args) => {
    await expect(runImport(args, {}, () => {})).rejects.toThrow('So geht es')
  })

  test('reports a missing directory or files', async () => {
    await expect(runImport([path.join(dir, 'fehlt')], {}, () => {})).rejects.toThrow(UsageError)
    await expect(runImport([dir], {}, () => {})).rejects.toThrow('liegt keine CSV-Datei')
    await expect(runImport([command], {}, () => {})).rejects.toThrow('ist kein Ordner')
    fs.mkdirSync(path.join(dir, 'folder.csv'))
    await expect(runImport([dir], {}, () => {})).rejects.toThrow(`${path.join(dir, 'folder.csv')} ist keine Datei`)
    fs.rmdirSync(path.join(dir, 'folder.csv'))
    fs.symlinkSync('nowhere', path.join(dir, 'link.csv'))
    await expect(runImport([dir], {}, () => {})).rejects.toThrow('ist keine Datei, die sich lesen lässt')
  })

  test.each([
    ['the folder itself', 'closed'],
    ['one above it, which hides whether it is there', 'closed/data'],
  ])('says who may not enter: %s', async (_, folder) => {
    const closed = path.join(dir, 'closed')
    fs.mkdirSync(path.join(closed, 'data'), { recursive: true })
    fs.chmodSync(dir, 0o755)
    fs.chmodSync(closed, stranger.uid === undefined ? 0o000 : 0o700)
    const given = path.join(dir, folder)
    const { output, code } = await runProcess([given], {}, stranger)
    fs.chmodSync(closed, 0o700)
    expect(output).toMatch(new RegExp(`^Der Nutzer \\S+ darf ${given} nicht öffnen \\(EACCES\\)\\. [^\\n]+\\n$`))
    expect(code).toBe(1)
  })
})

test('a long list of problems is cut and shows their number', () => {
  const problems = Array.from({ length: 45 }, (_, index) => ({ file: 'x.csv', line: index + 2, message: 'Nein.' }))
  expect(problemLines(problems)).toHaveLength(41)
  expect(problemLines(problems).at(-1)).toBe('… und 5 weitere.')
})

test('the report counts in German and says when it was a preview', () => {
  const counts = { stars: { new: 1198, changed: 0, unchanged: 2 } }
  expect(reportLines({ counts, warnings: [] }, true, 0)).toEqual([
    'Stars: 1.198 neu, 0 geändert, 2 unverändert',
    'Nur eine Vorschau: nichts wurde gespeichert.',
  ])
  expect(reportLines({ counts, warnings: [] }, false, 4230).at(-1)).toBe('Fertig in 4,2 s.')
})
