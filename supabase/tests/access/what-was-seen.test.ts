import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'

const harness = useHarness()

/** What staff do without saying what they had read: why that need not be said. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  'carries out one kind of decision of admin_decide, which compares versions before it stores and before it carries out':
    [
      'admin_ban_member',
      'admin_ban_spammer',
      'admin_decide_appeal',
      'admin_decide_cases',
      'admin_decide_held_comments',
      'admin_hide_post',
      'admin_remove_comments',
      'moderate_case',
      'moderate_content',
    ],
  'about an account, whatever it writes meanwhile': [
    'admin_delete_member',
    'admin_end_sessions',
    'admin_rename_member',
    'admin_set_role',
    'admin_unban_member',
  ],
  'leaves what was decided as it is, and only puts it off': ['admin_hold_decisions'],
  'takes back what was decided, of which a copy is kept that nobody changes': [
    'admin_restore_from_bin',
    'admin_restore_post',
    'admin_restore_spam',
    'admin_take_back',
    'admin_undo_decision',
    'admin_undo_import',
  ],
  'deletes into the bin, from where it comes back as it was': [
    'admin_delete_broadcaster',
    'admin_delete_event',
    'admin_delete_format',
    'admin_delete_news',
    'admin_delete_provider',
    'admin_delete_season',
    'admin_delete_social',
    'admin_delete_star',
    'admin_merge_stars',
  ],
  'answers what nobody changes once it is confirmed': ['admin_answer_concern'],
  'adds something, and replaces nothing': [
    'admin_ask_in_case',
    'admin_claim_case',
    'admin_copy_week',
    'admin_create_invite',
    'admin_note_case',
    'admin_plan_events',
    'admin_prepare_invitation',
  ],
  'takes back what nobody has changed since': ['admin_take_back_events'],
  'says in p_event what was read': ['admin_save_event'],
  'says in p_events what was read of each': ['admin_change_events'],
  'carries out what was stored': ['admin_decide_now'],
  'sets one value, whatever it was': [
    'admin_set_discussion',
    'admin_set_team_mails',
    'admin_switch_automod_rule',
    'admin_switch_invite',
    'admin_tell_stars_apart',
  ],
  'ends what ends by itself, once': ['admin_end_youth'],
  'the reports of what is gone': ['admin_purge_orphan_reports'],
}

test(
  'whatever the team changes says what its decider had read, or why that need not be said',
  harness(async (t) => {
    const { rows } = await t.owner(`
      select p.proname as name, pg_get_function_arguments(p.oid) as arguments from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
        and has_function_privilege('authenticated', p.oid, 'execute')
        and (p.proname ~ '^(admin|moderate)_' or p.prosrc ~ 'private\\.require_(moderator|admin)\\(')`)
    const silent = rows
      .filter((row) => !/\bp_seen\b|\bp_args\b/.test(String(row.arguments)))
      .map((row) => String(row.name))
    expect(rows.length - silent.length).toBeGreaterThan(10)
    expect([...new Set(silent)].sort()).toEqual(Object.values(exempt).flat().sort())
  }),
)
