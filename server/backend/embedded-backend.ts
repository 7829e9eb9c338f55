import path from 'node:path'
import { restTables } from '@hot/domain/contract/wire/rest-requests'
import { type Backend, type BackendOptions, openBackend } from '@hot/embedded'
import type { Log } from '@hot/embedded/log'
import type { Limit } from '@hot/embedded/wire/callers'
import {
  CLASSIFIER_SCHEDULE,
  type ClassifierOptions,
  classifierHost,
  classifyWaiting,
  databaseClassifications,
} from '../classifier/classifier.ts'
import { type DemoAccount, startDemo } from '../demo/start-demo.ts'
import { type ProcessJob, startJobs } from '../jobs/jobs.ts'
import { scheduledBackup } from '../jobs/scheduled-backup.ts'
import { scheduledRehearsal } from '../jobs/scheduled-rehearsal.ts'
import { type SqlJob, upkeep } from '../jobs/sql-jobs.ts'
import {
  databaseOutbox,
  drainOutbox,
  OUTBOX_SCHEDULE,
  type Outbox,
  tellHeld,
  usedUpAlarm,
} from '../mail/mail-outbox.ts'
import { administer } from '../operator/administer.ts'
import { allowMailDomains } from '../operator/appoint-admin.ts'
import { answerRequests } from '../operator/requests.ts'
import { databasePreviews, fillPreviews, PREVIEW_SCHEDULE } from '../previews/link-previews.ts'
import { databasePushQueue, drainPushes, openPushSenders, PUSH_SCHEDULE, type PushOptions } from '../push/push-queue.ts'
import { buildInfo, readVersion } from '../settings/build-info.ts'
import { limitGuestEvents } from '../wire/guest-events.ts'
import '../wire/backend-language.ts'
import { classify } from '../wire/request-classes.ts'
import { bodyLimits, limitDatabaseTime, limitRequests } from '../wire/request-limits.ts'
import { isUsualPassword } from './usual-passwords.ts'

const supabase = path.resolve(import.meta.dirname, '../../supabase')

/** The options HoT passes to every embedded Supabase. */
export const installationOptions = {
  migrationsDir: path.join(supabase, 'migrations'),
  // Written by the build (scripts/build/prepare-database.ts).
  preparedDatabases: path.join(supabase, '../web/dist/database'),
  program: { version: readVersion(), least: 'private.least_program', last: 'private.last_program' },
  mailTemplatesDir: path.join(supabase, 'templates'),
  mailSender: 'HoT',
  preRequest: 'private.check_request',
  restRequests: { tables: restTables },
  // supabase/tests/access/realtime-decided.test.ts proves that their policies allow it.
  realtimeDecidedOnce: ['public.comments', 'public.community_posts', 'public.poll_options', 'public.post_rumors'],
  passwords: { isUsual: isUsualPassword, words: 'private.password_words' },
  mails: { count: 'private.count_account_mails' },
  signUp: {
    hook: 'private.before_user_created',
    refusalHints: ['email_domain_not_allowed', 'invite_required', 'sign_up_shut'],
    provePasswords: true,
  },
  // As long as for export and deletion (private.recently_proven).
  changes: { proofSeconds: 600 },
} as const satisfies Partial<BackendOptions>

export type EmbeddedOptions = Omit<
  BackendOptions,
  | 'migrationsDir'
  | 'preparedDatabases'
  | 'program'
  | 'mailTemplatesDir'
  | 'mailSignature'
  | 'mailSender'
  | 'signUp'
  | 'mails'
  | 'changes'
  | 'passwords'
  | 'preRequest'
  | 'restRequests'
  | 'realtimeDecidedOnce'
  | 'admit'
  | 'classify'
  | 'spent'
  | 'guard'
  | 'bodyLimits'
  | 'prepare'
> & {
  /** Push notification services; without any, pushes are not sent. */
  push?: PushOptions | undefined
  /** Most mails per hour that the site sends itself, besides those of accounts. Default: 10. */
  outboxPerHour?: number | undefined
  /** Mail domains to allow beside those stored in `app_settings`. */
  extraMailDomains?: string[] | undefined
  /**
   * `auto`: demo content when the database is empty and embedded, and the site not public; `true`: when it is empty;
   * default: none.
   */
  demo?: boolean | 'auto' | undefined
  /** Others reach the site under its address. */
  isPublic?: boolean | undefined
  /**
   * Hours between backups, which need a data directory, whether they leave this machine, and days between rehearsals of a
   * restore; default: none are made.
   */
  backup?: { everyHours: number; leaves: boolean; rehearseDays: number } | undefined
  /** Sites whose headlines are read for links in posts; default: none. */
  previewHosts?: readonly string[] | undefined
  /** The operator's classifier, which reads what trusted members write about people; default: none. */
  classifier?: ClassifierOptions | undefined
  /** Rate limit of usage events per guest address. */
  guestEvents?: Limit | undefined
  /** Rate limit of REST requests per guest network and per member. */
  requests?: Limit | undefined
  /** Called when a job has ended, with whether it succeeded. */
  onJob?: ((succeeded: boolean) => void) | undefined
  /** Jobs in the database; default: HoT's. `false`: nothing runs on a schedule, not even mails and pushes. */
  jobs?: readonly SqlJob[] | false | undefined
}

export type EmbeddedBackend = Backend & {
  /** Only with demo content. */
  demoAccounts?: DemoAccount[] | undefined
  /** Set by who has cached pages: called when a job has changed what guests see. */
  changed?: () => void
}

/** An older program serves a newer database too; that one's schema has the function. */
async function noteProgram({ query }: Backend): Promise<void> {
  const { version, commit } = buildInfo()
  await query('select private.note_program($1, $2)', [version, commit])
}

type Scheduled = { jobs: readonly ProcessJob[]; close: () => void }

function classifierJob(backend: Backend, classifier: ClassifierOptions, log: Log): ProcessJob {
  const queue = databaseClassifications(backend, classifierHost(classifier))
  return { name: 'classifier', schedule: CLASSIFIER_SCHEDULE, work: () => classifyWaiting(queue, classifier, log) }
}

/** The scheduled work of this process: maintenance, mails, and pushes where a push service is configured. */
function scheduledWork(
  backend: Backend,
  {
    siteUrl,
    push = {},
    outboxPerHour = 10,
    dataDir,
    databaseUrl,
    backup: wanted,
    previewHosts = [],
    classifier,
  }: EmbeddedOptions,
  log: Log,
  alarm: ReturnType<typeof usedUpAlarm>,
  heardOperator: (name: string | undefined) => void,
): Scheduled {
  const site = siteUrl.replace(/\/$/, '')
  const queued = databaseOutbox(backend, outboxPerHour)
  const outbox: Outbox = {
    ...queued,
    claim: async () => {
      const claimed = await queued.claim()
      heardOperator(claimed.operator ?? undefined)
      return claimed
    },
  }
  const route = { send: backend.sendMail, siteUrl: site, log, held: tellHeld(log) }
  const senders = openPushSenders(push)
  const queue = databasePushQueue(backend)
  const backup = dataDir && wanted && wanted.everyHours > 0 ? scheduledBackup({ dataDir, ...wanted }) : undefined
  const rehearsal =
    dataDir && wanted && wanted.rehearseDays > 0
      ? scheduledRehearsal({
          dataDir,
          isEmbedded: !databaseUrl,
          everyDays: wanted.rehearseDays,
          log,
          query: (sql, values) => backend.query<{ name: string; rows: number }>(sql, values),
        })
      : undefined
  const pushes: ProcessJob[] =
    Object.keys(senders.send).length === 0
      ? []
      : [{ name: 'pushes', schedule: PUSH_SCHEDULE, work: () => drainPushes(queue, senders, log) }]
  const previews = databasePreviews(backend)
  const reading: ProcessJob[] =
    previewHosts.length === 0
      ? []
      : [{ name: 'previews', schedule: PREVIEW_SCHEDULE, work: () => fillPreviews(previews, previewHosts) }]
  const classifying: ProcessJob[] = classifier ? [classifierJob(backend, classifier, log)] : []
  return {
    jobs: [
      { ...upkeep.vacuum, work: backend.vacuum, once: true },
      { name: 'account_mails', schedule: OUTBOX_SCHEDULE, work: backend.sendAccountMails },
      {
        name: 'mails',
        schedule: OUTBOX_SCHEDULE,
        work: () => alarm.tell(backend).then(() => drainOutbox(outbox, route)),
      },
      ...pushes,
      ...reading,
      ...classifying,
      { ...upkeep.files, work: backend.removeOrphans, once: true },
      ...(backup ? [backup.job] : []),
      ...(rehearsal ? [rehearsal.job] : []),
    ],
    close: () => {
      backup?.close()
      rehearsal?.close()
      senders.close()
    },
  }
}

/** Does what commands ask for while this process has the embedded database open; a server of its own they ask themselves. */
function takeCommands(backend: EmbeddedBackend, { dataDir, databaseUrl }: EmbeddedOptions, log: Log) {
  if (!dataDir || databaseUrl) return async () => {}
  const carryOut = async (args: readonly string[]) => {
    const lines = await administer(backend, { dataDir, migrationsDir: installationOptions.migrationsDir }, args)
    // Only a removal changes what guests see.
    if (args[0] === 'remove-demo') backend.changed?.()
    return lines
  }
  return answerRequests(dataDir, carryOut, log)
}

/** Opens the embedded Supabase with HoT's migrations, mails, limits, demo content and jobs. Throws StartError. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedBackend> {
  const {
    push,
    extraMailDomains,
    outboxPerHour,
    backup,
    previewHosts,
    classifier,
    demo,
    isPublic,
    guestEvents,
    requests,
    jobs,
    onJob,
    ...rest
  } = options
  const log = options.log ?? (() => {})
  const countEvents = limitGuestEvents(guestEvents)
  const byCount = limitRequests(requests)
  const byTime = limitDatabaseTime()
  const alarm = usedUpAlarm()
  // Known some seconds after the start, and changed by the team at any time: each look at the outbox says it.
  let operator: string | undefined
  let demoAccounts: DemoAccount[] | undefined
  const backend: EmbeddedBackend = await openBackend({
    ...rest,
    ...installationOptions,
    mailSignature: () => operator,
    onLimit: (limit) => {
      alarm.note(limit)
      options.onLimit?.(limit)
    },
    admit: (request, caller) => byCount(request, caller) ?? byTime.admit(request, caller),
    spent: byTime.spent,
    classify,
    bodyLimits,
    guard: (request, { role, address }) => countEvents(request, role, address),
    prepare: async (opened) => {
      await noteProgram(opened)
      if (extraMailDomains) await allowMailDomains(opened, extraMailDomains)
      demoAccounts = await startDemo(
        opened,
        { demo, isPublic, onServer: Boolean(options.databaseUrl), dataDir: options.dataDir },
        log,
      )
    },
  })
  backend.demoAccounts = demoAccounts
  if (jobs === false) return backend
  const work = scheduledWork(backend, options, log, alarm, (name) => {
    operator = name
  })
  const stopJobs = await startJobs(backend, {
    log,
    sqlJobs: jobs,
    processJobs: work.jobs,
    ended: onJob,
    changed: () => backend.changed?.(),
  })
  const stopCommands = takeCommands(backend, options, log)
  const { close } = backend
  backend.close = async () => {
    await stopCommands()
    stopJobs()
    work.close()
    await close()
  }
  return backend
}
