import { moderateCaseAnswer, type ReportCasesPage, reportCasesPage } from '@hot/domain/contract/admin/reports'
import type { Stage } from '../support/stage.ts'
import { world as w } from '../support/world.ts'

export const reported = (t: Stage, person: 'member' | 'banned' | 'moderator', target: string, reason = 'spam') =>
  t.as(
    person,
    `insert into public.reports (target_type, target_${target === w.comment ? 'comment' : 'post'}_id, reason, details)
    values ('${target === w.comment ? 'comment' : 'post'}', '${target}', '${reason}', 'Schau mal')`,
  )
export const byGuest = (t: Stage, target: string) =>
  t.as(
    'guest',
    `insert into public.reports (target_type, target_post_id, reporter_name, reporter_email, good_faith, reason)
    values ('post', '${target}', 'Gisela Gast', 'gisela@example.org', true, 'spam')`,
  )
export const confirm = (t: Stage) =>
  t.owner('update public.reports set confirmed_at = now() where confirmed_at is null')
export const cases = async (
  t: Stage,
  args = '',
  person: 'moderator' | 'admin' = 'moderator',
): Promise<ReportCasesPage> =>
  reportCasesPage.parse((await t.as(person, `select public.admin_report_cases(${args}) as page`)).rows[0]?.page)
export const decide = async (t: Stage, item: ReportCasesPage['items'][number] | undefined, action: string, more = '') =>
  moderateCaseAnswer.parse(
    (
      await t.as(
        'moderator',
        `select public.moderate_case('${item?.report_id}', '${item?.target_id}', '${item?.target_type}', '${action}', 'Regel 1'${more}) as a`,
      )
    ).rows[0]?.a,
  )
export const told = async (t: Stage, person: 'member' | 'other' | 'banned' | 'moderator') =>
  (await t.as(person, 'select type, title, message, data from public.notifications order by created_at, type')).rows
