import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'

const harness = useHarness()

/** Where members are named and whoever silenced them may be the reader: why it need not ask private.hears(). */
const exempt: Readonly<Record<string, readonly string[]>> = {
  // Pages are cached as guests see them, so the browser folds after loading (ADR 046).
  'folded by the browser, from own_blocks()': [
    'private.comment_items',
    'private.post_cards',
    'private.found_cards',
    'public.trashtalk_page',
    'private.post_list',
    'public.account_saved',
    'public.comment_replies',
    'public.comment_thread',
    'public.comments_page',
    'public.fresh_comments',
    'public.home_page',
    'public.post_live',
    'public.post_page',
    'public.profile_posts',
  ],
  'the notifications themselves, out of which private.silence() takes them': [
    'private.latest_notifications',
    'private.claim_pushes',
    'public.notifications_page',
  ],
  'their own page, shown on purpose': ['public.profile_page'],
  'rankings of everybody': ['private.chart_of_sleuths', 'private.member_chart'],
  'the list of whom one has silenced': ['private.blocks_of_caller'],
  'puts names to ids that were chosen before by what asks': ['public.mention_suggestions', 'private.member_refs'],
  'own content': ['private.unpublished_post'],
  'the same for everybody, without an account': ['public.posts_feed', 'private.star_cards'],
  'whom a text may name when it is written': ['private.people_of_thread', 'private.known_mentions'],
}

/** Staff read everything; the matrix (who-may-what.txt) says that nobody else may call these. */
const ofStaff = (name: string, source: string): boolean =>
  /^(public|private)\.admin_/.test(name) ||
  /private\.require_(moderator|admin|reader)\(|private\.is_(moderator|admin)\(/.test(source) ||
  staffParts.has(name)
const staffParts = new Set([
  'private.action_target',
  'private.appeal_item',
  'private.case_author',
  'private.case_notes_of',
  'private.case_profile',
  'private.case_reports',
  'private.case_claim',
  'private.case_decision',
  'private.bin_page',
  'private.content_case',
  'private.held_comments_page',
  'private.imports_page',
  'private.news_versions_of',
  'private.texts_page',
  'private.try_automod_rule',
])

test(
  'what answers members asks who is heard, or says why it need not',
  harness(async (t) => {
    const { rows } = await t.platform(`
      select n.nspname || '.' || p.proname as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private') and pg_get_function_result(p.oid) not in ('trigger', 'void', 'boolean', 'integer', 'bigint')
      union all
      select v.schemaname || '.' || v.viewname, v.definition from pg_views v where v.schemaname in ('public', 'private')`)
    const naming = rows
      .map(({ name, source }) => ({ name: String(name), source: String(source) }))
      .filter(({ source }) =>
        /\b(member_refs|comment_items|post_cards|people_of_thread|latest_comments)\b/.test(source),
      )
    const asking = naming.filter(({ source }) =>
      /private\.(hears|keeps_silent|latest_comments|list_mentionable)\(/.test(source),
    )
    expect(asking.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['private.list_mentionable', 'private.digest_values', 'public.posts_aside']),
    )
    const known = Object.values(exempt).flat()
    const unasked = naming
      .filter((one) => !asking.includes(one) && !ofStaff(one.name, one.source))
      .map(({ name }) => name)
    expect(unasked.filter((name) => !known.includes(name))).toEqual([])
    // A reason for something that is gone would cover its successor.
    const names = new Set(rows.map(({ name }) => String(name)))
    expect([...known, ...staffParts].filter((name) => !names.has(name))).toEqual([])
  }),
)
