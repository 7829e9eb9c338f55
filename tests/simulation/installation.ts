/** An installation on an embedded database that survives its server processes, each of which may be killed. */
import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import { composeBackend } from '@hot/embedded/compose-backend'
import { openPglite } from '@hot/embedded/database/pglite'
import type { OutgoingMail } from '@hot/embedded/mailbox/mailbox'
import { contractOf, LOOSE_RATES, member } from '../../packages/embedded/test/open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { installationOptions } from '../../server/backend/embedded-backend.ts'
import { faultyEngine, type StatementPlan } from './faulty-engine.ts'

const siteUrl = 'http://127.0.0.1:4999'

export type Member = { id: string; email: string; password: string; token: string }

export type Installation = {
  backend: Backend
  members: readonly Member[]
  /** Decides about the next statements; undefined: no faults. */
  plan: { next: StatementPlan | undefined }
  /** Mails of accounts, oldest first. */
  accountMails: OutgoingMail[]
  /** Signs a member in again. */
  renew: (member: Member) => Promise<void>
  /** Lets nothing count any more towards the limits of sign-in and mails. */
  forgetLimits: () => Promise<void>
  /** A new server process on the same database: what the old one had in memory is lost. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** Wrong codes and a network's mails are counted as usual; other limits per network would count all seeds together. */
const { wrongCodes: _, mailsFrom: __, ...rates } = LOOSE_RATES

/** Members with old accounts, whose votes count. */
async function makeMembers(backend: Backend, count: number): Promise<Member[]> {
  const contract = contractOf(backend, siteUrl)
  const made: Member[] = []
  for (let n = 0; n < count; n += 1) {
    const { id, email, password, token } = await member(contract)
    await backend.query(
      `update public.profiles set nickname = $2, created_at = now() - interval '2 days' where id = $1`,
      [id, `gast${id.slice(0, 8)}`],
    )
    made.push({ id, email, password, token })
  }
  return made
}

export async function openSimulated(memberCount: number): Promise<Installation> {
  const dir = scratchDirectory()
  await copyPreparedDatabase(path.join(dir, 'pg'), installationOptions.migrationsDir)
  const engine = await openPglite(path.join(dir, 'pg'))
  const plan: Installation['plan'] = { next: undefined }
  const accountMails: OutgoingMail[] = []
  const faulty = faultyEngine(engine, () => plan.next?.())
  const compose = async () => {
    const database = { engine: faulty, ready: () => {}, close: async () => {} }
    const backend = await composeBackend(database, { ...installationOptions, dataDir: dir, siteUrl, rates }, () => {})
    const { put } = backend.mailbox
    backend.mailbox.put = (mail) => {
      accountMails.push(mail)
      put(mail)
    }
    return backend
  }
  const backend = await compose()
  const installation: Installation = {
    backend,
    members: await makeMembers(backend, memberCount),
    plan,
    accountMails,
    renew: async (member) => {
      const client = contractOf(installation.backend, siteUrl).guest()
      const { data, error } = await client.auth.signInWithPassword(member)
      if (error) throw error
      member.token = data.session.access_token
    },
    forgetLimits: async () => void (await engine.session((session) => session.exec('delete from embedded.limits'))),
    restart: async () => {
      await installation.backend.close()
      installation.backend = await compose()
    },
    close: async () => {
      await installation.backend.close()
      await engine.close()
      fs.rmSync(dir, { recursive: true })
    },
  }
  return installation
}
