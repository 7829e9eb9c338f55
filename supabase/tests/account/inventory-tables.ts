import type { inventory } from '@hot/domain/privacy/inventory'

/**
 * Where each entry of the inventory is stored: tables with all their columns, or `*` where every column is what the entry is
 * about. A test compares them with the database, so that a new table or column is thought about: it joins an entry, or says
 * nothing about anybody. A table may say itself to which entry it belongs as a whole: `Personal: posts.` in its comment.
 */
export const personalTables: Record<keyof typeof inventory, Readonly<Record<string, string>>> = {
  account: {
    'auth.users':
      'instance_id id aud role email encrypted_password email_confirmed_at invited_at confirmation_token confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at updated_at phone phone_confirmed_at phone_change phone_change_token phone_change_sent_at confirmed_at email_change_token_current email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at is_anonymous',
    'auth.identities': 'provider_id user_id identity_data provider last_sign_in_at created_at updated_at email id',
    'public.profiles':
      'id email full_name nickname slug avatar_url bio provider_type provider_subject role is_banned banned_until needs_invite karma analytics_consent analytics_consent_updated_at created_at updated_at analytics_consent_text in_search_engines age_confirmed_at age_text',
    'public.public_profiles': 'id nickname slug avatar_url bio karma joined',
    'public.profile_slug_history': 'old_slug profile_id created_at',
  },
  links: {
    'auth.flow_state':
      'id user_id auth_code code_challenge_method code_challenge provider_type provider_access_token provider_refresh_token created_at updated_at authentication_method auth_code_issued_at invite_token referrer oauth_client_state_id linking_target_id email_optional',
    'auth.one_time_tokens': 'id user_id token_type token_hash relates_to created_at updated_at',
    'auth.oauth_client_states': 'id provider_type code_verifier created_at',
    'embedded.used_links': 'link_hash user_id used_at',
    'embedded.waiting_passwords': 'user_id challenge method',
    'embedded.pending_identities': 'flow_id provider external',
  },
  sessions: {
    'auth.sessions':
      'id user_id created_at updated_at factor_id aal not_after refreshed_at user_agent ip tag oauth_client_id refresh_token_hmac_key refresh_token_counter scopes',
    'auth.refresh_tokens': 'instance_id id token user_id revoked created_at updated_at parent session_id',
    'auth.mfa_amr_claims': 'session_id created_at updated_at authentication_method id',
    'auth.audit_log_entries': 'instance_id id payload created_at ip_address',
  },
  networks: {
    'embedded.known_networks': 'user_id network seen_at',
  },
  factors: {
    'auth.mfa_factors':
      'id user_id friendly_name factor_type status created_at updated_at secret phone last_challenged_at web_authn_credential web_authn_aaguid last_webauthn_challenge_data',
    'auth.mfa_challenges': 'id factor_id created_at verified_at ip_address otp_code web_authn_session_data',
    'auth.webauthn_challenges': 'id user_id challenge_type session_data created_at expires_at',
    'auth.webauthn_credentials':
      'id user_id credential_id public_key attestation_type aaguid sign_count transports backup_eligible backed_up friendly_name created_at updated_at last_used_at',
    'private.recovery_codes': 'user_id code_hash made_at used_at',
  },
  mails: {
    'embedded.account_mails': 'id user_id secret mail created_at expires_at next_try_at tries failed_at problem',
    'private.mail_outbox': 'id recipient template data tries next_try_at last_error sent_at created_at tried_at',
    'private.digests': 'member_id rhythm code seen_until next_at',
    'private.team_mails': 'member_id urgent briefing silent mailed weekly',
  },
  posts: {
    'public.community_posts':
      'id title type author_id content status tags slug day poll_ends_at created_at updated_at last_activity_at moderated_by moderated_at rejection_reason hearts_count poops_count comments_count votes_count hot_rank staff_edited_at staff_edited_by edited_at rumor_subject statement statement_speaker statement_at mentions',
    'public.comments':
      'id content mentions author_id post_id parent_id created_at edited_at deleted_at hearts_count poops_count',
    'public.archived_posts':
      'id post_id author_id title title_key record reason archived_by archived_at restored_at restored_by',
    'private.post_slug_history': 'day old_slug post_id is_gone created_at',
    'private.post_versions':
      'id post_id title content tags source_url options poll_ends_at rumor_status replaced_at replaced_by by_team was_public',
    'private.post_revisions':
      'post_id title content tags source_url options poll_ends_at status rejection_reason decision_id submitted_at updated_at',
    'private.held_comments': 'id post_id parent_id author_id content held_at rejected_at decision_id',
    'private.deleted_comment_authors': 'comment_id author_id',
    'public.poll_options': 'id post_id text position votes_count',
    'public.post_rumors':
      'post_id rumor_status source_url verification_reason verification_source agree_count disagree_count updated_at recheck_at voters_told_at',
    'storage.objects':
      'id bucket_id name owner created_at updated_at last_accessed_at metadata path_tokens version owner_id user_metadata',
    'private.chart_posts': 'post_id author_id formats',
    'private.post_search': 'post_id search_key',
    'private.post_titles': 'post_id title_key',
    'private.classifications': 'post_id subjects tries due_at',
  },
  choices: {
    'public.demand_votes': 'user_id star_id value weighs created_at updated_at',
    'public.drama_votes': 'user_id star_id value weighs created_at updated_at',
    'public.realness_votes': 'user_id star_id value weighs created_at updated_at',
    'public.rumor_votes': 'post_id user_id vote created_at updated_at',
    'public.poll_votes': 'post_id user_id option_id created_at updated_at',
    'public.post_reactions': 'post_id user_id reaction created_at updated_at',
    'public.comment_reactions': 'comment_id user_id reaction created_at updated_at',
    'public.post_stickers': 'post_id user_id sticker created_at',
    'public.star_fans': 'star_id user_id created_at',
    'public.karma_events': 'id user_id reason delta source actor_id created_at',
    'private.rumor_hits': 'post_id member_id vote hit decided_at',
    'private.hit_rates': 'member_id hits decided hidden',
    'private.karma_sums': 'user_id ever ever_before last_30 last_30_before',
    'private.karma_changes': 'id user_id created_at delta',
    'private.act_changes': 'id post_id actor created_at change',
    'private.opinion_pairs': 'author_id actor ever ever_before last_30 last_30_before',
    'private.opinion_sums': 'author_id ever ever_before last_30 last_30_before',
    'private.member_ranks': 'chart time_window rank member_id value rank_week_ago',
    'private.ranked_members': 'member_id ref',
    'private.pending_karma': 'kind target_id actor_id id',
    'private.pending_counts': 'kind target_id id hearts poops comments votes agree disagree karma active_at',
  },
  lists: {
    'public.saved_posts': 'post_id user_id created_at',
    'private.follows': 'member_id target_type target_id channel created_at',
    'private.member_blocks': 'member_id other_id kind created_at',
    'public.comment_reads': 'user_id post_id read_at',
    'private.watch_progress': 'member_id season_id until_number updated_at',
  },
  notifications: {
    'public.notifications':
      'id user_id type title message data post_id comment_id target_id actor_id actors_count read created_at channel',
    'public.notification_preferences': 'user_id type enabled updated_at channel',
    'private.notification_actors': 'notification_id actor_id cause gone',
    'private.notification_events': 'post_id id kind comment_id actor_id choice',
    'private.changed_rumors': 'post_id editor_id told_up_to',
  },
  push: {
    'public.push_devices': 'id user_id session_id kind token p256dh auth environment created_at last_seen_at',
    'private.push_queue': 'id device_id notification_id tries next_try_at last_error sent_at created_at',
  },
  concerns: {
    'private.concerns':
      'id reference page wish speaks_for name email content token_hash asked_at due_on confirmed_at outcome answer decided_at decided_by',
  },
  reports: {
    'public.reports':
      'id target_type target_post_id target_comment_id target_author_id reporter_id reporter_name reporter_email good_faith reason details status created_at confirmed_at resolved_at resolved_by action action_reason severity ban_duration_days decision_id target_profile_id rule_id origin is_child_abuse counts',
    'private.report_confirmations': 'report_id token_hash created_at',
    'private.report_senders': 'id sender sent_at',
    'private.case_notes':
      'id target_type target_id kind content author_id asked asked_id report_id question_id token_hash written_at',
    'private.case_claims': 'target_type target_id member_id claimed_until',
  },
  decisions: {
    'public.moderation_actions':
      'id target_type target_post_id target_comment_id target_user_id report_id action counts_as_warning severity reason ban_duration_days rule content_excerpt admin_id created_at origin scope changed',
    'public.appeals': 'id moderation_action_id user_id message status decision_reason decided_by decided_at created_at',
    'public.admin_actions': 'id admin_id action_type target_type target_id details created_at',
    'private.removed_comments': 'comment_id content author_id removed_by removed_at',
    'private.removed_profiles': 'id member_id nickname bio picture removed_by removed_at renamed_to',
    'private.spam_removals': 'id member_id archives comments removed_by removed_at restored_at bin_id',
    'private.bin': 'id kind name counts removed_at removed_by merged_into',
    'private.binned_rows': 'bin_id place table_name member_id content',
    'private.merged_rows': 'bin_id place table_name member_id before after',
    'private.pending_decisions':
      'id decider kind args targets seen facts decided_at due_at state attempts problem answer carried_out_in',
    'private.imports': 'id applied_at applied_by counts created changed undone_at removed_bin',
    'private.distinct_stars': 'one other said_by said_at',
    'private.news_versions': 'id news_id title excerpt body replaced_at replaced_by',
    'private.site_texts': 'name content updated_at updated_by',
    'private.automod_rules':
      'id name state applies_to action words min_links max_account_days max_contributions min_per_hour is_repeated names_star updated_by created_at updated_at',
    'public.app_settings':
      'id signup_mode extra_mail_domains auto_approve_after_posts auto_approve_warning_days posts_quota votes_quota updated_by updated_at alert_after_hours away_after_hours',
    'public.news':
      'id title slug excerpt body image_url url published_at author_id created_at updated_at image_alt image_credit tags image_source image_license',
    'private.rule_hits': 'rule_id target_type target_id hit_at',
    'private.team_alerts': 'id alert about rung_at',
  },
  usage: {
    'public.analytics_events':
      'id event_type user_id session_id page_path target_type target_id metadata created_at month',
    'public.user_sessions': 'id user_id session_start session_end page_views actions_count device_info',
  },
  suspicions: {
    'private.sign_up_hashes': 'id provider_hash signed_up_at',
    'public.invites': 'id code max_uses uses_count expires_at active created_by note created_at updated_at',
    'public.invite_redemptions': 'invite_id user_id redeemed_at',
    'private.invite_guesses': 'id guesser guessed_at',
  },
  counters: {
    'embedded.limits': 'name key full_at',
    'private.rate_counts': 'user_id kind slot uses',
  },
  stars: {
    'public.stars': '*',
    'public.star_slug_history': 'old_slug star_id created_at',
    'public.star_social_accounts': 'id star_id platform handle url followers created_at updated_at',
    'public.star_social_followers': 'account_id day followers',
    'public.season_participants': 'season_id star_id placement sort_order created_at',
    'public.star_scores':
      'star_id hot_score demand_average realness_average drama_average demand_count realness_count drama_count demand_sum realness_sum drama_sum votes_count rank rank_week_ago updated_at',
    'private.star_rank_snapshots': 'day star_id rank score',
    'private.star_search': 'star_id search_key sort_key letter created_at place',
    'private.star_followers': 'star_id followers',
    'private.star_vote_spreads': 'star_id question counts votes total',
    'private.star_score_deltas': 'id star_id question votes total',
    'private.name_words': 'kind owner_id word',
  },
  door: {
    'private.star_requests':
      'id star_id member_id kind speaker code content state reason asked_at decided_at decided_by post_id',
    'private.star_statements': 'post_id member_id since taken taken_at left_at decision_id',
  },
  // Its table says so itself.
  bans: {},
  log: {},
  backups: {},
}

/** Tables that say nothing about anybody: what is broadcast, settings, figures, work that waits. */
export const impersonalTables: readonly string[] = [
  'embedded.secrets',
  'private.analytics_daily_pages',
  'private.analytics_daily_types',
  'private.analytics_daily_visits',
  'private.analytics_daily_vitals',
  'private.announcements',
  'private.ban_key',
  'private.briefings',
  'private.chart_state',
  'private.classifier',
  'private.episodes',
  'private.format_facts',
  'private.hand_edits',
  'private.import_keys',
  'private.jobs',
  'private.link_previews',
  'private.mail_domains',
  'private.site_state',
  'private.site_youth',
  'private.mail_limits',
  'private.near_words',
  'private.news_discussions',
  'private.news_search',
  'private.pending_targets',
  'private.popular_targets',
  'private.post_changes',
  'private.programs',
  'private.reserved_nicknames',
  'private.season_slug_history',
  'private.server_minutes',
  'private.star_letters',
  'private.tagged_posts',
  'private.week_topics',
  'public.broadcasters',
  'public.calendar_events',
  'public.format_slug_history',
  'public.formats',
  'public.post_tags',
  'public.seasons',
  'public.star_vote_means',
  'public.streaming_providers',
  'storage.buckets',
]
