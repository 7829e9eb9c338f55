/** Votes and comments at a fixed rate. What is refused is kept and repeated, as the app does. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Member,
  NIGHT,
  type Night,
  REPEAT_FOR_MS,
  seconds,
  stamp,
  urlOf,
  type WritersReport,
  type Written,
} from './night.ts'

const agent = new http.Agent({ keepAlive: true, maxSockets: 1_000 })

type Answer = { status: number; retryAfter: number | undefined; text: string }

function post(url: string, { token, address }: Member, key: string, prefer: string, body: object): Promise<Answer> {
  const sent = JSON.stringify(body)
  return new Promise((resolve) => {
    const request = http.request(url, {
      method: 'POST',
      agent,
      timeout: 30_000,
      headers: {
        apikey: key,
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
        prefer,
      },
    })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        const wait = response.headers['retry-after']
        resolve({ status: response.statusCode ?? 0, retryAfter: wait === undefined ? undefined : Number(wait), text })
      })
    })
    request.on('timeout', () => request.destroy())
    request.on('error', (error) => resolve({ status: 0, retryAfter: undefined, text: String(error) }))
    request.end(sent)
  })
}

const isTaken = ({ status }: Answer) => status === 200 || status === 201 || status === 409

/** One write at its time. A refusal with Retry-After is repeated after it, until a while after the rush. */
async function write(report: Written, due: number, until: number, send: () => Promise<Answer>): Promise<void> {
  await pause(Math.max(0, due - Date.now()))
  report.sent += 1
  let answer = await send()
  if (isTaken(answer)) return void report.ms.push(Date.now() - due)
  report.refusedMs.push(Date.now() - due)
  for (let first = true; Date.now() < until; first = false) {
    const what = `${answer.status}${answer.retryAfter === undefined ? ' without Retry-After' : ''} ${answer.text.slice(0, 80)}`
    if (first) report.refusals[what] = (report.refusals[what] ?? 0) + 1
    if (answer.retryAfter === undefined && answer.status !== 0) break
    await pause((answer.retryAfter ?? 1) * 1_000 * (1 + Math.random() / 2))
    answer = await send()
    if (isTaken(answer)) {
      report.carriedOutLater += 1
      return
    }
  }
  report.lost += 1
}

const nothing = (): Written => ({ sent: 0, ms: [], refusedMs: [], refusals: {}, carriedOutLater: 0, lost: 0 })

export async function writeAll(night: Night): Promise<WritersReport> {
  const report = { votes: nothing(), comments: nothing() }
  const begin = Date.now() + 100
  const until = begin + seconds * 1_000 + REPEAT_FOR_MS
  const memberAt = (turn: number) => night.members[turn % night.members.length] as Member
  const schedule = (aSecond: number, start: (turn: number, due: number) => Promise<void>) =>
    Array.from({ length: aSecond * seconds }, (_, turn) => start(turn, begin + Math.round((turn * 1_000) / aSecond)))
  const votes = schedule(NIGHT.votesASecond, (turn, due) => {
    const url = `${urlOf(night, turn)}/rest/v1/rumor_votes?on_conflict=post_id%2Cuser_id`
    // Of those who vote again, half change their mind.
    const vote = (turn + Math.floor(turn / night.members.length / 2)) % 2 ? 'agree' : 'disagree'
    const body = { post_id: night.post, vote }
    return write(report.votes, due, until, () =>
      post(url, memberAt(turn), night.key, 'resolution=merge-duplicates', body),
    )
  })
  const comments = schedule(NIGHT.commentsASecond, (turn, due) => {
    const url = `${urlOf(night, turn)}/rest/v1/comments?select=created_at,mentions`
    const content = `Das sehe ich ganz anders, und zwar zum ${turn}. Mal. ${stamp(due)}`
    const body = { id: randomUUID(), post_id: night.post, parent_id: null, content }
    return write(report.comments, due, until, () =>
      post(url, memberAt(turn * 7), night.key, 'return=representation', body),
    )
  })
  await Promise.all([...votes, ...comments])
  return report
}
