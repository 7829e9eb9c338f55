import type { Harness } from '../support/harness.ts'
import { mailOf, people } from '../support/people.ts'
import { world as w } from '../support/world.ts'
import { signedIn } from './account-people.ts'

const id = (n: number) => `50000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const { member, other, admin } = people

export const lived = {
  nickname: 'tvnudel',
  email: mailOf('member'),
  fullName: 'Klarname member',
  approvedPost: id(1),
  rejectedPost: id(2),
  deletedPost: id(3),
  comment: id(4),
  mention: id(5),
  archivedComment: id(6),
  avatar: `${member}/${id(7)}.webp`,
} as const

/** Rows of a member in every table that can refer to one. Written as owner; the matrix tests who may write them. */
const traces = `
insert into public.community_posts (id, title, type, author_id, status) values
  ('${lived.approvedPost}', 'Das bleibt auch ohne mich', 'rumor', '${member}', 'approved'),
  ('${lived.deletedPost}', 'Das löscht das Team gleich', 'discussion', '${other}', 'approved');
insert into public.community_posts (id, title, type, author_id, status, rejection_reason) values
  ('${lived.rejectedPost}', 'Das kommt nie online', 'discussion', '${member}', 'rejected', 'Kein Thema');
insert into public.comments (id, post_id, author_id, content) values
  ('${lived.comment}', '${w.discussion}', '${member}', 'Mein Kommentar'),
  ('${lived.mention}', '${w.discussion}', '${other}', 'Stimmt, @TvNudel! Frag @tvnudel.2 und @tvnudel.'),
  ('${lived.archivedComment}', '${lived.deletedPost}', '${member}', 'Hier auch @tvnudel');
insert into public.demand_votes (user_id, star_id, value) values ('${member}', '${w.star}', 5);
insert into public.realness_votes (user_id, star_id, value) values ('${member}', '${w.star}', 4);
insert into public.drama_votes (user_id, star_id, value) values ('${member}', '${w.star}', 3);
insert into public.star_fans (user_id, star_id) values ('${member}', '${w.star}');
insert into public.saved_posts (user_id, post_id) values ('${member}', '${w.rumor}');
insert into public.post_stickers (user_id, post_id, sticker) values ('${member}', '${w.rumor}', 'tea'), ('${member}', '${lived.deletedPost}', 'rose');
insert into public.rumor_votes (user_id, post_id, vote) values ('${member}', '${w.rumor}', 'agree');
insert into public.poll_votes (user_id, post_id, option_id) values ('${member}', '${w.poll}', '${w.option}');
insert into public.post_reactions (user_id, post_id, reaction) values
  ('${member}', '${w.discussion}', 'heart'), ('${other}', '${lived.approvedPost}', 'heart'), ('${member}', '${lived.deletedPost}', 'poop');
insert into private.post_versions (post_id, title, content, tags, replaced_by, by_team)
  values ('${lived.approvedPost}', 'So hieß er vorher', 'Frag @tvnudel', '{}', '${member}', false);
insert into private.post_revisions (post_id, title, content, tags) values ('${lived.approvedPost}', 'So soll er heißen', 'Text', '{}');
insert into public.comment_reactions (user_id, comment_id, reaction) values ('${member}', '${w.comment}', 'heart');
insert into public.comment_reads (user_id, post_id) values ('${member}', '${w.discussion}');
insert into public.reports (target_type, target_post_id, reporter_id, reason) values ('post', '${w.rumor}', '${member}', 'spam');
insert into public.reports (target_type, target_comment_id, reporter_id, reason, details)
  values ('comment', '${lived.comment}', '${other}', 'other', 'Schon wieder @tvnudel');
insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
  values ('post', '${lived.rejectedPost}', '${member}', 'deleted', 'Siehe Regeln', '${admin}');
insert into public.appeals (moderation_action_id, user_id, message)
  select id, '${member}', 'Bitte noch mal ansehen' from public.moderation_actions where target_user_id = '${member}' limit 1;
insert into public.user_sessions (id, user_id) values ('sitzung-0001', '${member}');
insert into public.analytics_events (event_type, user_id, session_id) values ('page_view', '${member}', 'sitzung-0001');
insert into public.analytics_events (event_type, user_id, metadata, month)
  values ('click', '${member}', '{"admin_action": true, "admin_name": "tvnudel"}', 'infinity');
insert into public.admin_actions (admin_id, action_type, target_type) values ('${member}', 'edit', 'star');
insert into public.admin_actions (admin_id, action_type, target_type, target_id) values ('${admin}', 'update_member', 'profile', '${member}');
insert into public.invites (id, code, created_by) values ('${id(20)}', 'ABCDEFGH', '${member}');
insert into public.invite_redemptions (invite_id, user_id) values ('${w.invite}', '${member}');
insert into public.news (title, author_id) values ('Von mir geschrieben', '${member}');
insert into public.notification_preferences (user_id, type, enabled) values ('${member}', 'mention', false);
insert into private.recovery_codes (user_id, code_hash) values ('${member}', 'x');
insert into public.push_devices (id, user_id, kind, token, environment) values ('${id(21)}', '${member}', 'ios', repeat('a1', 32), 'production');
insert into private.removed_comments (comment_id, content, author_id, removed_by) values ('${lived.comment}', 'Alter Text', '${member}', '${admin}');
insert into private.held_comments (id, post_id, author_id, content) values ('${id(41)}', '${w.rumor}', '${member}', 'Noch nicht gelesen');
insert into private.rumor_hits (post_id, member_id, vote, hit) values ('${w.rumor}', '${member}', 'agree', true);
insert into private.digests (member_id, rhythm, next_at) values ('${member}', 'daily', now() + interval '1 day');
insert into private.team_mails (member_id, urgent, briefing) values ('${member}', true, false);
insert into private.team_alerts (alert, about) values ('false_claim', '${member}');
select private.send_mail('${lived.email}', 'recovery_code_used', '{"left": "3"}');
insert into private.watch_progress (member_id, season_id, until_number) values ('${member}', '${w.season}', 0);
insert into private.follows (member_id, target_type, target_id) values ('${member}', 'star', '${w.star}'), ('${other}', 'member', '${member}');
insert into private.site_texts (name, content, updated_by) values ('reasons', '{}', '${member}');
insert into private.imports (applied_by, counts, created, changed) values ('${member}', '{}', '{}', '[]');
insert into private.bin (id, kind, name) values ('${id(30)}', 'star', 'Ein Star');
insert into private.binned_rows (bin_id, place, table_name, member_id, content)
  values ('${id(30)}', 1, 'public.star_fans', '${member}', '{"user_id": "${member}"}');
insert into private.merged_rows (bin_id, place, table_name, member_id, before)
  values ('${id(30)}', 1, 'public.demand_votes', '${member}', '{"user_id": "${member}"}');
insert into private.distinct_stars (one, other, said_by) values (least('${w.star}', '${w.inactiveStar}')::uuid, greatest('${w.star}', '${w.inactiveStar}')::uuid, '${member}');
insert into private.removed_profiles (member_id, nickname, bio, removed_by) values ('${member}', 'tvnudel', 'Alter Text', '${admin}');
insert into private.automod_rules (name, applies_to, action, words, updated_by) values ('Krypto', '{post}', 'flag', '{krypto}', '${member}');
insert into private.star_requests (star_id, member_id, kind, speaker, code, content, state, decided_at, decided_by)
  values ('${w.star}', '${member}', 'claim', 'Mandy selbst', 'HOT-12345678', 'https://example.org', 'granted', now(), '${member}');
insert into private.star_statements (post_id, member_id, since) values ('${w.rumor}', '${member}', now());
insert into private.case_claims (target_type, target_id, member_id, claimed_until) values ('post', '${w.rumor}', '${member}', now());
insert into private.case_notes (id, target_type, target_id, kind, content, author_id, asked, asked_id, token_hash)
  values ('${id(8)}', 'post', '${w.rumor}', 'question', 'Stimmt das, @tvnudel?', '${admin}', 'author', '${member}', 'x');
insert into private.case_notes (target_type, target_id, kind, content, asked, asked_id, question_id)
  values ('post', '${w.rumor}', 'answer', 'Ja', 'author', '${member}', '${id(8)}');
insert into private.case_notes (target_type, target_id, kind, content, author_id) values ('post', '${w.rumor}', 'note', 'Eine Notiz', '${member}');
insert into private.rate_counts (user_id, kind, slot, uses) values ('${member}', 'posts', now(), 1);
insert into public.profile_slug_history (old_slug, profile_id) values ('frueher-mal', '${member}');
update public.app_settings set updated_by = '${member}';
select private.store_in_archive('${lived.deletedPost}', 'Gemeldet von @tvnudel');
select private.store_in_archive('${lived.approvedPost}', 'Noch einmal ansehen');
select private.notify('${member}', 'reaction_on_post', 'Ein Herz', 'couchkartoffel mag das', '{}', '${lived.approvedPost}', null, '${other}');
select private.notify('${other}', 'comment_on_post', 'tvnudel hat kommentiert', 'tvnudel: Mein Kommentar', '{}', '${w.discussion}', null, '${member}');
select private.notify('${other}', 'mention', 'Erwähnt', 'tvnudel und @tvnudel', '{"text": "@tvnudel"}', '${w.poll}', null, '${admin}');
select private.notify('${other}', 'mention', 'Erwähnt', 'tvnudel', '{"text": "@tvnudel"}', '${w.poll}', null, '${member}');
insert into storage.objects (bucket_id, name, owner, owner_id) values ('avatars', '${lived.avatar}', '${member}', '${member}');
insert into private.member_blocks (member_id, other_id, kind) values ('${member}', '${other}', 'mute'), ('${other}', '${member}', 'block')`

/** Rows that GoTrue writes. */
const atGotrue = `
insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
  values ('${member}', '${member}', '{"email": "${lived.email}", "sub": "${member}"}', 'email', now());
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
  values ('${id(30)}', '${member}', 'Handy', 'totp', 'unverified', 'GEHEIMESSAATGUT', now(), now());
insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
  values ('${member}', 'geheim-kennung', 'GEHEIMESSAATGUT', 'Laptop');
insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
  values ('${id(31)}', '${member}', 'recovery_token', 'geheimer-hash', '${lived.email}');
insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method)
  values ('${id(32)}', '${member}', 'geheimer-code', 's256', 'x', 'email', 'magiclink');
insert into auth.audit_log_entries (id, payload, created_at) values
  ('${id(33)}', '{"action": "login", "actor_id": "${member}", "actor_username": "${lived.email}"}', now()),
  ('${id(34)}', '{"action": "login", "actor_id": "${other}", "actor_username": "anders"}', now());
update auth.users set encrypted_password = 'geheimes-passwort' where id = '${member}'`

/** A row that only the embedded backend's sessions write. */
const atHome = `do $$ begin
  if to_regclass('embedded.known_networks') is not null then
    insert into embedded.known_networks (user_id, network) values ('${member}', 'gehashtes-netz'), ('${other}', 'anderes-netz');
  end if;
end $$`

/** A member with rows in every table that can refer to one. */
export async function liveLife(t: Harness): Promise<void> {
  for (const statement of traces.split(';\n')) await t.owner(statement)
  for (const statement of atGotrue.split(';\n')) await t.platform(statement)
  await t.platform(atHome)
  await signedIn(t, 'member')
}
