import { expect, test } from 'vitest'
import { OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { copyServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import { installationOptions } from '../backend/embedded-backend.ts'
import { appoint } from '../link/member-accounts.ts'
import { demoId } from './demo-rows.ts'
import { countDemo, removeDemo } from './remove-demo.ts'

type Installation = Awaited<ReturnType<typeof openInstallation>>

/** Of the process and not of the content: what jobs and limits have noted. */
const NOT_COMPARED = /^(private\.(jobs|purges)|embedded\.|auth\.audit_log_entries)/

/** How many rows each table has. */
async function rowsOf({ backend }: Installation): Promise<Record<string, number>> {
  const tables = await backend.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage', 'embedded') order by 1`,
  )
  const counted = tables.filter(({ name }) => !NOT_COMPARED.test(name))
  const sums = counted.map(({ name }) => `(select count(*) from ${name})::int as "${name}"`)
  const [row] = await backend.query<Record<string, number>>(`select ${sums.join(', ')}`)
  return row ?? {}
}

const server = process.env.TEST_DATABASE_URL

test.each([
  ['embedded', undefined],
  ['PostgreSQL', server],
] as const)(
  'on %s nothing of the demo is left, and a second removal finds none',
  OPENS_A_DATABASE,
  async (kind, url) => {
    if (kind === 'PostgreSQL' && !url) return
    const open = async (demo: boolean) => {
      if (!url) return { installation: await openInstallation({ demo }), drop: async () => {} }
      const database = await copyServerDatabase(url, installationOptions.migrationsDir)
      return { installation: await openInstallation({ demo, databaseUrl: database.url }), drop: database.drop }
    }
    const never = await open(false)
    const had = await open(true)
    const expected = await rowsOf(never.installation)
    const before = await rowsOf(had.installation)
    expect(before['public.community_posts']).toBeGreaterThan(20)

    const said = await countDemo(had.installation.backend)
    expect(said).toEqual([expect.stringMatching(/^Das ist die Demo: 28 Konten, \d+ Beiträge, .* \d+ Formate/)])
    const done = await removeDemo(had.installation.backend, undefined)
    expect(done[0]).toBe(said[0]?.replace('Das ist die Demo', 'Entfernt'))
    expect(done[1]).toContain('kein Konto mit Admin-Rechten')
    expect(await rowsOf(had.installation)).toEqual(expected)
    expect(await had.installation.backend.query('select extra_mail_domains as d from public.app_settings')).toEqual([
      { d: [] },
    ])
    expect(await removeDemo(had.installation.backend, undefined)).toEqual(['Hier ist keine Demo.'])
    for (const { installation, drop } of [never, had]) {
      await installation.close()
      await drop()
    }
  },
)

test(
  'what members and the team have made of their own stays, and what goes with the demo is told',
  OPENS_A_DATABASE,
  async () => {
    const installation = await openInstallation({ demo: true })
    const { backend } = installation
    const { id: member } = await appoint(backend, {
      email: 'echt@gmail.com',
      role: 'admin',
      password: 'Sofa-mit-Decke-77',
      nickname: 'Echte_Erna',
    })
    const format = demoId('format', 'ich-bin-ein-star')
    const star = demoId('star', 'Pfefferkorn')
    const [season] = await backend.query<{ id: string }>(
      `insert into public.seasons (format_id, season_number, start_date) values ($1, 4711, '2026-01-01') returning id`,
      [format],
    )
    await backend.query('insert into public.season_participants (season_id, star_id) values ($1, $2)', [
      season?.id,
      star,
    ])
    const [post] = await backend.query<{ id: string }>(
      `insert into public.community_posts (title, type, author_id, content, status, slug, day, tags)
     values ('Wer kommt in die Villa?', 'discussion', $1, 'Ich frage mich das.', 'approved', 'wer-kommt', '2026-01-01', array[$2]::uuid[])
     returning id`,
      [member, demoId('star', 'Brandtner')],
    )
    const demoMember = demoId('member', 'tvnudel')
    const [asked] = await backend.query<{ id: string }>(
      `insert into public.comments (content, author_id, post_id) values ('Ich nicht.', $1, $2) returning id`,
      [demoMember, post?.id],
    )
    const [replied] = await backend.query<{ id: string }>(
      `insert into public.comments (content, author_id, post_id, parent_id) values ('Ich schon.', $1, $2, $3) returning id`,
      [member, post?.id, asked?.id],
    )
    await backend.query(
      `insert into public.comments (content, author_id, post_id) select 'Aha!', $1, p.id from public.community_posts p
    where p.id <> $2 and p.status = 'approved' limit 1`,
      [member, post?.id],
    )

    const lines = await removeDemo(backend, undefined)
    expect(lines[1]).toContain('von echten Mitgliedern, weil es an Demo-Inhalten hängt: 1 Kommentare')
    expect(lines[2]).toBe('Es bleiben, weil ihr darauf aufgebaut habt: 1 Formate, 0 Staffeln, 1 Stars.')
    expect(lines).toHaveLength(3)
    const ids = async (sql: string) => (await backend.query<{ id: string }>(sql)).map(({ id }) => id)
    expect(await ids('select id from public.formats')).toEqual([format])
    expect(await ids('select id from public.stars')).toEqual([star])
    expect(await ids('select id from public.seasons')).toEqual([season?.id])
    expect(await ids('select id from public.community_posts')).toEqual([post?.id])
    expect(await ids('select id from public.profiles')).toEqual([member])
    expect(await backend.query('select id, content from public.comments order by created_at')).toEqual([
      { id: asked?.id, content: '' },
      { id: replied?.id, content: 'Ich schon.' },
    ])
    await installation.close()
  },
)
