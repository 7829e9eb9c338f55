import type { ProfileConsent } from '../privacy/consent.ts'
import type {
  AccountPage,
  DigestByCode,
  NicknameAvailability,
  NotificationSettings,
  OwnDigest,
  OwnHitRate,
  OwnProfile,
  OwnTeamMails,
} from './account/account.ts'
import type { AccountSaved, AccountStars, OwnComments, OwnPosts } from './account/content.ts'
import type { AppealAnswer, ModerationStatus, OwnDecisionAnswer, OwnModerationPage } from './account/decision.ts'
import type { InviteCheck, RedeemInviteAnswer } from './account/invite.ts'
import type {
  AccountSessions,
  EndSessionAnswer,
  NewRecoveryCodes,
  OwnDataExport,
  RecoveryCodesLeft,
  UsedRecoveryCode,
} from './account/security.ts'
import type { OwnBlocks, OwnFollows } from './account/ties.ts'
import type { AdminAnalytics } from './admin/analytics.ts'
import type { AdminAppealsPage, DecideAppealAnswer } from './admin/appeals.ts'
import type {
  AdminCalendarChoices,
  AdminCalendarEvent,
  AdminCalendarPage,
  CopiedWeek,
  EventCollisions,
  SavedEvent,
} from './admin/calendar.ts'
import type { DecideAnswer, PendingDecision, PendingDecisions, SpamPreview } from './admin/decisions.ts'
import type { AdminFormat, AdminFormatsPage, SavedFormat } from './admin/formats.ts'
import type { ImportChanges, ImportKeys, ImportNew, ImportOutcome, ImportsPage, UndoneImport } from './admin/imports.ts'
import type { AdminInvite, AdminInvitesPage, AdminInviteUses } from './admin/invites.ts'
import type { AdminNewsItem, AdminNewsPage, SavedNews } from './admin/news.ts'
import type {
  AdminArchivePage,
  AdminPostFigures,
  AdminPostsPage,
  Binned,
  BinPage,
  PostOutcome,
  PostOutcomes,
  RestoreOutcome,
} from './admin/posts.ts'
import type {
  CaseNotes,
  ClaimAnswer,
  ContentCase,
  DecidedCases,
  DecidedComments,
  HeldCommentsPage,
  ModerateCaseAnswer,
  PurgeOrphansAnswer,
  RemovedComments,
  RemovedCommentsPage,
  ReportCasesPage,
  ReportContact,
  TeamCommentsPage,
} from './admin/reports.ts'
import type { AdminSeason, AdminSeasonsPage, SavedSeason } from './admin/seasons.ts'
import type {
  AdminSettings,
  AdminTexts,
  AutomodPage,
  AutomodRule,
  AutomodTrial,
  TeamReasons,
} from './admin/settings.ts'
import type { AdminChannelsPage, AdminSocialAccount, AdminSocialPage, SocialImportAnswer } from './admin/social.ts'
import type {
  AdminActivity,
  AdminBadges,
  AdminStats,
  AdminTransparency,
  AdminWeek,
  PickedEntities,
} from './admin/staff.ts'
import type {
  AdminStar,
  AdminStarRef,
  AdminStarsPage,
  SavedStar,
  StarRequestOutcome,
  StarRequestsPage,
} from './admin/stars.ts'
import type { AdminUserPage, AdminUsersPage, SpamAnswer, TakenBack } from './admin/users.ts'
import type { ChartFormats, ChartMembers, ChartSleuths, ChartSocial, ChartStars, ChartsPage } from './chart.ts'
import type {
  CaseAnswer,
  CaseQuestion,
  CommentNews,
  CommentReplies,
  CommentThread,
  ConfirmAnswer,
  DeleteOwnPostAnswer,
  FreshComments,
  KarmaPage,
  MentionSuggestions,
  NotificationsPage,
  OwnPostPage,
  PostHistory,
  ReportAnswer,
  RestoreOwnPostAnswer,
  SavedPost,
  StarDoor,
  StarStatement,
  StarVotesAnswer,
  TagSearch,
  UnpublishedPost,
  ViewerComments,
  ViewerFans,
  ViewerPosts,
  ViewerStar,
  VotingPage,
} from './community.ts'
import type { Database } from './database.types.ts'
import type { CalendarPage, FormatEvents } from './event.ts'
import type { FeedEvent, FeedPost, SitemapEntries } from './feed.ts'
import type { FormatPage, FormatsPage, SeasonPage, SeasonPath } from './format.ts'
import type { ProfileComments, ProfileFanOf, ProfilePage, ProfilePosts } from './member.ts'
import type { NewsArticle, NewsPage } from './news.ts'
import type { CommentsPage, PostLive, PostPage, PostPath, PostsAside, PostsPage, TrashtalkPage } from './post.ts'
import type { PopularContent, SearchAnswer, SearchPage } from './search.ts'
import type { HomePage, ShellData, SiteTexts } from './site.ts'
import type { StarPage, StarsPage } from './star.ts'

type Functions = Database['public']['Functions']

/** How clients call an RPC, and whether it changes cached pages. */
export type RpcTraits = {
  /** Has side effects: sent by POST, and not retried unless it is `repeatable`. */
  writes?: true
  /** Read-only, but sent by POST, because its arguments may be too long for a URL, or null. */
  posted?: true
  /** Idempotent, by an id made by the client or a natural key. */
  repeatable?: true
  /** Takes long, so progress is shown: a whole file, or an account with all its data. */
  slow?: true
  /**
   * Changes what guests see, so cached pages are purged. `true`: all, at once, because staff decided. Within a second,
   * because members may call it again and again: `all`, or those that show the `caller`, or the row whose id is the
   * argument `p_id`. An answer `false` means that nothing changed.
   */
  purges?: true | 'all' | 'caller' | 'p_id'
}

/** `answer` exists only for type inference. */
type Rpc<Answer> = RpcTraits & { readonly answer?: Answer }

const read = <Answer>(traits: Omit<RpcTraits, 'writes'> = {}): Rpc<Answer> => traits
const write = <Answer>(traits: RpcTraits = {}): Rpc<Answer> => ({ writes: true, ...traits })

/**
 * All RPCs that clients may call: the answer, and how they are called. Arguments come from the generated database
 * types. A test compares the names with the database.
 */
export const rpcs = {
  // For pages, members and guests.
  account_page: read<AccountPage>(),
  account_saved: read<AccountSaved>(),
  account_sessions: read<AccountSessions>(),
  account_stars: read<AccountStars>(),
  answer_case: write<CaseAnswer>(),
  answer_as_star: write<boolean>({ repeatable: true, purges: 'p_id' }),
  ask_star_door: write<StarDoor>({ repeatable: true }),
  calendar_feed: read<FeedEvent[] | null>(),
  calendar_page: read<CalendarPage>(),
  chart_formats: read<ChartFormats>(),
  chart_karma: read<ChartMembers>(),
  chart_opinion_makers: read<ChartMembers>(),
  chart_sleuths: read<ChartSleuths>(),
  chart_social: read<ChartSocial>(),
  chart_stars: read<ChartStars>(),
  charts_page: read<ChartsPage>(),
  check_invite: write<InviteCheck>(),
  comment_news: read<CommentNews>({ posted: true }),
  comment_replies: read<CommentReplies>(),
  case_question: read<CaseQuestion>({ posted: true }),
  comment_thread: read<CommentThread>(),
  comments_page: read<CommentsPage>(),
  confirm_report: write<ConfirmAnswer>(),
  create_post: write<SavedPost>({ repeatable: true }),
  delete_own_account: write<unknown>({ slow: true, purges: 'all' }),
  delete_own_post: write<DeleteOwnPostAnswer>({ repeatable: true, purges: 'p_id' }),
  end_session: write<EndSessionAnswer>({ repeatable: true }),
  export_own_data: write<OwnDataExport>({ slow: true }),
  file_appeal: write<AppealAnswer>({ repeatable: true }),
  format_events: read<FormatEvents>(),
  format_page: read<FormatPage | null>(),
  formats_page: read<FormatsPage>(),
  get_unread_notification_count: read<number>(),
  fresh_comments: read<FreshComments>({ posted: true }),
  hold_comment: write<unknown>({ repeatable: true }),
  home_page: read<HomePage>(),
  karma_page: read<KarmaPage>(),
  mark_all_notifications_read: write<number>({ repeatable: true }),
  mention_suggestions: read<MentionSuggestions>(),
  nickname_available: write<NicknameAvailability>(),
  news_article: read<NewsArticle | null>(),
  news_page: read<NewsPage>(),
  notification_settings: read<NotificationSettings>(),
  notifications_page: read<NotificationsPage>(),
  own_blocks: read<OwnBlocks>(),
  own_comments: read<OwnComments>(),
  own_decision: read<OwnDecisionAnswer>(),
  own_follows: read<OwnFollows>(),
  own_digest: read<OwnDigest>(),
  own_team_mails: read<OwnTeamMails>(),
  own_hit_rate: read<OwnHitRate>(),
  own_moderation_page: read<OwnModerationPage>(),
  own_moderation_status: read<ModerationStatus>(),
  own_post: read<OwnPostPage>(),
  own_posts: read<OwnPosts>(),
  own_profile: read<OwnProfile>(),
  own_recovery_codes: read<RecoveryCodesLeft>(),
  popular_content: read<PopularContent>(),
  post_history: read<PostHistory>(),
  post_live: read<PostLive>(),
  post_page: read<PostPage | null>(),
  post_path: read<PostPath | null>(),
  posts_aside: read<PostsAside>(),
  posts_feed: read<FeedPost[]>(),
  posts_page: read<PostsPage>(),
  profile_comments: read<ProfileComments>(),
  profile_fan_of: read<ProfileFanOf>(),
  profile_page: read<ProfilePage | null>(),
  profile_posts: read<ProfilePosts>(),
  record_consent: write<ProfileConsent>(),
  redeem_invite: write<RedeemInviteAnswer>(),
  register_push_device: write<void>({ repeatable: true }),
  remove_push_device: write<boolean>({ repeatable: true }),
  renew_recovery_codes: write<NewRecoveryCodes>(),
  report_contact: read<ReportContact>(),
  report_content: write<ReportAnswer>({ repeatable: true }),
  restore_own_post: write<RestoreOwnPostAnswer>({ purges: 'p_id' }),
  search_all: read<SearchAnswer>(),
  search_page: read<SearchPage>(),
  season_page: read<SeasonPage | null>(),
  season_path: read<SeasonPath | null>(),
  set_block: write<OwnBlocks>({ repeatable: true }),
  set_follow: write<OwnFollows>({ repeatable: true }),
  set_digest: write<OwnDigest>({ repeatable: true }),
  set_digest_by_code: write<DigestByCode>({ repeatable: true }),
  set_hit_rate_shown: write<OwnHitRate>({ repeatable: true, purges: 'caller' }),
  set_nickname: write<OwnProfile>({ repeatable: true, purges: 'caller' }),
  set_notification_setting: write<NotificationSettings>({ repeatable: true }),
  set_star_votes: write<StarVotesAnswer>(),
  shell_data: read<ShellData>(),
  site_texts: read<SiteTexts>(),
  sitemap_entries: read<SitemapEntries>(),
  star_door: read<StarDoor>(),
  star_page: read<StarPage | null>(),
  star_statement: read<StarStatement>(),
  stars_page: read<StarsPage>(),
  tag_search: read<TagSearch>(),
  tell_star_facts: write<boolean>(),
  trashtalk_page: read<TrashtalkPage>(),
  unpublished_post: read<UnpublishedPost>({ posted: true }),
  update_own_profile: write<OwnProfile>({ repeatable: true, purges: 'caller' }),
  update_post: write<SavedPost>({ repeatable: true, purges: 'p_id' }),
  use_recovery_code: write<UsedRecoveryCode>({ repeatable: true }),
  viewer_comments: read<ViewerComments>(),
  viewer_fans: read<ViewerFans>({ posted: true }),
  viewer_posts: read<ViewerPosts>(),
  viewer_star: read<ViewerStar>({ posted: true }),
  voting_page: read<VotingPage>(),
  // For staff.
  admin_activity_page: read<AdminActivity>(),
  admin_analytics_page: read<AdminAnalytics>(),
  admin_appeals_page: read<AdminAppealsPage>(),
  admin_apply_import: write<ImportOutcome>({ slow: true, purges: true }),
  admin_archive_page: read<AdminArchivePage>(),
  admin_ask_in_case: write<CaseNotes>(),
  admin_automod_page: read<AutomodPage>(),
  admin_badges: read<AdminBadges>(),
  admin_ban_member: write<unknown>({ purges: true }),
  admin_ban_spammer: write<SpamAnswer>({ purges: true, slow: true }),
  admin_bin_page: read<BinPage>(),
  admin_calendar_choices: read<AdminCalendarChoices>(),
  admin_calendar_collisions: read<EventCollisions>(),
  admin_calendar_event: read<AdminCalendarEvent | null>(),
  admin_calendar_page: read<AdminCalendarPage>(),
  admin_channels_page: read<AdminChannelsPage>(),
  admin_claim_case: write<ClaimAnswer>({ repeatable: true }),
  admin_comments_page: read<TeamCommentsPage>(),
  admin_content_case: read<ContentCase>(),
  admin_copy_week: write<CopiedWeek>({ purges: true }),
  admin_create_invite: write<AdminInvite>(),
  admin_decide: write<DecideAnswer>({ repeatable: true, slow: true }),
  admin_decide_appeal: write<DecideAppealAnswer>({ purges: true }),
  admin_decide_cases: write<DecidedCases>({ purges: true, slow: true }),
  admin_decide_held_comments: write<DecidedComments>({ purges: true, slow: true }),
  admin_decide_now: write<PendingDecision | null>({ repeatable: true, slow: true, purges: true }),
  admin_decide_posts: write<PostOutcomes>({ purges: true }),
  admin_decide_star_request: write<StarRequestOutcome>(),
  admin_delete_broadcaster: write<void>({ purges: true }),
  admin_delete_event: write<{ removed: number }>({ purges: true }),
  admin_delete_format: write<unknown>({ purges: true, slow: true }),
  admin_delete_member: write<unknown>({ slow: true, purges: true }),
  admin_delete_news: write<void>({ purges: true }),
  admin_delete_provider: write<void>({ purges: true }),
  admin_delete_season: write<unknown>({ purges: true, slow: true }),
  admin_delete_social: write<void>({ purges: true }),
  admin_delete_star: write<void>({ purges: true, slow: true }),
  admin_edit_post: write<PostOutcome>({ purges: true }),
  admin_end_sessions: write<number>(),
  admin_format: read<AdminFormat | null>(),
  admin_formats_page: read<AdminFormatsPage>(),
  admin_get_all_users: read<unknown>(),
  admin_held_comments_page: read<HeldCommentsPage>(),
  admin_hide_post: write<PostOutcome>({ purges: true }),
  admin_import_changes: read<ImportChanges>({ posted: true, slow: true }),
  admin_import_keys: read<ImportKeys>(),
  admin_import_new: read<ImportNew>({ posted: true, slow: true }),
  admin_import_social: write<SocialImportAnswer>({ slow: true, purges: true }),
  admin_imports_page: read<ImportsPage>(),
  admin_invite_uses: read<AdminInviteUses>(),
  admin_invites_page: read<AdminInvitesPage>(),
  admin_merge_stars: write<void>({ slow: true, purges: true }),
  admin_news_item: read<AdminNewsItem | null>(),
  admin_news_page: read<AdminNewsPage>(),
  admin_note_case: write<CaseNotes>(),
  admin_pending_decisions: read<PendingDecisions>(),
  admin_pick: read<PickedEntities>(),
  admin_post_figures: read<AdminPostFigures>(),
  admin_posts_page: read<AdminPostsPage>(),
  admin_prepare_invitation: write<unknown>(),
  admin_purge_orphan_reports: write<PurgeOrphansAnswer>({ purges: true }),
  admin_reasons: read<TeamReasons>(),
  admin_remove_comments: write<RemovedComments>({ purges: true, slow: true }),
  admin_removed_comments_page: read<RemovedCommentsPage>(),
  admin_rename_member: write<unknown>({ purges: true }),
  admin_report_cases: read<ReportCasesPage>(),
  admin_restore_from_bin: write<Pick<Binned, 'kind' | 'name'> | null>({ purges: true, slow: true }),
  admin_restore_post: write<RestoreOutcome>({ purges: true }),
  admin_save_automod_rule: write<AutomodRule>(),
  admin_save_broadcaster: write<string>({ purges: true }),
  admin_save_event: write<SavedEvent>({ purges: true }),
  admin_save_format: write<SavedFormat>({ purges: true }),
  admin_save_news: write<SavedNews>({ purges: true }),
  admin_save_provider: write<string>({ purges: true }),
  admin_save_season: write<SavedSeason>({ purges: true }),
  admin_save_settings: write<AdminSettings>({ purges: true }),
  admin_save_social: write<AdminSocialAccount>({ purges: true }),
  admin_save_star: write<SavedStar>({ purges: true }),
  admin_save_text: write<AdminTexts>({ purges: true }),
  admin_season: read<AdminSeason | null>(),
  admin_seasons_page: read<AdminSeasonsPage>(),
  admin_set_discussion: write<NewsArticle['discussion']>({ purges: true }),
  admin_set_role: write<unknown>({ purges: true }),
  admin_set_rumor_status: write<PostOutcome>({ purges: true }),
  admin_set_statement: write<PostOutcome>({ purges: true }),
  admin_set_team_mails: write<OwnTeamMails>({ repeatable: true }),
  admin_settings_page: read<AdminSettings>(),
  admin_similar_stars: read<AdminStarRef[]>(),
  admin_social_page: read<AdminSocialPage>(),
  admin_star: read<AdminStar | null>(),
  admin_spam_preview: read<SpamPreview>({ posted: true }),
  admin_stars_page: read<AdminStarsPage>(),
  admin_star_requests: read<StarRequestsPage>(),
  admin_stats: read<AdminStats>(),
  admin_switch_automod_rule: write<AutomodRule | null>(),
  admin_switch_invite: write<unknown>(),
  admin_take_back: write<TakenBack>({ purges: true }),
  admin_texts_page: read<AdminTexts>(),
  admin_transparency: read<AdminTransparency>({ slow: true }),
  admin_week: read<AdminWeek>({ slow: true }),
  admin_restore_spam: write<SpamAnswer>({ purges: true, slow: true }),
  admin_try_automod_rule: read<AutomodTrial>({ posted: true, slow: true }),
  admin_undo_import: write<UndoneImport>({ purges: true, slow: true }),
  admin_undo_decision: write<boolean>({ repeatable: true }),
  admin_unban_member: write<unknown>({ purges: true }),
  admin_user_page: read<AdminUserPage>(),
  admin_users_page: read<AdminUsersPage>(),
  archive_post_before_delete: write<unknown>({ purges: true }),
  /** The id; null: it was not told. */
  create_notification: write<string | null>(),
  get_analytics_summary: read<Functions['get_analytics_summary']['Returns']>(),
  is_admin: read<boolean>(),
  is_moderator: read<boolean>(),
  moderate_case: write<ModerateCaseAnswer>({ purges: true }),
  moderate_content: write<ModerateCaseAnswer>({ purges: true }),
} satisfies { readonly [Name in keyof Functions]?: Rpc<unknown> }

type Rpcs = typeof rpcs
export type RpcName = keyof Rpcs
export type RpcAnswer<Name extends RpcName> = Rpcs[Name] extends Rpc<infer Answer> ? Answer : never

type Declared<Name extends RpcName> = Functions[Name]['Args']
/** Arguments of an RPC; null and undefined mean its default. */
export type RpcArguments<Name extends RpcName> =
  Declared<Name> extends Record<PropertyKey, never>
    ? Record<string, never>
    : { [Key in keyof Declared<Name>]: Declared<Name>[Key] | null }

/** Traits by a name that is known only at run time; undefined when clients may not call such an RPC. */
export const rpcTraits = (name: string): RpcTraits | undefined =>
  Object.hasOwn(rpcs, name) ? rpcs[name as RpcName] : undefined
