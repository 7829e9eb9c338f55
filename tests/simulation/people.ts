/** Actions of people: votes, comments, codes and reports, each retried until it is answered. */
import { demoId, type Random } from '../../server/demo/demo-rows.ts'
import type { World } from '../support/server/member-writes.ts'
import type { Installation, Member } from './installation.ts'
import { type Answer, type Call, type Delivery, deliver, deliverSafely } from './network.ts'

/** A request that a device repeats until it is answered. Those of one target wait for each other. */
type Task = {
  target: string
  /** Whose token the request carries. */
  by?: Member
  call: Omit<Call, 'token'>
  /** The answer ends the task; a refusal does so too. */
  settled: (answer: Answer) => boolean
  /** Every answer of the server, including those that did not arrive. */
  given?: (answer: Answer) => void
}

/** What the database must contain at the end. */
export type Expected = {
  /** Row of a vote by its target (`table/key/member`): the last choice, null after it was taken back. */
  choices: Map<string, { table: string; key: string; id: string; member: string; column: string; value: unknown }>
  /** Comments that were acknowledged. */
  comments: Map<string, string>
  /** How often a code was accepted. */
  codes: Map<string, number>
  /** Answers that no fault explains. */
  odd: string[]
  /** Reports by a guest that were accepted, by the address they came from. */
  guestReports: Map<string, number>
}

const isOk = ({ status }: Answer) => status >= 200 && status < 300
/** The server or its database is unavailable, or another request came first: retry. */
const isTemporary = ({ status }: Answer) => status >= 500
const settledByAny = (answer: Answer) => !isTemporary(answer)

/** Settles a write that nothing may refuse. */
const settledWell = (expected: Expected, what: string) => (answer: Answer) => {
  if (isTemporary(answer)) return false
  if (!isOk(answer)) expected.odd.push(`${what} was refused: ${answer.status} ${answer.text.slice(0, 200)}`)
  return true
}

/** Tables in which a member has one choice per target. */
const choiceTables = [
  { table: 'demand_votes', key: 'star_id', column: 'value', values: [1, 2, 3, 4, 5], of: 'stars' },
  { table: 'realness_votes', key: 'star_id', column: 'value', values: [1, 3, 5], of: 'stars' },
  { table: 'post_reactions', key: 'post_id', column: 'reaction', values: ['heart', 'poop'], of: 'posts' },
] as const

export function peopleOf(installation: Installation, world: World, seed: string, random: Random) {
  const expected: Expected = {
    choices: new Map(),
    comments: new Map(),
    codes: new Map(),
    guestReports: new Map(),
    odd: [],
  }
  const waiting: Task[] = []
  const people = random.some(installation.members, 3)
  const some = <T>(list: readonly T[]): T => random.some(list, 1)[0] as T
  const addressOf = (member: Member) => `10.1.0.${1 + installation.members.indexOf(member)}`
  let made = 0
  const id = () => demoId(seed, String(made++))

  /** The last tap wins: an earlier one that was not sent yet is dropped. */
  function choose(): void {
    const { table, key, column, values, of } = some(choiceTables)
    const member = some(people)
    const thing = some(world[of])
    const target = `${table}/${thing}/${member.id}`
    const value = random.next() < 0.2 ? null : some<string | number>(values)
    const from = addressOf(member)
    const path = `/rest/v1/${table}`
    const call: Task['call'] =
      value === null
        ? { from, method: 'DELETE', path: `${path}?${key}=eq.${thing}&user_id=eq.${member.id}` }
        : {
            from,
            method: 'POST',
            path,
            prefer: 'return=minimal,resolution=merge-duplicates',
            body: { [key]: thing, user_id: member.id, [column]: value },
          }
    const earlier = waiting.findIndex((task) => task.target === target)
    if (earlier !== -1) waiting.splice(earlier, 1)
    expected.choices.set(target, { table, key, id: thing, member: member.id, column, value })
    waiting.push({ target, by: member, call, settled: settledWell(expected, target) })
  }

  function comment(): void {
    const member = some(people)
    const row = { id: id(), post_id: some(world.posts), content: `Kommentar ${random.whole(1, 1_000_000)}` }
    const call = {
      method: 'POST',
      path: '/rest/v1/comments',
      prefer: 'return=minimal',
      from: addressOf(member),
      body: row,
    }
    waiting.push({
      target: `comment/${row.id}`,
      by: member,
      call,
      settled: (answer) => {
        // A row that already exists under its id is from an earlier attempt.
        if (!isOk(answer) && answer.status !== 409) return settledWell(expected, 'a comment')(answer)
        expected.comments.set(row.id, row.content)
        return true
      },
    })
  }

  const newestCode = (email: string): string | undefined => {
    const mail = installation.accountMails.findLast(({ to }) => to === email)
    return mail && /\b\d{6}\b/.exec(mail.text)?.[0]
  }

  /** Requests a code and uses the newest one. */
  function useCode(): void {
    const member = some(people)
    const { email } = member
    const from = addressOf(member)
    const asked: Call = { method: 'POST', path: '/auth/v1/otp', from, body: { email, create_user: false } }
    waiting.push({
      target: `code/${email}`,
      call: asked,
      settled: (answer) => {
        if (isTemporary(answer)) return false
        if (!isOk(answer) && answer.status !== 429)
          expected.odd.push(`a code was refused: ${answer.status} ${answer.text}`)
        const token = newestCode(email)
        if (token) enterCode(email, token, from)
        return true
      },
    })
  }

  function enterCode(email: string, token: string, from: string): void {
    const call: Call = { method: 'POST', path: '/auth/v1/verify', from, body: { type: 'email', email, token } }
    waiting.push({
      target: `verify/${email}`,
      call,
      settled: settledByAny,
      given: (answer) => {
        if (isOk(answer)) expected.codes.set(`${email} ${token}`, (expected.codes.get(`${email} ${token}`) ?? 0) + 1)
      },
    })
  }

  function report(from: string): void {
    const p_email = `${seed}-${random.whole(1, 1_000_000)}@gmx.de`
    const body = {
      p_id: id(),
      p_target_type: 'post',
      p_target: some(world.posts),
      p_reason: 'spam',
      p_good_faith: true,
      p_name: 'Gast',
      p_email,
    }
    waiting.push({
      target: `report/${body.p_id}`,
      call: { method: 'POST', path: '/rest/v1/rpc/report_content', from, body },
      settled: (answer) => {
        if (isOk(answer)) expected.guestReports.set(from, (expected.guestReports.get(from) ?? 0) + 1)
        else if (!isTemporary(answer) && answer.status !== 429)
          expected.odd.push(`a report was refused: ${answer.status} ${answer.text}`)
        return settledByAny(answer)
      },
    })
  }

  const guest = `10.${2 + random.whole(0, 200)}.${random.whole(0, 255)}.${random.whole(1, 254)}`
  const deeds: readonly (() => void)[] = [choose, choose, choose, comment, comment, useCode, () => report(guest)]

  /** Sends the first request of some target, and keeps it when it has to be sent again. */
  async function sendOne(send: (call: Call) => Promise<Delivery>): Promise<void> {
    const { target } = some(waiting)
    const task = waiting.find((one) => one.target === target)
    if (!task) return
    const { arrived, given } = await send({ ...task.call, token: task.by?.token })
    for (const answer of given) task.given?.(answer)
    // The clock has jumped past the token's expiry: the app signs in and sends again.
    if (arrived?.status === 401 && task.by) return installation.renew(task.by)
    const at = waiting.indexOf(task)
    if (arrived && task.settled(arrived) && at !== -1) waiting.splice(waiting.indexOf(task), 1)
  }

  return {
    expected,
    guest,
    act: () => some(deeds)(),
    floodReports: () => {
      for (let n = 0; n < 12; n += 1) report(guest)
    },
    send: async () => {
      if (waiting.length > 0) await sendOne((call) => deliver(installation, call, random))
    },
    /** Sends what is pending, without faults. */
    finish: async () => {
      while (waiting.length > 0) await sendOne((call) => deliverSafely(installation, call))
    },
  }
}
