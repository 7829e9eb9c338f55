import { moderateCaseAnswer, type ReportCasesPage, reportCasesPage } from '@hot/domain/contract/admin/reports'
import type { Harness } from '../support/harness.ts'
import { world as w } from '../support/world.ts'

export const reported = (t: Harness, person: 'member' | 'banned' | 'moderator', target: string, reason = 'spam') =>
  t.as(
    person,
    `select public.report_content(null, '${target === w.comment ? 'comment' : 'post'}', '${target}', '${reason}', 'Schau mal', true)`,
  )
export const byGuest = (t: Harness, target: string) =>
  t.as(
    'guest',
    `select public.report_content(null, 'post', '${target}', 'spam', null, true, 'Gisela Gast', 'gisela@example.org')`,
  )
export const confirm = (t: Harness) =>
  t.owner('update public.reports set confirmed_at = now() where confirmed_at is null')
export const cases = async (
  t: Harness,
  args = '',
  person: 'moderator' | 'admin' = 'moderator',
): Promise<ReportCasesPage> =>
  reportCasesPage.parse((await t.as(person, `select public.admin_report_cases(${args}) as page`)).rows[0]?.page)
export const decide = async (
  t: Harness,
  item: ReportCasesPage['items'][number] | undefined,
  action: string,
  more = '',
) =>
  moderateCaseAnswer.parse(
    (
      await t.as(
        'moderator',
        `select public.moderate_case('${item?.report_id}', '${item?.target_id}', '${item?.target_type}', '${action}', 'Regel 1'${more}) as a`,
      )
    ).rows[0]?.a,
  )
export const told = async (t: Harness, person: 'member' | 'other' | 'banned' | 'moderator') =>
  (await t.as(person, 'select type, title, message, data from public.notifications order by created_at, type')).rows
