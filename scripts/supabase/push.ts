/**
 * `npm run supabase:push -- PROJECT [--dry-run]`: brings a hosted Supabase project to the state of this repository, by the
 * official CLI: schema, settings of its services, mails, hook, jobs. Can be repeated; what is there already stays. With
 * `--dry-run` it prints each step and the settings, and runs nothing.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { cliProblem, type Project, projectConfig, readProject } from './project-config.ts'

const supabaseDir = path.resolve(import.meta.dirname, '../../supabase')

const NO_CLI = [
  'Die Supabase-CLI fehlt. So bekommst du sie: »npx supabase --version« ausführen und die Frage bestätigen,',
  'oder installieren (macOS: brew install supabase/tap/supabase, Windows: scoop install supabase,',
  'Linux: https://github.com/supabase/cli/releases).',
]

/** The CLI's program with its first arguments: installed, or once fetched by npx. Undefined: neither. */
function findCli(): { program: string[]; version: string } | undefined {
  for (const program of [['supabase'], ['npx', '--no-install', 'supabase']]) {
    const [name = '', ...args] = program
    const { status, stdout } = spawnSync(name, [...args, '--version'], { encoding: 'utf8' })
    if (status === 0) return { program, version: stdout.trim().replace(/^v/, '') }
  }
  return undefined
}

/** What only SQL can do, each repeatable: the jobs need pg_cron, which a new project has switched off. */
function sqlOf({ extraMailDomains }: Project): string {
  const domains = extraMailDomains.map((domain) => `'${domain.toLowerCase().replaceAll("'", "''")}'`).join(', ')
  return [
    'create extension if not exists pg_cron with schema pg_catalog;',
    // Beside those that admins entered.
    ...(domains
      ? [
          `update public.app_settings set extra_mail_domains = extra_mail_domains || array(select d from unnest(array[${domains}]) d`,
          'where d <> all (select lower(known) from unnest(extra_mail_domains) known));',
        ]
      : []),
    `select private.ensure_jobs() as jobs, exists (select from pg_roles where rolname = 'authenticator'`,
    `and 'pgrst.db_pre_request=private.check_request' = any (rolconfig)) as checks_requests;`,
  ].join(' ')
}

type Step = { says: string; args: string[] }

const stepsOf = (project: Project): Step[] => [
  { says: 'Projekt verbinden', args: ['link', '--project-ref', project.ref] },
  { says: 'Fehlende Migrationen einspielen', args: ['db', 'push', '--linked', '--yes'] },
  {
    says: 'Einstellungen übertragen: Anmeldung, Mails, Mailserver, Hook, Grenzen, API',
    args: ['config', 'push', '--project-ref', project.ref, '--yes'],
  },
  { says: 'Aufgaben an pg_cron übergeben', args: ['db', 'query', '--linked', sqlOf(project)] },
]

/**
 * A directory as the CLI expects it. The mails lie in it twice, because versions resolve the paths of notifications from
 * different directories (https://github.com/supabase/cli/issues/6159).
 */
function workDirectory(config: string): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-supabase-push-'))
  fs.cpSync(path.join(supabaseDir, 'migrations'), path.join(dir, 'supabase/migrations'), { recursive: true })
  for (const place of ['supabase/templates', 'supabase/supabase/templates'])
    fs.cpSync(path.join(supabaseDir, 'templates'), path.join(dir, place), { recursive: true })
  fs.writeFileSync(path.join(dir, 'supabase/config.toml'), config)
  return dir
}

/** Runs the steps; false as soon as one fails, which the CLI has explained by then. */
function runSteps(program: readonly string[], project: Project, config: string): boolean {
  const dir = workDirectory(config)
  const [name = '', ...first] = program
  try {
    return stepsOf(project).every(({ says, args }, index, { length }) => {
      console.log(`${index + 1}/${length} ${says} …`)
      const { status } = spawnSync(name, [...first, '--workdir', dir, ...args], {
        stdio: 'inherit',
        env: { ...process.env, ...project.secrets },
      })
      if (status !== 0) console.error(`»${says}« ist gescheitert. Nach der Korrektur kann alles noch einmal laufen.`)
      return status === 0
    })
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

function show(project: Project, config: string): void {
  for (const { says, args } of stepsOf(project))
    console.log(`${says}:\n  supabase ${args.map((arg) => (/\s/.test(arg) ? JSON.stringify(arg) : arg)).join(' ')}`)
  console.log(
    `Mit diesen Einstellungen (Geheimnisse stehen nicht darin, die CLI liest sie aus der Umgebung):\n\n${config}`,
  )
}

const DONE = [
  'Das Projekt ist auf dem Stand dieser Version. HoT startet damit so:',
  '  SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY und SUPABASE_SECRET_KEY setzen (Dashboard → Project Settings → API Keys), dazu SITE_URL und SMTP_URL.',
  'Was von Hand bleibt, steht in docs/operations/supabase.md.',
]

/** Lines for people; returns the exit code. */
function main(args: readonly string[]): number {
  const dryRun = args.includes('--dry-run')
  const { project, problems } = readProject(
    args.find((arg) => !arg.startsWith('--')),
    process.env,
  )
  if (!project) {
    for (const line of problems) console.error(line)
    return 1
  }
  const config = projectConfig(fs.readFileSync(path.join(supabaseDir, 'config.toml'), 'utf8'), project)
  if (dryRun) {
    show(project, config)
    return 0
  }
  const cli = findCli()
  const unfit = cli ? cliProblem(cli.version) : undefined
  if (!cli || unfit) {
    for (const line of unfit ? [unfit] : NO_CLI) console.error(line)
    return 1
  }
  if (!runSteps(cli.program, project, config)) return 1
  for (const line of DONE) console.log(line)
  return 0
}

process.exitCode = main(process.argv.slice(2))
