import type { AutomodRule } from '@hot/domain/contract/admin/settings'
import { type AutomodFields, automodForm, automodValues } from '@hot/domain/moderation/automod-form'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'
import { actionNames } from './texts.ts'

export const rulesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'rules'],
    queryFn: ({ signal }) => rpc('admin_automod_page', {}, signal),
    staleTime: 0,
    meta: { personal: true },
  })

/** What the rule would have met in the last 7 days; null while the fields are no rule yet. */
export const trialQuery = (userId: string, fields: AutomodFields) =>
  queryOptions({
    queryKey: ['admin', userId, 'rule-trial', automodValues(fields)],
    queryFn: ({ signal }) => rpc('admin_try_automod_rule', { p_values: automodValues(fields) }, signal),
    enabled: automodForm.safeParse(fields).success,
    gcTime: 0,
    meta: { personal: true },
  })

/** Null deletes the rule. */
export const switchRule = (id: string, state: AutomodRule['state'] | null) =>
  rpc('admin_switch_automod_rule', { p_id: id, p_state: state })

export const saveRule = (rule: AutomodRule | null, fields: AutomodFields) =>
  rpc('admin_save_automod_rule', {
    p_id: rule?.id ?? null,
    p_seen: rule?.updated_at ?? null,
    p_values: automodValues(fields),
  })

/** What stands stored now; null if it is gone. */
export async function readRule(id: string): Promise<AutomodRule | null> {
  const { rules } = await rpc('admin_automod_page', {})
  return rules.find((rule) => rule.id === id) ?? null
}

/** How a rule's fields are called in a conflict. */
export const ruleTexts: FieldTexts<AutomodFields> = {
  name: 'Name',
  posts: 'Gilt für Beiträge',
  comments: 'Gilt für Kommentare',
  nicknames: 'Gilt für Nicknames',
  action: ['Was dann passiert', (action) => actionNames[action]],
  words: 'Eins dieser Wörter',
  links: 'Links',
  accountDays: 'Account jünger als … Tage',
  contributions: 'Weniger als … Beiträge und Kommentare',
  perHour: 'Ab dem wievielten in einer Stunde',
  repeated: 'Derselbe Text wie ein anderer vom selben Tag',
  namesStar: 'Es geht um einen Star',
}

const typed = (stored: number | null | undefined) => stored?.toString() ?? ''

/** The fields of a stored rule, or of a new one. */
export const fieldsOf = (rule: AutomodRule | null): AutomodFields => ({
  name: rule?.name ?? '',
  posts: rule?.applies_to.includes('post') ?? true,
  comments: rule?.applies_to.includes('comment') ?? true,
  nicknames: rule?.applies_to.includes('nickname') ?? false,
  action: rule?.action ?? 'flag',
  words: rule?.words.join('\n') ?? '',
  links: typed(rule?.min_links),
  accountDays: typed(rule?.max_account_days),
  contributions: typed(rule?.max_contributions),
  perHour: typed(rule?.min_per_hour),
  repeated: rule?.is_repeated ?? false,
  namesStar: rule?.names_star ?? false,
})
