import type { Session } from '@hot/embedded/database/engine'
import { openPostgres } from '@hot/embedded/database/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlJobs } from '../../../server/jobs/sql-jobs.ts'
import { callSql, callsOf } from '../support/calls.ts'
import { claimsOf, type Harness, harnessOn } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world } from '../support/world.ts'
import { pushMigrations, type SimulatedProject, startProject } from './simulated-project.ts'

let project: SimulatedProject
let pushed: string[]

beforeAll(async () => {
  project = await startProject()
  pushed = await pushMigrations(project)
})
afterAll(() => project?.stop())

/** Runs a scene on test data with one of everything, as the platform's superuser, and rolls it back. */
async function inWorld(scene: (t: Harness) => Promise<void>): Promise<void> {
  const engine = openPostgres(project.urlOf('supabase_admin'), () => {})
  try {
    await engine.session(async (session: Session) => {
      await session.exec('begin')
      try {
        const t = harnessOn(session, 'postgres')
        await createWorld(t)
        await scene(t)
      } finally {
        await session.exec('rollback')
      }
    })
  } finally {
    await engine.close()
  }
}

/** As PostgREST asks: its own login role, then the caller's role and claims. */
const asked = (person: Person, statement: string) => {
  const claims = claimsOf(person)
  const settings = `set local role ${claims.role}; select set_config('request.jwt.claims', '${JSON.stringify(claims)}', true)`
  return project.as('authenticator', `begin; ${settings}; ${statement}`)
}

/** pg_cron's functions and table as far as they are used here (citusdata/pg_cron), with the rights that Supabase grants. */
const standInCron = [
  `create schema cron;
   create table cron.job (jobid bigint generated always as identity, jobname text, schedule text, command text,
     username text default current_user, unique (jobname, username));
   create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
     insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
     on conflict (jobname, username) do update set schedule = $2, command = $3 returning jobid $$;
   create function cron.unschedule(job_id bigint) returns boolean language sql as $$
     delete from cron.job where jobid = job_id returning true $$;
   grant usage on schema cron to postgres;
   grant all on all tables in schema cron to postgres;`,
  `set allow_system_table_mods = on;
   insert into pg_catalog.pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
   values (99999, 'pg_cron', 10, 'cron'::regnamespace, false, '1.6.4')`,
]

describe('a hosted project', () => {
  test('takes all migrations from a role that is no superuser', async () => {
    expect(pushed.length).toBeGreaterThan(30)
    const owners = await project.as(
      'postgres',
      `select distinct r.rolname, r.rolsuper from pg_class c join pg_roles r on r.oid = c.relowner
       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    )
    expect(owners).toEqual([{ rolname: 'postgres', rolsuper: false }])
  })

  test('asks the hook before an account is made, as GoTrue does', async () => {
    const answerTo = async (email: string) => {
      const event = JSON.stringify({
        metadata: { ip_address: '192.0.2.1' },
        user: { email, app_metadata: { provider: 'email' } },
      })
      const [row] = await project.as('supabase_auth_admin', `select private.before_user_created('${event}') as answer`)
      return row?.answer
    }
    expect(await answerTo('mia@gmx.de')).toEqual({})
    expect(await answerTo('mia@example.org')).toMatchObject({
      error: { http_code: 403, message: 'E-Mail nicht erlaubt' },
    })
  })

  test('makes the profile of an account that GoTrue inserts, and keeps refused domains out without the hook', async () => {
    const account = (id: string, email: string) =>
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at, email_confirmed_at)
       values ('${id}', '${email}', '{"provider": "email"}', '{}', now(), now())`
    await project.as('supabase_auth_admin', account(people.member, 'mia@gmx.de'))
    await expect(project.as('supabase_auth_admin', account(people.other, 'mia@example.org'))).rejects.toMatchObject({
      hint: 'email_domain_not_allowed',
    })
    expect(await project.as('postgres', 'select id from public.profiles')).toEqual([{ id: people.member }])
    // As docs/operations/supabase.md says, in the SQL editor.
    const promote = `update public.profiles set role = 'admin' where id = (select id from auth.users where email = 'mia@gmx.de')`
    await project.as('postgres', promote)
    expect(await project.as('postgres', 'select role from public.profiles')).toEqual([{ role: 'admin' }])
    await project.as('supabase_auth_admin', `delete from auth.users where id = '${people.member}'`)
    expect(await project.as('postgres', 'select id from public.profiles')).toEqual([])
  })

  test('answers pages to guests, and checks each request of a member first', async () => {
    expect(await asked('guest', 'select public.home_page() is not null as answered')).toEqual([{ answered: true }])
    expect(await project.as('postgres', `select rolconfig from pg_roles where rolname = 'authenticator'`)).toEqual([
      { rolconfig: expect.arrayContaining(['pgrst.db_pre_request=private.check_request']) },
    ])
  })

  test.each(['guest', 'member', 'moderator'] as const)('lets every function of the API work for a %s', (person) =>
    inWorld(async (t) => {
      const calls = (await callsOf(t)).filter(({ guest }) => person !== 'guest' || guest)
      expect(calls.length).toBeGreaterThan(30)
      const missing: string[] = []
      for (const call of calls) {
        const { sql, params } = callSql(call, {})
        const { error } = await t.tried(person, sql, params)
        // A refusal of ours has a hint or a German text; PostgreSQL's own means that a grant or an object is missing here.
        if (error && /permission denied|does not exist|must be owner/.test(error.message))
          missing.push(`${call.name}: ${error.message}`)
      }
      expect(missing).toEqual([])
    }),
  )

  test('lets members keep pictures in their own folder only, and erases them with the account', () =>
    inWorld(async (t) => {
      const add = (folder: string) =>
        t.attempt(
          'member',
          `insert into storage.objects (bucket_id, name) values ('avatars', '${folder}/${world.fresh}.webp')`,
        )
      expect((await add(people.other)).error?.code).toBe('42501')
      expect((await add(people.member)).error).toBeUndefined()
      const remove = `delete from storage.objects where bucket_id = 'avatars'`
      expect((await t.attempt('member', remove)).error?.message).toContain('Direct deletion')
      await t.platform(`set local role supabase_auth_admin`)
      await t.platform(`delete from auth.users where id = '${people.member}'`)
      await t.platform(`reset role`)
      expect(await t.value(`select count(*)::integer from storage.objects where bucket_id = 'avatars'`)).toBe(0)
    }))

  test('runs every job as the role that pg_cron uses', () =>
    inWorld(async (t) => {
      for (const { name } of sqlJobs) await t.owner('select private.run_job($1)', [name])
      const { rows } = await t.owner('select name, last_error from private.jobs where last_succeeded_at is not null')
      expect(rows).toHaveLength(sqlJobs.length)
      expect(rows.filter(({ last_error }) => last_error !== null)).toEqual([])
    }))

  test('hands its jobs to pg_cron once that is switched on, however often it is asked', async () => {
    const ensure = () =>
      project.as('authenticator', 'begin; set local role service_role; select public.ensure_jobs() as jobs; commit')
    const ask = async () => {
      await ensure()
      return project.as('postgres', 'select jobname, command, username from cron.job order by jobid')
    }
    expect(
      await project.as('authenticator', 'begin; set local role service_role; select public.ensure_jobs() as jobs'),
    ).toEqual([{ jobs: { cron: false, scheduled: 0 } }])
    await project.as('supabase_admin', ...standInCron)
    const first = await ask()
    expect(first).toEqual(
      expect.arrayContaining(
        sqlJobs.map(({ name }) => ({
          jobname: `hot_${name}`,
          command: `select private.run_job('${name}')`,
          username: 'postgres',
        })),
      ),
    )
    expect(first).toHaveLength(sqlJobs.length)
    await project.as(
      'postgres',
      `select cron.schedule('hot_of_a_former_version', '* * * * *', 'select private.of_a_former_version()'),
        cron.schedule('of_the_operator', '* * * * *', 'select 1')`,
    )
    const again = await ask()
    expect(again.map(({ jobname }) => jobname)).toEqual([...first.map(({ jobname }) => jobname), 'of_the_operator'])
    for (const role of ['anon', 'authenticated'])
      await expect(
        project.as('authenticator', `begin; set local role ${role}; select public.ensure_jobs()`),
      ).rejects.toMatchObject({ code: '42501' })
  })

  test('reports the tables that the app follows', async () => {
    const rows = await project.as(
      'postgres',
      `select tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 1`,
    )
    expect(rows.map(({ tablename }) => tablename)).toEqual(
      expect.arrayContaining(['comments', 'community_posts', 'notifications']),
    )
  })
})
