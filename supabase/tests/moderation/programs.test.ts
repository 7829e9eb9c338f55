import { programs } from '@hot/domain/moderation/programs'
import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const named = programs.flatMap(({ functions }) => functions)

/** Checks of form, of rights and of the place a text has, and bookkeeping: they judge nobody and nothing said. */
const noPrograms = [
  ...['clean_post', 'check_post', 'set_mentions', 'set_post_slug', 'touch_updated_at', 'keep_end', 'keep_decider'],
  ...['clean_comment', 'check_reply', 'guard_comment', 'require_nickname', 'take_turn', 'empty_comment'],
  ...['hide_author_of_deleted', 'archive_on_delete', 'withdraw_act', 'is_client', 'is_moderator', 'refuse'],
  // Its moderator is whoever changed the status.
  'record_post_decision',
  // Somebody has blocked the author: a person's will.
  'check_answered',
]

/** What runs before something written is stored, with what guard_post asks, what answers "later", and what decides by itself. */
const actors = `
  select distinct f.proname as name from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where not t.tgisinternal and t.tgrelid in ('public.community_posts'::regclass, 'public.comments'::regclass) and t.tgtype & 2 = 2
  union
  select m[1] from pg_proc f, regexp_matches(f.prosrc, 'private\\.(\\w+)\\(', 'g') m
    where f.oid = 'private.guard_post'::regproc
  union
  select f.proname from pg_proc f
    where f.pronamespace = 'private'::regnamespace and f.prosrc ~ 'refuse_for_now\\(' and f.proname <> 'refuse_for_now'
  union
  select f.proname from pg_proc f where f.pronamespace = 'private'::regnamespace
    and f.prosrc ~ 'insert into public.moderation_actions' and f.prosrc !~ 'auth\\.uid\\(\\)'`

test(
  'the guidelines name every program that holds, delays or refuses what members write',
  harness(async (t) => {
    const { rows } = await t.owner(actors)
    const found = rows.map(({ name }) => String(name))
    expect(found).toEqual(
      expect.arrayContaining(['refuse_early_link', 'needs_a_human', 'slow_down_while_away', 'restore_kept_ban']),
    )
    expect(found.filter((name) => !named.includes(name) && !noPrograms.includes(name))).toEqual([])
  }),
)

test(
  'and no program that is not there',
  harness(async (t) => {
    const { rows } = await t.owner(`select proname as name from pg_proc where pronamespace = 'private'::regnamespace`)
    const known = new Set(rows.map(({ name }) => name))
    expect(named.filter((name) => !known.has(name))).toEqual([])
  }),
)
