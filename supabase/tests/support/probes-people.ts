import { people } from './people.ts'
import type { Probes } from './probe.ts'
import { world as w } from './world.ts'

/** How the rows of members, moderation and analytics are created, found and changed in the who × what matrix. */
export const peopleProbes: Probes = {
  'app_settings (site)': { where: 'id', values: "(signup_mode) values ('open')", set: "signup_mode = 'invite'" },
  'profiles (own)': { where: 'id = :owner', values: `(id) values ('${w.fresh}')`, set: "bio = 'neu'" },
  'profiles (others)': { where: 'id = :owner', values: `(id) values ('${w.fresh}')`, set: "bio = 'neu'" },
  'public_profiles (others)': {
    where: 'id = :owner',
    values: `(id, nickname, slug, joined) values ('${w.fresh}', 'x', 'x', now())`,
    set: "bio = 'neu'",
  },
  'profile_slug_history (site)': {
    where: "old_slug = 'alt'",
    values: `(old_slug, profile_id) values ('b', '${people.other}')`,
    set: "old_slug = 'c'",
    seed: `insert into public.profile_slug_history (old_slug, profile_id) values ('alt', '${people.other}')`,
  },
  'karma_events (own)': {
    where: "source = 'x'",
    values: "(user_id, reason, delta, source) values (:owner, 'post_approved', 3, 'y')",
    set: 'delta = 100',
    seed: "insert into public.karma_events (user_id, reason, delta, source) values (:owner, 'post_approved', 3, 'x')",
  },
  'karma_events (others)': {
    where: "source = 'x'",
    values: "(user_id, reason, delta, source) values (:owner, 'post_approved', 3, 'y')",
    set: 'delta = 100',
    seed: "insert into public.karma_events (user_id, reason, delta, source) values (:owner, 'post_approved', 3, 'x')",
  },
  'reports (own)': {
    where: `id = '${w.fresh}'`,
    values: `(target_type, target_post_id, reporter_id, reason) values ('post', '${w.discussion}', :owner, 'spam')`,
    set: "status = 'dismissed', action = 'ignored', action_reason = 'Kein Verstoß'",
    seed: `insert into public.reports (id, target_type, target_post_id, reporter_id, reason) values ('${w.fresh}', 'post', '${w.discussion}', :owner, 'spam')`,
  },
  'reports (others, orphan)': {
    where: `id = '${w.fresh}'`,
    values: `(target_type, target_post_id, reporter_id, reason) values ('post', '${w.discussion}', :owner, 'spam')`,
    set: "status = 'dismissed', action = 'ignored', action_reason = 'Kein Verstoß'",
    seed: `do $$ begin
      insert into public.community_posts (id, title, type) values ('${w.fresh}', 'Gleich gelöscht', 'discussion');
      insert into public.reports (id, target_type, target_post_id, reporter_id, reason) values ('${w.fresh}', 'post', '${w.fresh}', :owner, 'spam');
      delete from public.community_posts where id = '${w.fresh}';
    end $$`,
  },
  'moderation_actions (site)': {
    where: `id = '${w.fresh}'`,
    values: `(target_type, target_user_id, action, reason) values ('profile', '${people.other}', 'warned', 'Grund')`,
    set: "reason = 'anders'",
    seed: `insert into public.moderation_actions (id, target_type, target_user_id, action, reason) values ('${w.fresh}', 'profile', :owner, 'banned', 'Grund')`,
  },
  'archived_posts (site)': {
    where: `id = '${w.fresh}'`,
    values: `(post_id, title, record, reason) values ('${w.fresh}', 'x', '{}', 'x')`,
    set: "title = 'y'",
    seed: `insert into public.archived_posts (id, post_id, title, record, reason) values ('${w.fresh}', '${w.fresh}', 'x', '{}', 'x')`,
  },
  'appeals (own, new)': {
    where: `moderation_action_id = '${w.fresh}'`,
    values: `(moderation_action_id, user_id, message) values ('${w.fresh}', :owner, 'Bitte')`,
    set: "message = 'x'",
    given: `insert into public.moderation_actions (id, target_type, target_user_id, action, reason) values ('${w.fresh}', 'profile', :owner, 'banned', 'Grund')`,
  },
  'appeals (own, made already)': {
    where: `moderation_action_id = '${w.fresh}'`,
    values: `(moderation_action_id, user_id, message) values ('${w.fresh}', :owner, 'Bitte')`,
    set: "status = 'overturned', decision_reason = 'ok'",
    seed: `with made as (insert into public.moderation_actions (id, target_type, target_user_id, action, reason) values ('${w.fresh}', 'profile', :owner, 'banned', 'Grund') returning id) insert into public.appeals (moderation_action_id, user_id, message) select id, :owner, 'Bitte' from made`,
  },
  'appeals (others)': {
    where: `moderation_action_id = '${w.fresh}'`,
    values: `(moderation_action_id, user_id, message) values ('${w.fresh}', :owner, 'Bitte')`,
    set: "status = 'overturned', decision_reason = 'ok'",
    seed: `with made as (insert into public.moderation_actions (id, target_type, target_user_id, action, reason) values ('${w.fresh}', 'profile', :owner, 'banned', 'Grund') returning id) insert into public.appeals (moderation_action_id, user_id, message) select id, :owner, 'Bitte' from made`,
  },
  'notifications (own)': {
    where: `id = '${w.fresh}'`,
    values: "(user_id, type, title, message) values (:owner, 'mention', 'x', 'y')",
    set: 'read = true',
    seed: `insert into public.notifications (id, user_id, type, title, message) values ('${w.fresh}', :owner, 'mention', 'x', 'y')`,
  },
  'notifications (others)': {
    where: `id = '${w.fresh}'`,
    values: "(user_id, type, title, message) values (:owner, 'mention', 'x', 'y')",
    set: 'read = true',
    seed: `insert into public.notifications (id, user_id, type, title, message) values ('${w.fresh}', :owner, 'mention', 'x', 'y')`,
  },
  'notification_preferences (own)': {
    where: 'user_id = :owner',
    values: "(user_id, type, enabled) values (:owner, 'mention', false)",
    set: 'enabled = false',
    seed: "insert into public.notification_preferences (user_id, type, enabled) values (:owner, 'mention', true)",
  },
  'notification_preferences (others)': {
    where: 'user_id = :owner',
    values: "(user_id, type, enabled) values (:owner, 'mention', false)",
    set: 'enabled = false',
    seed: "insert into public.notification_preferences (user_id, type, enabled) values (:owner, 'mention', true)",
  },
  'push_devices (own)': {
    where: `id = '${w.fresh}'`,
    values: `(id, user_id, kind, token) values ('${w.fresh}', :owner, 'ios', repeat('a1', 32))`,
    set: 'last_seen_at = now()',
    seed: `insert into public.push_devices (id, user_id, kind, token, environment) values ('${w.fresh}', :owner, 'ios', repeat('a1', 32), 'production')`,
  },
  'push_devices (others)': {
    where: `id = '${w.fresh}'`,
    values: `(id, user_id, kind, token) values ('${w.fresh}', :owner, 'ios', repeat('a1', 32))`,
    set: 'last_seen_at = now()',
    seed: `insert into public.push_devices (id, user_id, kind, token, environment) values ('${w.fresh}', :owner, 'ios', repeat('a1', 32), 'production')`,
  },
  'admin_actions (site)': {
    where: `id = '${w.fresh}'`,
    values: "(action_type, target_type) values ('x', 'y')",
    set: "action_type = 'z'",
    seed: `insert into public.admin_actions (id, action_type, target_type) values ('${w.fresh}', 'x', 'y')`,
  },
  'analytics_events (own)': {
    where: `id = '${w.fresh}'`,
    values: "(event_type, user_id) values ('vote_cast', :owner)",
    set: "page_path = '/x'",
    seed: `insert into public.analytics_events (id, event_type, user_id) values ('${w.fresh}', 'page_view', :owner)`,
    guestValues: "(event_type) values ('page_view')",
  },
  'analytics_events (others, flagged as staff action)': {
    where: `id = '${w.fresh}'`,
    values: "(event_type, user_id) values ('page_view', :owner)",
    set: "page_path = '/x'",
    seed: `insert into public.analytics_events (id, event_type, metadata, month) values ('${w.fresh}', 'click', '{"admin_action": true}', 'infinity')`,
    guestValues: "(event_type, metadata) values ('page_view', '{\"admin_action\": true}')",
  },
  'user_sessions (own)': {
    where: "id = 'session-1'",
    values: "(id, user_id) values ('session-1', :owner)",
    set: 'page_views = 3',
    seed: "insert into public.user_sessions (id, user_id) values ('session-1', :owner)",
  },
  'user_sessions (others)': {
    where: "id = 'session-1'",
    values: "(id, user_id) values ('session-1', :owner)",
    set: 'page_views = 3',
    seed: "insert into public.user_sessions (id, user_id) values ('session-1', :owner)",
  },
  'invites (site)': { where: `id = '${w.invite}'`, values: "(note) values ('x')", set: 'active = false' },
  'invite_redemptions (own)': {
    where: 'user_id = :owner',
    values: `(invite_id, user_id) values ('${w.invite}', :owner)`,
    set: 'redeemed_at = now()',
    seed: `insert into public.invite_redemptions (invite_id, user_id) values ('${w.invite}', :owner)`,
  },
  'invite_redemptions (others)': {
    where: 'user_id = :owner',
    values: `(invite_id, user_id) values ('${w.invite}', :owner)`,
    set: 'redeemed_at = now()',
    seed: `insert into public.invite_redemptions (invite_id, user_id) values ('${w.invite}', :owner)`,
  },
}
