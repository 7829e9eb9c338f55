import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@hot/embedded/log'
import { z } from 'zod'
import { causeLine } from '../wire/request-log.ts'

/** What cannot be done, as a German sentence for whoever typed the command. */
export class OperatorError extends Error {}

/** Does what a command asks for and returns the lines to print. Throws OperatorError. */
export type CarryOut = (args: readonly string[]) => Promise<readonly string[]>

const wantedIn = (dataDir: string) => path.join(dataDir, 'command-wanted.json')
const answerIn = (dataDir: string, id: string) => path.join(dataDir, `command-answer-${id}.json`)

const request = z.strictObject({ id: z.uuid(), at: z.number(), args: z.array(z.string()).max(10) })
const answer = z.union([z.strictObject({ lines: z.array(z.string()) }), z.strictObject({ failure: z.string() })])

const LOOK_EVERY = 500
/** A request whose command has gone meanwhile must not be carried out at the next start. */
const GOOD_FOR = 20_000
const CARRIED_OUT_WITHIN = 600_000

/** A file that only its owner reads, complete or not there at all: an answer may hold a password. */
async function put(file: string, content: object): Promise<void> {
  await fs.writeFile(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
  await fs.rename(`${file}.new`, file)
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await fs.readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no request of ours: the schema refuses it
  }
}

/** A command that ended before it read its answer leaves it, perhaps with a password. */
async function forgetAnswers(dataDir: string): Promise<void> {
  const left = (await fs.readdir(dataDir)).filter((name) => name.startsWith('command-answer-'))
  await Promise.all(left.map((name) => fs.rm(path.join(dataDir, name), { force: true })))
}

async function answerOne(dataDir: string, carryOut: CarryOut, log: Log): Promise<void> {
  const text = await textOf(wantedIn(dataDir))
  if (text === undefined) return
  await fs.rm(wantedIn(dataDir))
  const wanted = request.safeParse(parsed(text))
  if (!wanted.success || Date.now() - wanted.data.at > GOOD_FOR) return
  const { id, args } = wanted.data
  const said = await carryOut(args).then(
    (lines) => ({ lines }),
    (error: unknown) => {
      if (error instanceof OperatorError) return { failure: error.message }
      log(`Ein Befehl an den laufenden Server ist fehlgeschlagen: ${causeLine(error)}`, 'error')
      return { failure: `Der Server konnte das nicht ausführen: ${causeLine(error)}` }
    },
  )
  await put(answerIn(dataDir, id), said)
}

/**
 * Lets commands in other processes ask the server that has the embedded database open, by a file in the data directory
 * (ADR 119): whoever may write there can read everything anyway, and no port is opened. Returns a function that stops it.
 */
export function answerRequests(dataDir: string, carryOut: CarryOut, log: Log): () => Promise<void> {
  let current: Promise<void> | undefined = forgetAnswers(dataDir).finally(() => {
    current = undefined
  })
  const looking = setInterval(() => {
    current ??= answerOne(dataDir, carryOut, log)
      .catch((error: unknown) => log(`Befehle an den Server lassen sich nicht lesen: ${causeLine(error)}`, 'error'))
      .finally(() => {
        current = undefined
      })
  }, LOOK_EVERY)
  looking.unref()
  return async () => {
    clearInterval(looking)
    await current
  }
}

async function until<T>(milliseconds: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await pause(50)) {
    const found = await look()
    if (found !== undefined) return found
  }
  return undefined
}

/** Has the running server do it. Throws OperatorError. */
export async function askServer(dataDir: string, args: readonly string[]): Promise<readonly string[]> {
  const id = randomUUID()
  await put(wantedIn(dataDir), { id, at: Date.now(), args })
  const taken = await until(GOOD_FOR, async () => ((await textOf(wantedIn(dataDir)))?.includes(id) ? undefined : true))
  if (!taken) {
    await fs.rm(wantedIn(dataDir), { force: true })
    throw new OperatorError(
      `Der Prozess, der ${dataDir} benutzt, nimmt keine Befehle an. Ist es ein Import oder eine Sicherung, warte, bis sie fertig ist; ist es eine ältere Version, beende sie vorher.`,
    )
  }
  const text = await until(CARRIED_OUT_WITHIN, () => textOf(answerIn(dataDir, id)))
  if (text === undefined)
    throw new OperatorError('Der Server hat nicht geantwortet. Was er gerade tut, steht in seinem Protokoll.')
  await fs.rm(answerIn(dataDir, id))
  const said = answer.parse(parsed(text))
  if ('failure' in said) throw new OperatorError(said.failure)
  return said.lines
}
