import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { answerRequests, askServer, OperatorError } from './requests.ts'

let dataDir = ''
let stop: (() => Promise<void>) | undefined
const logged: string[] = []

beforeEach(() => {
  dataDir = scratchDirectory()
})
afterEach(async () => {
  await stop?.()
  fs.rmSync(dataDir, { recursive: true })
})

const carryOut = async ([what, ...rest]: readonly string[]) => {
  if (what === 'refuse') throw new OperatorError('Das geht nicht.')
  if (what === 'fail') throw new Error('broken')
  return [`erledigt: ${rest.join(' ')}`]
}

it('a running server does what is asked and leaves nothing behind', async () => {
  stop = answerRequests(dataDir, carryOut, (line) => void logged.push(line))
  expect(await askServer(dataDir, ['appoint', 'a@b.de'])).toEqual(['erledigt: a@b.de'])
  await expect(askServer(dataDir, ['refuse'])).rejects.toThrow(new OperatorError('Das geht nicht.'))
  await expect(askServer(dataDir, ['fail'])).rejects.toThrow('Der Server konnte das nicht ausführen: broken')
  expect(logged).toEqual([expect.stringContaining('broken')])
  expect(fs.readdirSync(dataDir)).toEqual([])
})

it('what an ended command has left is neither carried out nor kept', async () => {
  const id = 'f5f1b6ac-5d5e-4d54-8f0e-0f2b6a1a2b3c'
  fs.writeFileSync(path.join(dataDir, `command-answer-${id}.json`), '{"lines":["Passwort"]}')
  const asked: string[] = []
  const old = { id, at: Date.now() - 60_000, args: ['remove-demo'] }
  fs.writeFileSync(path.join(dataDir, 'command-wanted.json'), JSON.stringify(old))
  stop = answerRequests(
    dataDir,
    async ([what = '']) => {
      asked.push(what)
      return []
    },
    () => {},
  )
  await expect.poll(() => fs.readdirSync(dataDir)).toEqual([])
  await askServer(dataDir, ['later'])
  expect(asked).toEqual(['later'])
})

it('a request and its answer are for their owner only', async () => {
  const seen: number[] = []
  stop = answerRequests(
    dataDir,
    async () => {
      for (const name of fs.readdirSync(dataDir)) seen.push(fs.statSync(path.join(dataDir, name)).mode & 0o077)
      return ['Passwort']
    },
    () => {},
  )
  const watcher = fs.watch(dataDir, (_event, name) => {
    const stat = name ? fs.statSync(path.join(dataDir, name), { throwIfNoEntry: false }) : undefined
    if (stat) seen.push(stat.mode & 0o077)
  })
  await askServer(dataDir, ['appoint'])
  watcher.close()
  expect(seen.length).toBeGreaterThan(0)
  expect(new Set(seen)).toEqual(new Set([0]))
})
