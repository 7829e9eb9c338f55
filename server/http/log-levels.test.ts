import { authLimits, GOTRUE_RATES } from '@hot/embedded/auth/limits'
import type { Log, LogLevel } from '@hot/embedded/log'
import type { LimitStore } from '@hot/embedded/wire/stored-limits'
import { expect, test } from 'vitest'
import { startJobs } from '../jobs/jobs.ts'
import { watchBackend } from '../link/backend-watch.ts'
import { drainOutbox, type Outbox, tellHeld, type WaitingMail } from '../mail/mail-outbox.ts'
import { logLines } from '../wire/request-log.ts'
import '../wire/backend-language.ts'

/** Lines as a log collector sees them: an alarm on `error` has to mean that something is lost. */
function collected() {
  const levels: { level: LogLevel; message: string }[] = []
  const { line } = logLines('json', (text) => {
    const { level, message } = JSON.parse(text) as (typeof levels)[number]
    levels.push({ level, message: message.slice(0, 24) })
  })
  return { log: line, levels }
}

async function outage(log: Log): Promise<void> {
  let answer = () => Promise.reject<Response>(new Error('ECONNREFUSED'))
  let now = 0
  const { ask } = watchBackend(() => answer(), { log, clock: () => now })
  const request = () => new Request('http://in.process/rest/v1/rpc/home_page')
  await expect(ask(request())).rejects.toThrow()
  answer = async () => Response.json([])
  now += 10_000
  await ask(request())
  watchBackend(answer, { log }).reportOutage('53100 No space left on device')
}

async function failedJob(log: Log): Promise<void> {
  const failed = Promise.withResolvers<void>()
  const work = () => Promise.reject(new Error('kaputt'))
  const database = { query: async <T>() => [{ found: false }] as T[], transaction: work }
  const told: Log = (line, level) => {
    log(line, level)
    failed.resolve()
  }
  const processJobs = [{ name: 'vacuum', schedule: '* * * * * *', work }]
  const stop = await startJobs(database, { log: told, sqlJobs: [], processJobs })
  await failed.promise
  stop()
}

const refusal = (responseCode: number, command: string) =>
  Object.assign(new Error('no'), { code: 'EENVELOPE', responseCode, command })

async function mails(log: Log): Promise<void> {
  const mail = (id: number): WaitingMail => ({
    id,
    recipient: 'gerda@example.org',
    template: 'report_outcome',
    data: { target: 'Kommentar', reason: 'Spam', outcome: 'Er ist weg.' },
  })
  const outbox: Outbox = { claim: async () => ({ mails: [mail(1), mail(2)], held: 3 }), settle: async () => {} }
  const answers = [refusal(451, 'RCPT TO'), refusal(550, 'RCPT TO')]
  const send = async () => {
    throw answers.shift()
  }
  await drainOutbox(outbox, { send, siteUrl: 'https://hot.example', log, held: tellHeld(log) })
}

async function limitOfSignIn(log: Log): Promise<void> {
  // The database refuses, with the seconds to wait.
  const query = async () => ({ rows: [{ wait: 60 }], affected: 0 })
  const store: LimitStore = { session: (work) => work({ query, exec: async () => [] }) }
  const { forms } = authLimits(store, { ...GOTRUE_RATES, forms: { times: 1, seconds: 60 } }, log, () => {})
  for (let at = 0; at < 2; at += 1) await forms.take('192.0.2.1')
}

test.each<[string, (log: Log) => Promise<void>, [LogLevel, string][]]>([
  [
    'an outage, its end and a full disk',
    outage,
    [
      ['error', 'Die Datenbank ist nicht '],
      ['info', 'Die Datenbank ist nach 1'],
      ['error', 'Der Datenbank fehlt Plat'],
    ],
  ],
  ['a job that failed', failedJob, [['error', 'Aufgabe vacuum ist gesch']]],
  [
    'mails held back, tried again and refused for good',
    mails,
    [
      ['warn', 'Die Grenze der Mails in '],
      ['warn', 'Mail 1 (report_outcome) '],
      ['error', 'Mail 2 (report_outcome) '],
    ],
  ],
  ['a limit that refuses', limitOfSignIn, [['warn', 'Anmeldung: Die Grenze fo']]],
  ['anything else', async (log) => log('Messwerte: http://x'), [['info', 'Messwerte: http://x']]],
])('levels: %s', async (_, cause, expected) => {
  const { log, levels } = collected()
  await cause(log)
  expect(levels.map(({ level, message }) => [level, message])).toEqual(expected)
})
