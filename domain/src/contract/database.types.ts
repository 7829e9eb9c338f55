
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "admin_actions": {
                  Row: {
                    "action_type": string,"admin_id": string | null,"created_at": string,"details": NonNullable<Json>,"id": string,"target_id": string | null,"target_type": string
                  }
                  ComputedFields: never
                  Insert: {
                    "action_type": string,"admin_id"?: string | null,"created_at"?: string,"details"?: NonNullable<Json>,"id"?: string,"target_id"?: string | null,"target_type": string
                  }
                  Update: {
                    "action_type"?: string,"admin_id"?: string | null,"created_at"?: string,"details"?: NonNullable<Json>,"id"?: string,"target_id"?: string | null,"target_type"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "admin_actions_admin_id_fkey"
      columns: ["admin_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"analytics_events": {
                  Row: {
                    "created_at": string,"event_type": string,"id": string,"metadata": NonNullable<Json>,"month": string,"page_path": string | null,"session_id": string | null,"target_id": string | null,"target_type": string | null,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"event_type": string,"id"?: string,"metadata"?: NonNullable<Json>,"month"?: string,"page_path"?: string | null,"session_id"?: string | null,"target_id"?: string | null,"target_type"?: string | null,"user_id"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"event_type"?: string,"id"?: string,"metadata"?: NonNullable<Json>,"month"?: string,"page_path"?: string | null,"session_id"?: string | null,"target_id"?: string | null,"target_type"?: string | null,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "analytics_events_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"app_settings": {
                  Row: {
                    "alert_after_hours": number,"auto_approve_after_posts": number,"auto_approve_warning_days": number,"away_after_hours": number,"extra_mail_domains": (string)[],"id": boolean,"posts_quota": number,"signup_mode": string,"updated_at": string,"updated_by": string | null,"votes_quota": number
                  }
                  ComputedFields: never
                  Insert: {
                    "alert_after_hours"?: number,"auto_approve_after_posts"?: number,"auto_approve_warning_days"?: number,"away_after_hours"?: number,"extra_mail_domains"?: (string)[],"id"?: boolean,"posts_quota"?: number,"signup_mode"?: string,"updated_at"?: string,"updated_by"?: string | null,"votes_quota"?: number
                  }
                  Update: {
                    "alert_after_hours"?: number,"auto_approve_after_posts"?: number,"auto_approve_warning_days"?: number,"away_after_hours"?: number,"extra_mail_domains"?: (string)[],"id"?: boolean,"posts_quota"?: number,"signup_mode"?: string,"updated_at"?: string,"updated_by"?: string | null,"votes_quota"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "app_settings_updated_by_fkey"
      columns: ["updated_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"appeals": {
                  Row: {
                    "created_at": string,"decided_at": string | null,"decided_by": string | null,"decision_reason": string | null,"id": string,"message": string,"moderation_action_id": string,"status": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"decision_reason"?: string | null,"id"?: string,"message": string,"moderation_action_id": string,"status"?: string,"user_id"?: string
                  }
                  Update: {
                    "created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"decision_reason"?: string | null,"id"?: string,"message"?: string,"moderation_action_id"?: string,"status"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "appeals_decided_by_fkey"
      columns: ["decided_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "appeals_moderation_action_id_fkey"
      columns: ["moderation_action_id"]
isOneToOne: true
      referencedRelation: "moderation_actions"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "appeals_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"archived_posts": {
                  Row: {
                    "archived_at": string,"archived_by": string | null,"author_id": string | null,"id": string,"post_id": string,"reason": string,"record": NonNullable<Json>,"restored_at": string | null,"restored_by": string | null,"title": string,"title_key": string
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string,"archived_by"?: string | null,"author_id"?: string | null,"id"?: string,"post_id": string,"reason": string,"record": NonNullable<Json>,"restored_at"?: string | null,"restored_by"?: string | null,"title": string,"title_key"?: never
                  }
                  Update: {
                    "archived_at"?: string,"archived_by"?: string | null,"author_id"?: string | null,"id"?: string,"post_id"?: string,"reason"?: string,"record"?: NonNullable<Json>,"restored_at"?: string | null,"restored_by"?: string | null,"title"?: string,"title_key"?: never
                  }
                  Relationships: [
                    {
      foreignKeyName: "archived_posts_archived_by_fkey"
      columns: ["archived_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "archived_posts_author_id_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "archived_posts_restored_by_fkey"
      columns: ["restored_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"broadcasters": {
                  Row: {
                    "active": boolean,"color": string,"created_at": string,"id": string,"name": string,"type": string,"updated_at": string,"website_url": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"color"?: string,"created_at"?: string,"id"?: string,"name": string,"type"?: string,"updated_at"?: string,"website_url"?: string | null
                  }
                  Update: {
                    "active"?: boolean,"color"?: string,"created_at"?: string,"id"?: string,"name"?: string,"type"?: string,"updated_at"?: string,"website_url"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"calendar_events": {
                  Row: {
                    "broadcaster_id": string | null,"change_note": string | null,"channel": string | null,"created_at": string,"description": string | null,"duration_minutes": number | null,"episode_number": number | null,"event_date": string,"event_time": string,"event_type": string,"external_key": string | null,"format_id": string | null,"format_name": string | null,"ics_sequence": number,"id": string,"is_cancelled": boolean,"is_live": boolean,"is_occurrence": boolean,"is_rerun": boolean,"is_series_event": boolean,"season_id": string | null,"season_number": number | null,"series_end_date": string | null,"series_frequency": string,"series_parent_id": string | null,"streaming_platform": string | null,"streaming_provider_id": string | null,"title": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "broadcaster_id"?: string | null,"change_note"?: string | null,"channel"?: string | null,"created_at"?: string,"description"?: string | null,"duration_minutes"?: number | null,"episode_number"?: number | null,"event_date": string,"event_time"?: string,"event_type"?: string,"external_key"?: string | null,"format_id"?: string | null,"format_name"?: string | null,"ics_sequence"?: number,"id"?: string,"is_cancelled"?: boolean,"is_live"?: boolean,"is_occurrence"?: never,"is_rerun"?: never,"is_series_event"?: boolean,"season_id"?: string | null,"season_number"?: number | null,"series_end_date"?: string | null,"series_frequency"?: string,"series_parent_id"?: string | null,"streaming_platform"?: string | null,"streaming_provider_id"?: string | null,"title": string,"updated_at"?: string
                  }
                  Update: {
                    "broadcaster_id"?: string | null,"change_note"?: string | null,"channel"?: string | null,"created_at"?: string,"description"?: string | null,"duration_minutes"?: number | null,"episode_number"?: number | null,"event_date"?: string,"event_time"?: string,"event_type"?: string,"external_key"?: string | null,"format_id"?: string | null,"format_name"?: string | null,"ics_sequence"?: number,"id"?: string,"is_cancelled"?: boolean,"is_live"?: boolean,"is_occurrence"?: never,"is_rerun"?: never,"is_series_event"?: boolean,"season_id"?: string | null,"season_number"?: number | null,"series_end_date"?: string | null,"series_frequency"?: string,"series_parent_id"?: string | null,"streaming_platform"?: string | null,"streaming_provider_id"?: string | null,"title"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "calendar_events_broadcaster_id_fkey"
      columns: ["broadcaster_id"]
isOneToOne: false
      referencedRelation: "broadcasters"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "calendar_events_format_id_fkey"
      columns: ["format_id"]
isOneToOne: false
      referencedRelation: "formats"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "calendar_events_season_id_fkey"
      columns: ["season_id"]
isOneToOne: false
      referencedRelation: "seasons"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "calendar_events_series_parent_id_fkey"
      columns: ["series_parent_id"]
isOneToOne: false
      referencedRelation: "calendar_events"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "calendar_events_streaming_provider_id_fkey"
      columns: ["streaming_provider_id"]
isOneToOne: false
      referencedRelation: "streaming_providers"
      referencedColumns: ["id"]
    }
                  ]
                },"comment_reactions": {
                  Row: {
                    "comment_id": string,"created_at": string,"reaction": string,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "comment_id": string,"created_at"?: string,"reaction": string,"updated_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "comment_id"?: string,"created_at"?: string,"reaction"?: string,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "comment_reactions_comment_id_fkey"
      columns: ["comment_id"]
isOneToOne: false
      referencedRelation: "comments"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "comment_reactions_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"comment_reads": {
                  Row: {
                    "post_id": string,"read_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "post_id": string,"read_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "post_id"?: string,"read_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "comment_reads_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "comment_reads_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"comments": {
                  Row: {
                    "author_id": string | null,"content": string,"created_at": string,"deleted_at": string | null,"edited_at": string | null,"hearts_count": number,"id": string,"mentions": Json | null,"parent_id": string | null,"poops_count": number,"post_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: string | null,"content": string,"created_at"?: string,"deleted_at"?: string | null,"edited_at"?: string | null,"hearts_count"?: number,"id"?: string,"mentions"?: Json | null,"parent_id"?: string | null,"poops_count"?: number,"post_id": string
                  }
                  Update: {
                    "author_id"?: string | null,"content"?: string,"created_at"?: string,"deleted_at"?: string | null,"edited_at"?: string | null,"hearts_count"?: number,"id"?: string,"mentions"?: Json | null,"parent_id"?: string | null,"poops_count"?: number,"post_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "comments_author_id_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "public_profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "comments_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "comments_post_id_parent_id_fkey"
      columns: ["post_id","parent_id"]
isOneToOne: false
      referencedRelation: "comments"
      referencedColumns: ["post_id","id"]
    }
                  ]
                },"community_posts": {
                  Row: {
                    "author_id": string | null,"comments_count": number,"content": string,"created_at": string,"day": string,"edited_at": string | null,"hearts_count": number,"hot_rank": number,"id": string,"last_activity_at": string,"mentions": Json | null,"moderated_at": string | null,"moderated_by": string | null,"poll_ends_at": string | null,"poops_count": number,"rejection_reason": string | null,"rumor_subject": string | null,"slug": string,"staff_edited_at": string | null,"staff_edited_by": string | null,"statement": string | null,"statement_at": string | null,"statement_speaker": string | null,"status": string,"tags": (string)[],"title": string,"type": string,"updated_at": string,"votes_count": number
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: string | null,"comments_count"?: number,"content"?: string,"created_at"?: string,"day": string,"edited_at"?: string | null,"hearts_count"?: number,"hot_rank"?: number,"id"?: string,"last_activity_at"?: string,"mentions"?: Json | null,"moderated_at"?: string | null,"moderated_by"?: string | null,"poll_ends_at"?: string | null,"poops_count"?: number,"rejection_reason"?: string | null,"rumor_subject"?: string | null,"slug": string,"staff_edited_at"?: string | null,"staff_edited_by"?: string | null,"statement"?: string | null,"statement_at"?: string | null,"statement_speaker"?: string | null,"status"?: string,"tags"?: (string)[],"title": string,"type": string,"updated_at"?: string,"votes_count"?: number
                  }
                  Update: {
                    "author_id"?: string | null,"comments_count"?: number,"content"?: string,"created_at"?: string,"day"?: string,"edited_at"?: string | null,"hearts_count"?: number,"hot_rank"?: number,"id"?: string,"last_activity_at"?: string,"mentions"?: Json | null,"moderated_at"?: string | null,"moderated_by"?: string | null,"poll_ends_at"?: string | null,"poops_count"?: number,"rejection_reason"?: string | null,"rumor_subject"?: string | null,"slug"?: string,"staff_edited_at"?: string | null,"staff_edited_by"?: string | null,"statement"?: string | null,"statement_at"?: string | null,"statement_speaker"?: string | null,"status"?: string,"tags"?: (string)[],"title"?: string,"type"?: string,"updated_at"?: string,"votes_count"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "community_posts_author_id_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "public_profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "community_posts_moderated_by_fkey"
      columns: ["moderated_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "community_posts_staff_edited_by_fkey"
      columns: ["staff_edited_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"demand_votes": {
                  Row: {
                    "created_at": string,"star_id": string,"updated_at": string,"user_id": string,"value": number,"weighs": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"star_id": string,"updated_at"?: string,"user_id"?: string,"value": number,"weighs"?: boolean
                  }
                  Update: {
                    "created_at"?: string,"star_id"?: string,"updated_at"?: string,"user_id"?: string,"value"?: number,"weighs"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "demand_votes_star_id_fkey"
      columns: ["star_id"]
isOneToOne: false
      referencedRelation: "stars"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "demand_votes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"drama_votes": {
                  Row: {
                    "created_at": string,"star_id": string,"updated_at": string,"user_id": string,"value": number,"weighs": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"star_id": string,"updated_at"?: string,"user_id"?: string,"value": number,"weighs"?: boolean
                  }
                  Update: {
                    "created_at"?: string,"star_id"?: string,"updated_at"?: string,"user_id"?: string,"value"?: number,"weighs"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "drama_votes_star_id_fkey"
      columns: ["star_id"]
isOneToOne: false
      referencedRelation: "stars"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "drama_votes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"format_slug_history": {
                  Row: {
                    "created_at": string,"format_id": string,"old_slug": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"format_id": string,"old_slug": string
                  }
                  Update: {
                    "created_at"?: string,"format_id"?: string,"old_slug"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "format_slug_history_format_id_fkey"
      columns: ["format_id"]
isOneToOne: false
      referencedRelation: "formats"
      referencedColumns: ["id"]
    }
                  ]
                },"formats": {
                  Row: {
                    "broadcaster_id": string | null,"color": string,"created_at": string,"description": string | null,"emoji": string | null,"external_key": string | null,"id": string,"is_active": boolean,"name": string,"search_key": string,"seasons_count": number,"short_name": string | null,"slug": string,"streaming_provider_id": string | null,"streaming_url": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "broadcaster_id"?: string | null,"color"?: string,"created_at"?: string,"description"?: string | null,"emoji"?: string | null,"external_key"?: string | null,"id"?: string,"is_active"?: boolean,"name": string,"search_key"?: never,"seasons_count"?: number,"short_name"?: string | null,"slug": string,"streaming_provider_id"?: string | null,"streaming_url"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "broadcaster_id"?: string | null,"color"?: string,"created_at"?: string,"description"?: string | null,"emoji"?: string | null,"external_key"?: string | null,"id"?: string,"is_active"?: boolean,"name"?: string,"search_key"?: never,"seasons_count"?: number,"short_name"?: string | null,"slug"?: string,"streaming_provider_id"?: string | null,"streaming_url"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "formats_broadcaster_id_fkey"
      columns: ["broadcaster_id"]
isOneToOne: false
      referencedRelation: "broadcasters"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "formats_streaming_provider_id_fkey"
      columns: ["streaming_provider_id"]
isOneToOne: false
      referencedRelation: "streaming_providers"
      referencedColumns: ["id"]
    }
                  ]
                },"invite_redemptions": {
                  Row: {
                    "invite_id": string,"redeemed_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "invite_id": string,"redeemed_at"?: string,"user_id": string
                  }
                  Update: {
                    "invite_id"?: string,"redeemed_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "invite_redemptions_invite_id_fkey"
      columns: ["invite_id"]
isOneToOne: false
      referencedRelation: "invites"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "invite_redemptions_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"invites": {
                  Row: {
                    "active": boolean,"code": string,"created_at": string,"created_by": string | null,"expires_at": string | null,"id": string,"max_uses": number,"note": string | null,"updated_at": string,"uses_count": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"code"?: string,"created_at"?: string,"created_by"?: string | null,"expires_at"?: string | null,"id"?: string,"max_uses"?: number,"note"?: string | null,"updated_at"?: string,"uses_count"?: number
                  }
                  Update: {
                    "active"?: boolean,"code"?: string,"created_at"?: string,"created_by"?: string | null,"expires_at"?: string | null,"id"?: string,"max_uses"?: number,"note"?: string | null,"updated_at"?: string,"uses_count"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "invites_created_by_fkey"
      columns: ["created_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"karma_events": {
                  Row: {
                    "actor_id": string | null,"created_at": string,"delta": number,"id": string,"reason": string,"source": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id"?: string | null,"created_at"?: string,"delta": number,"id"?: string,"reason": string,"source": string,"user_id": string
                  }
                  Update: {
                    "actor_id"?: string | null,"created_at"?: string,"delta"?: number,"id"?: string,"reason"?: string,"source"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "karma_events_actor_id_fkey"
      columns: ["actor_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "karma_events_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"moderation_actions": {
                  Row: {
                    "action": string,"admin_id": string | null,"ban_duration_days": number | null,"changed": (string)[] | null,"content_excerpt": string | null,"counts_as_warning": boolean,"created_at": string,"id": string,"origin": string,"reason": string,"report_id": string | null,"rule": string | null,"scope": string | null,"severity": string | null,"target_comment_id": string | null,"target_post_id": string | null,"target_type": string,"target_user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"admin_id"?: string | null,"ban_duration_days"?: number | null,"changed"?: (string)[] | null,"content_excerpt"?: string | null,"counts_as_warning"?: boolean,"created_at"?: string,"id"?: string,"origin"?: string,"reason": string,"report_id"?: string | null,"rule"?: string | null,"scope"?: string | null,"severity"?: string | null,"target_comment_id"?: string | null,"target_post_id"?: string | null,"target_type": string,"target_user_id"?: string | null
                  }
                  Update: {
                    "action"?: string,"admin_id"?: string | null,"ban_duration_days"?: number | null,"changed"?: (string)[] | null,"content_excerpt"?: string | null,"counts_as_warning"?: boolean,"created_at"?: string,"id"?: string,"origin"?: string,"reason"?: string,"report_id"?: string | null,"rule"?: string | null,"scope"?: string | null,"severity"?: string | null,"target_comment_id"?: string | null,"target_post_id"?: string | null,"target_type"?: string,"target_user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "moderation_actions_admin_id_fkey"
      columns: ["admin_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "moderation_actions_target_user_id_fkey"
      columns: ["target_user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"news": {
                  Row: {
                    "author_id": string | null,"body": string,"created_at": string,"excerpt": string | null,"id": string,"image_alt": string | null,"image_credit": string | null,"image_license": string | null,"image_source": string | null,"image_url": string | null,"published_at": string | null,"slug": string,"tags": (string)[],"title": string,"updated_at": string,"url": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: string | null,"body"?: string,"created_at"?: string,"excerpt"?: string | null,"id"?: string,"image_alt"?: string | null,"image_credit"?: string | null,"image_license"?: string | null,"image_source"?: string | null,"image_url"?: string | null,"published_at"?: string | null,"slug": string,"tags"?: (string)[],"title": string,"updated_at"?: string,"url"?: string | null
                  }
                  Update: {
                    "author_id"?: string | null,"body"?: string,"created_at"?: string,"excerpt"?: string | null,"id"?: string,"image_alt"?: string | null,"image_credit"?: string | null,"image_license"?: string | null,"image_source"?: string | null,"image_url"?: string | null,"published_at"?: string | null,"slug"?: string,"tags"?: (string)[],"title"?: string,"updated_at"?: string,"url"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "news_author_id_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"notification_preferences": {
                  Row: {
                    "channel": string,"enabled": boolean,"type": string,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "channel"?: string,"enabled": boolean,"type": string,"updated_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "channel"?: string,"enabled"?: boolean,"type"?: string,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notification_preferences_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"notifications": {
                  Row: {
                    "actor_id": string | null,"actors_count": number,"channel": string | null,"comment_id": string | null,"created_at": string,"data": NonNullable<Json>,"id": string,"message": string,"post_id": string | null,"read": boolean,"target_id": string | null,"title": string,"type": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id"?: string | null,"actors_count"?: number,"channel"?: string | null,"comment_id"?: string | null,"created_at"?: string,"data"?: NonNullable<Json>,"id"?: string,"message": string,"post_id"?: string | null,"read"?: boolean,"target_id"?: string | null,"title": string,"type": string,"user_id": string
                  }
                  Update: {
                    "actor_id"?: string | null,"actors_count"?: number,"channel"?: string | null,"comment_id"?: string | null,"created_at"?: string,"data"?: NonNullable<Json>,"id"?: string,"message"?: string,"post_id"?: string | null,"read"?: boolean,"target_id"?: string | null,"title"?: string,"type"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notifications_actor_id_fkey"
      columns: ["actor_id"]
isOneToOne: false
      referencedRelation: "public_profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notifications_comment_id_fkey"
      columns: ["comment_id"]
isOneToOne: false
      referencedRelation: "comments"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notifications_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notifications_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"poll_options": {
                  Row: {
                    "id": string,"position": number,"post_id": string,"text": string,"votes_count": number
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: string,"position": number,"post_id": string,"text": string,"votes_count"?: number
                  }
                  Update: {
                    "id"?: string,"position"?: number,"post_id"?: string,"text"?: string,"votes_count"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "poll_options_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    }
                  ]
                },"poll_votes": {
                  Row: {
                    "created_at": string,"option_id": string,"post_id": string,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"option_id": string,"post_id": string,"updated_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "created_at"?: string,"option_id"?: string,"post_id"?: string,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "poll_votes_post_id_option_id_fkey"
      columns: ["post_id","option_id"]
isOneToOne: false
      referencedRelation: "poll_options"
      referencedColumns: ["post_id","id"]
    },{
      foreignKeyName: "poll_votes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"post_reactions": {
                  Row: {
                    "created_at": string,"post_id": string,"reaction": string,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"post_id": string,"reaction": string,"updated_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "created_at"?: string,"post_id"?: string,"reaction"?: string,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_reactions_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "post_reactions_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"post_rumors": {
                  Row: {
                    "agree_count": number,"disagree_count": number,"post_id": string,"recheck_at": string | null,"rumor_status": string,"source_url": string | null,"updated_at": string,"verification_reason": string | null,"verification_source": string | null,"voters_told_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "agree_count"?: number,"disagree_count"?: number,"post_id": string,"recheck_at"?: string | null,"rumor_status"?: string,"source_url"?: string | null,"updated_at"?: string,"verification_reason"?: string | null,"verification_source"?: string | null,"voters_told_at"?: string | null
                  }
                  Update: {
                    "agree_count"?: number,"disagree_count"?: number,"post_id"?: string,"recheck_at"?: string | null,"rumor_status"?: string,"source_url"?: string | null,"updated_at"?: string,"verification_reason"?: string | null,"verification_source"?: string | null,"voters_told_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_rumors_post_id_fkey"
      columns: ["post_id"]
isOneToOne: true
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    }
                  ]
                },"post_stickers": {
                  Row: {
                    "created_at": string,"post_id": string,"sticker": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"post_id": string,"sticker": string,"user_id"?: string
                  }
                  Update: {
                    "created_at"?: string,"post_id"?: string,"sticker"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_stickers_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "post_stickers_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"post_tags": {
                  Row: {
                    "kind": string,"post_id": string,"tag_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "kind": string,"post_id": string,"tag_id": string
                  }
                  Update: {
                    "kind"?: string,"post_id"?: string,"tag_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_tags_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    }
                  ]
                },"profile_slug_history": {
                  Row: {
                    "created_at": string,"old_slug": string,"profile_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"old_slug": string,"profile_id": string
                  }
                  Update: {
                    "created_at"?: string,"old_slug"?: string,"profile_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "profile_slug_history_profile_id_fkey"
      columns: ["profile_id"]
isOneToOne: false
      referencedRelation: "public_profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "age_confirmed_at": string | null,"age_text": number | null,"analytics_consent": boolean,"analytics_consent_text": number | null,"analytics_consent_updated_at": string | null,"avatar_url": string | null,"banned_until": string | null,"bio": string | null,"created_at": string,"email": string | null,"full_name": string | null,"id": string,"in_search_engines": boolean,"is_banned": boolean,"karma": number,"needs_invite": boolean,"nickname": string | null,"provider_subject": string | null,"provider_type": string,"role": string,"slug": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "age_confirmed_at"?: string | null,"age_text"?: number | null,"analytics_consent"?: boolean,"analytics_consent_text"?: number | null,"analytics_consent_updated_at"?: string | null,"avatar_url"?: string | null,"banned_until"?: string | null,"bio"?: string | null,"created_at"?: string,"email"?: string | null,"full_name"?: string | null,"id": string,"in_search_engines"?: boolean,"is_banned"?: boolean,"karma"?: number,"needs_invite"?: boolean,"nickname"?: string | null,"provider_subject"?: string | null,"provider_type"?: string,"role"?: string,"slug"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "age_confirmed_at"?: string | null,"age_text"?: number | null,"analytics_consent"?: boolean,"analytics_consent_text"?: number | null,"analytics_consent_updated_at"?: string | null,"avatar_url"?: string | null,"banned_until"?: string | null,"bio"?: string | null,"created_at"?: string,"email"?: string | null,"full_name"?: string | null,"id"?: string,"in_search_engines"?: boolean,"is_banned"?: boolean,"karma"?: number,"needs_invite"?: boolean,"nickname"?: string | null,"provider_subject"?: string | null,"provider_type"?: string,"role"?: string,"slug"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"public_profiles": {
                  Row: {
                    "avatar_url": string | null,"bio": string | null,"id": string,"joined": string,"karma": number,"nickname": string,"slug": string
                  }
                  ComputedFields: never
                  Insert: {
                    "avatar_url"?: string | null,"bio"?: string | null,"id": string,"joined": string,"karma"?: number,"nickname": string,"slug": string
                  }
                  Update: {
                    "avatar_url"?: string | null,"bio"?: string | null,"id"?: string,"joined"?: string,"karma"?: number,"nickname"?: string,"slug"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "public_profiles_id_fkey"
      columns: ["id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"push_devices": {
                  Row: {
                    "auth": string | null,"created_at": string,"environment": string | null,"id": string,"kind": string,"last_seen_at": string,"p256dh": string | null,"session_id": string | null,"token": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "auth"?: string | null,"created_at"?: string,"environment"?: string | null,"id": string,"kind": string,"last_seen_at"?: string,"p256dh"?: string | null,"session_id"?: string | null,"token": string,"user_id": string
                  }
                  Update: {
                    "auth"?: string | null,"created_at"?: string,"environment"?: string | null,"id"?: string,"kind"?: string,"last_seen_at"?: string,"p256dh"?: string | null,"session_id"?: string | null,"token"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "push_devices_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"realness_votes": {
                  Row: {
                    "created_at": string,"star_id": string,"updated_at": string,"user_id": string,"value": number,"weighs": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"star_id": string,"updated_at"?: string,"user_id"?: string,"value": number,"weighs"?: boolean
                  }
                  Update: {
                    "created_at"?: string,"star_id"?: string,"updated_at"?: string,"user_id"?: string,"value"?: number,"weighs"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "realness_votes_star_id_fkey"
      columns: ["star_id"]
isOneToOne: false
      referencedRelation: "stars"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "realness_votes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"reports": {
                  Row: {
                    "action": string | null,"action_reason": string | null,"ban_duration_days": number | null,"confirmed_at": string | null,"counts": boolean,"created_at": string,"decision_id": string | null,"details": string | null,"good_faith": boolean,"id": string,"is_child_abuse": boolean,"origin": string,"reason": string,"reporter_email": string | null,"reporter_id": string | null,"reporter_name": string | null,"resolved_at": string | null,"resolved_by": string | null,"rule_id": string | null,"severity": string | null,"status": string,"target_author_id": string | null,"target_comment_id": string | null,"target_post_id": string | null,"target_profile_id": string | null,"target_type": string
                  }
                  ComputedFields: never
                  Insert: {
                    "action"?: string | null,"action_reason"?: string | null,"ban_duration_days"?: number | null,"confirmed_at"?: string | null,"counts"?: never,"created_at"?: string,"decision_id"?: string | null,"details"?: string | null,"good_faith"?: boolean,"id"?: string,"is_child_abuse"?: boolean,"origin"?: string,"reason": string,"reporter_email"?: string | null,"reporter_id"?: string | null,"reporter_name"?: string | null,"resolved_at"?: string | null,"resolved_by"?: string | null,"rule_id"?: string | null,"severity"?: string | null,"status"?: string,"target_author_id"?: string | null,"target_comment_id"?: string | null,"target_post_id"?: string | null,"target_profile_id"?: string | null,"target_type": string
                  }
                  Update: {
                    "action"?: string | null,"action_reason"?: string | null,"ban_duration_days"?: number | null,"confirmed_at"?: string | null,"counts"?: never,"created_at"?: string,"decision_id"?: string | null,"details"?: string | null,"good_faith"?: boolean,"id"?: string,"is_child_abuse"?: boolean,"origin"?: string,"reason"?: string,"reporter_email"?: string | null,"reporter_id"?: string | null,"reporter_name"?: string | null,"resolved_at"?: string | null,"resolved_by"?: string | null,"rule_id"?: string | null,"severity"?: string | null,"status"?: string,"target_author_id"?: string | null,"target_comment_id"?: string | null,"target_post_id"?: string | null,"target_profile_id"?: string | null,"target_type"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "reports_decision_id_fkey"
      columns: ["decision_id"]
isOneToOne: false
      referencedRelation: "moderation_actions"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reports_reporter_id_fkey"
      columns: ["reporter_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reports_resolved_by_fkey"
      columns: ["resolved_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reports_target_author_id_fkey"
      columns: ["target_author_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"rumor_votes": {
                  Row: {
                    "created_at": string,"post_id": string,"updated_at": string,"user_id": string,"vote": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"post_id": string,"updated_at"?: string,"user_id"?: string,"vote": string
                  }
                  Update: {
                    "created_at"?: string,"post_id"?: string,"updated_at"?: string,"user_id"?: string,"vote"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "rumor_votes_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "post_rumors"
      referencedColumns: ["post_id"]
    },{
      foreignKeyName: "rumor_votes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"saved_posts": {
                  Row: {
                    "created_at": string,"post_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"post_id": string,"user_id"?: string
                  }
                  Update: {
                    "created_at"?: string,"post_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "saved_posts_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "community_posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "saved_posts_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"season_participants": {
                  Row: {
                    "created_at": string,"placement": string | null,"season_id": string,"sort_order": number,"star_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"placement"?: string | null,"season_id": string,"sort_order"?: number,"star_id": string
                  }
                  Update: {
                    "created_at"?: string,"placement"?: string | null,"season_id"?: string,"sort_order"?: number,"star_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "season_participants_season_id_fkey"
      columns: ["season_id"]
isOneToOne: false
      referencedRelation: "seasons"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "season_participants_star_id_fkey"
      columns: ["star_id"]
isOneToOne: false
      referencedRelation: "stars"
      referencedColumns: ["id"]
    }
                  ]
                },"seasons": {
                  Row: {
                    "created_at": string,"description": string | null,"end_date": string | null,"external_key": string | null,"format_id": string,"id": string,"location": string | null,"participants_count": number,"season_number": number,"slug": string,"start_date": string | null,"title": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"description"?: string | null,"end_date"?: string | null,"external_key"?: string | null,"format_id": string,"id"?: string,"location"?: string | null,"participants_count"?: number,"season_number": number,"slug": string,"start_date"?: string | null,"title"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "created_at"?: string,"description"?: string | null,"end_date"?: string | null,"external_key"?: string | null,"format_id"?: string,"id"?: string,"location"?: string | null,"participants_count"?: number,"season_number"?: number,"slug"?: string,"start_date"?: string | null,"title"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "seasons_format_id_fkey"
      columns: ["format_id"]
isOneToOne: false
      referencedRelation: "formats"
      referencedColumns: ["id"]
    }
                  ]
                },"star_fans": {
                  Row: {
                    "created_at": string,"star_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"star_id": string,"user_id"?: string
                  }
                  Update: {
                    "created_at"?: string,"star_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "star_fans_star_id_fkey"
      columns: ["star_id"]
isOneToOne: false
      referencedRelation: "stars"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "star_fans_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"star_scores": {
                  Row: {
                    "demand_average": number | null,"demand_count": number,"demand_sum": number,"drama_average": number | null,"drama_count": number,"drama_sum": number,"hot_score": number | null,"rank": number | null,"rank_week_ago": number | null,"realness_average": number | null,"realness_count": number,"realness_sum": number,"star_id": string,"updated_at": string,"votes_count": number
                  }
                  ComputedFields: never
                  Insert: {
                    "demand_average"?: number | null,"demand_count"?: number,"demand_sum"?: number,"drama_average"?: number | null,"drama_count"?: number,"drama_sum"?: number,"hot_score"?: number | null,"rank"?: number | null,"rank_week_ago"?: number | null,"realness_average"?: number | null,"realness_count"?: number,"realness_sum"?: number,"star_id": string,"updated_at"?: string,"votes_count"?: never
                  }
                  Update: {
                    "demand_average"?: number | null,"demand_count"?: number,"demand_sum"?: number,"drama_average"?: number | null,"drama_count"?: number,"drama_sum"?: number,"hot_score"?: number | null,"rank"?: number | null,"rank_week_ago"?: number | null,"realness_average"?: number | null,"realness_count"?: number,"realness_sum"?: number,"star_id"?: string,"updated_at"?: string,"votes_count"?: never
                  }
                  Relationships: [
                    {
      foreignKeyName: "star_scores_star_id_fkey"
      columns: ["star_id"]
isOneToOne: true
      referencedRelation: "stars"
      referencedColumns: ["id"]
    }
                  ]
                },"star_slug_history": {
                  Row: {
                    "created_at": string,"old_slug": string,"star_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"old_slug": string,"star_id": string
                  }
                  Update: {
                    "created_at"?: string,"old_slug"?: string,"star_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "star_slug_history_star_id_fkey"
      columns: ["star_id"]
isOneToOne: false
      referencedRelation: "stars"
      referencedColumns: ["id"]
    }
                  ]
                },"star_social_accounts": {
                  Row: {
                    "created_at": string,"followers": number | null,"handle": string,"id": string,"platform": string,"star_id": string,"updated_at": string,"url": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"followers"?: number | null,"handle": string,"id"?: string,"platform": string,"star_id": string,"updated_at"?: string,"url": string
                  }
                  Update: {
                    "created_at"?: string,"followers"?: number | null,"handle"?: string,"id"?: string,"platform"?: string,"star_id"?: string,"updated_at"?: string,"url"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "star_social_accounts_star_id_fkey"
      columns: ["star_id"]
isOneToOne: false
      referencedRelation: "stars"
      referencedColumns: ["id"]
    }
                  ]
                },"star_social_followers": {
                  Row: {
                    "account_id": string,"day": string,"followers": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_id": string,"day": string,"followers": number
                  }
                  Update: {
                    "account_id"?: string,"day"?: string,"followers"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "star_social_followers_account_id_fkey"
      columns: ["account_id"]
isOneToOne: false
      referencedRelation: "star_social_accounts"
      referencedColumns: ["id"]
    }
                  ]
                },"star_vote_means": {
                  Row: {
                    "mean": number,"question": string,"updated_at": string,"votes_count": number
                  }
                  ComputedFields: never
                  Insert: {
                    "mean"?: number,"question": string,"updated_at"?: string,"votes_count"?: number
                  }
                  Update: {
                    "mean"?: number,"question"?: string,"updated_at"?: string,"votes_count"?: number
                  }
                  Relationships: [
                    
                  ]
                },"stars": {
                  Row: {
                    "avatar_author": string | null,"avatar_license": string | null,"avatar_source": string | null,"avatar_url": string | null,"bio": string | null,"birthdate": string | null,"created_at": string,"external_key": string | null,"fans_count": number,"first_name": string,"full_name": string,"id": string,"is_active": boolean,"last_name": string,"letter": string,"nickname": string | null,"search_key": string,"slug": string,"sort_key": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "avatar_author"?: string | null,"avatar_license"?: string | null,"avatar_source"?: string | null,"avatar_url"?: string | null,"bio"?: string | null,"birthdate"?: string | null,"created_at"?: string,"external_key"?: string | null,"fans_count"?: number,"first_name"?: string,"full_name"?: never,"id"?: string,"is_active"?: boolean,"last_name"?: string,"letter"?: never,"nickname"?: string | null,"search_key"?: never,"slug": string,"sort_key"?: never,"updated_at"?: string
                  }
                  Update: {
                    "avatar_author"?: string | null,"avatar_license"?: string | null,"avatar_source"?: string | null,"avatar_url"?: string | null,"bio"?: string | null,"birthdate"?: string | null,"created_at"?: string,"external_key"?: string | null,"fans_count"?: number,"first_name"?: string,"full_name"?: never,"id"?: string,"is_active"?: boolean,"last_name"?: string,"letter"?: never,"nickname"?: string | null,"search_key"?: never,"slug"?: string,"sort_key"?: never,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"streaming_providers": {
                  Row: {
                    "active": boolean,"color": string,"created_at": string,"id": string,"name": string,"updated_at": string,"website_url": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"color"?: string,"created_at"?: string,"id"?: string,"name": string,"updated_at"?: string,"website_url"?: string | null
                  }
                  Update: {
                    "active"?: boolean,"color"?: string,"created_at"?: string,"id"?: string,"name"?: string,"updated_at"?: string,"website_url"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"user_sessions": {
                  Row: {
                    "actions_count": number,"device_info": NonNullable<Json>,"id": string,"page_views": number,"session_end": string | null,"session_start": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actions_count"?: number,"device_info"?: NonNullable<Json>,"id": string,"page_views"?: number,"session_end"?: string | null,"session_start"?: string,"user_id"?: string
                  }
                  Update: {
                    "actions_count"?: number,"device_info"?: NonNullable<Json>,"id"?: string,"page_views"?: number,"session_end"?: string | null,"session_start"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "user_sessions_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Views: {
            [_ in never]: never
          }
          Functions: {
            "account_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"account_saved":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"account_sessions":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"account_stars":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"admin_activity_page":
{ Args: { "p_admin"?: string,"p_after"?: string,"p_limit"?: number,"p_type"?: string }; Returns: Json
                           },
"admin_analytics_page":
{ Args: { "p_since"?: string }; Returns: Json
                           },
"admin_answer_concern":
{ Args: { "p_id": string,"p_outcome": string,"p_reason"?: string }; Returns: Json
                           },
"admin_appeals_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_status"?: string }; Returns: Json
                           },
"admin_apply_import":
{ Args: { "p_preview"?: boolean,"p_remove"?: (string)[],"p_seen"?: string,"p_tables": Json,"p_unlock"?: (string)[] }; Returns: Json
                           },
"admin_archive_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_query"?: string,"p_state"?: string }; Returns: Json
                           },
"admin_ask_in_case":
{ Args: { "p_report": string,"p_text": string,"p_to_author": boolean }; Returns: Json
                           },
"admin_automod_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_badges":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_ban_member":
{ Args: { "p_days": number,"p_id": string,"p_reason": string,"p_rule"?: string }; Returns: Json
                           },
"admin_ban_spammer":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_bin_page":
{ Args: { "p_after"?: string,"p_kind"?: string,"p_limit"?: number,"p_query"?: string }; Returns: Json
                           },
"admin_calendar_choices":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_calendar_collisions":
{ Args: { "p_event": string }; Returns: Json
                           },
"admin_calendar_event":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_calendar_page":
{ Args: { "p_broadcaster"?: string,"p_format"?: string,"p_from": string,"p_to": string }; Returns: Json
                           },
"admin_change_events":
{ Args: { "p_events": string }; Returns: Json
                           },
"admin_channels_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_claim_case":
{ Args: { "p_claimed"?: boolean,"p_id": string,"p_type": string }; Returns: Json
                           },
"admin_comments_page":
{ Args: { "p_after"?: string,"p_author"?: string,"p_days"?: number,"p_kind"?: string,"p_limit"?: number,"p_query"?: string }; Returns: Json
                           },
"admin_concerns":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_status"?: string }; Returns: Json
                           },
"admin_content_case":
{ Args: { "p_id": string,"p_type": string }; Returns: Json
                           },
"admin_copy_week":
{ Args: { "p_broadcaster"?: string,"p_format"?: string,"p_from": string,"p_to": string }; Returns: Json
                           },
"admin_create_invite":
{ Args: { "p_expires_at"?: string,"p_max_uses": number,"p_note"?: string }; Returns: Json
                           },
"admin_decide":
{ Args: { "p_args": Json,"p_id": string,"p_kind": string }; Returns: Json
                           },
"admin_decide_appeal":
{ Args: { "p_id": string,"p_outcome": string,"p_reason": string }; Returns: Json
                           },
"admin_decide_cases":
{ Args: { "p_action": string,"p_cases": Json,"p_reason": string,"p_rule"?: string }; Returns: Json
                           },
"admin_decide_held_comments":
{ Args: { "p_approve": boolean,"p_ids": (string)[],"p_reason"?: string,"p_rule"?: string }; Returns: Json
                           },
"admin_decide_now":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_decide_posts":
{ Args: { "p_decision": string,"p_ids": (string)[],"p_reason"?: string,"p_rule"?: string,"p_seen": (string)[],"p_sensitive_seen"?: boolean }; Returns: Json
                           },
"admin_decide_star_request":
{ Args: { "p_granted": boolean,"p_id": string,"p_reason"?: string,"p_seen"?: string }; Returns: Json
                           },
"admin_delete_broadcaster":
{ Args: { "p_id": string }; Returns: undefined
                           },
"admin_delete_event":
{ Args: { "p_id": string,"p_scope"?: string }; Returns: Json
                           },
"admin_delete_format":
{ Args: { "p_events": number,"p_id": string,"p_seasons": number }; Returns: Json
                           },
"admin_delete_member":
{ Args: { "p_id": string,"p_reason": string,"p_rule"?: string,"p_wished"?: boolean }; Returns: boolean
                           },
"admin_delete_news":
{ Args: { "p_id": string }; Returns: undefined
                           },
"admin_delete_provider":
{ Args: { "p_id": string }; Returns: undefined
                           },
"admin_delete_season":
{ Args: { "p_events": number,"p_id": string,"p_participants": number }; Returns: Json
                           },
"admin_delete_social":
{ Args: { "p_id": string }; Returns: undefined
                           },
"admin_delete_star":
{ Args: { "p_id": string }; Returns: undefined
                           },
"admin_edit_post":
{ Args: { "p_content": string,"p_drop_address"?: boolean,"p_drop_source"?: boolean,"p_id": string,"p_reason"?: string,"p_rule"?: string,"p_seen": string,"p_tags"?: (string)[],"p_title": string }; Returns: Json
                           },
"admin_end_sessions":
{ Args: { "p_id": string }; Returns: number
                           },
"admin_end_youth":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"admin_export_tables":
{ Args: { "p_format"?: string,"p_season"?: string }; Returns: Json
                           },
"admin_format":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_formats_page":
{ Args: { "p_after"?: string,"p_channel"?: string,"p_limit"?: number,"p_query"?: string,"p_state"?: string }; Returns: Json
                           },
"admin_get_all_users":
{ Args: Record<PropertyKey, never>; Returns: {
              "avatar_url": string,"banned_until": string,"created_at": string,"email": string,"full_name": string,"id": string,"is_banned": boolean,"karma": number,"nickname": string,"provider_type": string,"role": string,"slug": string,"updated_at": string
            }[]
                           },
"admin_held_comments_page":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"admin_hide_post":
{ Args: { "p_id": string,"p_reason": string,"p_rule"?: string }; Returns: Json
                           },
"admin_hold_decisions":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_import_changes":
{ Args: { "p_tables": Json }; Returns: Json
                           },
"admin_import_keys":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_import_new":
{ Args: { "p_tables": Json }; Returns: Json
                           },
"admin_import_social":
{ Args: { "p_apply"?: boolean,"p_lines": string,"p_seen"?: Json }; Returns: Json
                           },
"admin_imports_page":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"admin_invite_uses":
{ Args: { "p_after"?: string,"p_id": string,"p_limit"?: number }; Returns: Json
                           },
"admin_invites_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_query"?: string,"p_state"?: string }; Returns: Json
                           },
"admin_merge_stars":
{ Args: { "p_gone": string,"p_keep": string }; Returns: undefined
                           },
"admin_news_item":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_news_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_query"?: string,"p_state"?: string }; Returns: Json
                           },
"admin_note_case":
{ Args: { "p_id": string,"p_text": string,"p_type": string }; Returns: Json
                           },
"admin_operations_page":
{ Args: { "p_at"?: string,"p_hours"?: number }; Returns: Json
                           },
"admin_pending_decisions":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_pick":
{ Args: { "p_kind": string,"p_query": string }; Returns: Json
                           },
"admin_plan_events":
{ Args: { "p_events": string }; Returns: Json
                           },
"admin_post_figures":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_posts_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_query"?: string,"p_status"?: string,"p_type"?: string }; Returns: Json
                           },
"admin_prepare_invitation":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"admin_purge_orphan_reports":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_reasons":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_remove_comments":
{ Args: { "p_ids": (string)[],"p_reason": string,"p_rule"?: string }; Returns: Json
                           },
"admin_removed_comments_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_query"?: string }; Returns: Json
                           },
"admin_rename_member":
{ Args: { "p_id": string,"p_nickname": string,"p_reason": string,"p_rule"?: string }; Returns: string
                           },
"admin_report_cases":
{ Args: { "p_after"?: string,"p_author"?: string,"p_limit"?: number,"p_order"?: string,"p_reason"?: string,"p_status"?: string,"p_type"?: string }; Returns: Json
                           },
"admin_restore_from_bin":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_restore_post":
{ Args: { "p_archive_id": string,"p_reason": string }; Returns: Json
                           },
"admin_restore_spam":
{ Args: { "p_id": string,"p_reason": string }; Returns: Json
                           },
"admin_save_automod_rule":
{ Args: { "p_id": string,"p_seen": string,"p_values": Json }; Returns: Json
                           },
"admin_save_broadcaster":
{ Args: { "p_id": string,"p_seen": string,"p_values": Json }; Returns: string
                           },
"admin_save_event":
{ Args: { "p_event": string }; Returns: Json
                           },
"admin_save_format":
{ Args: { "p_id": string,"p_seen": string,"p_values": Json }; Returns: Json
                           },
"admin_save_news":
{ Args: { "p_id": string,"p_publish_now"?: boolean,"p_seen": string,"p_values": Json }; Returns: Json
                           },
"admin_save_provider":
{ Args: { "p_id": string,"p_seen": string,"p_values": Json }; Returns: string
                           },
"admin_save_season":
{ Args: { "p_id": string,"p_placements": (string)[],"p_seen": string,"p_stars": (string)[],"p_values": Json }; Returns: Json
                           },
"admin_save_settings":
{ Args: { "p_seen": string,"p_values": Json }; Returns: Json
                           },
"admin_save_social":
{ Args: { "p_id": string,"p_seen"?: string,"p_values": Json }; Returns: Json
                           },
"admin_save_star":
{ Args: { "p_id": string,"p_seen": string,"p_values": Json }; Returns: Json
                           },
"admin_save_text":
{ Args: { "p_content": Json,"p_name": string,"p_seen": string }; Returns: Json
                           },
"admin_season":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_seasons_page":
{ Args: { "p_after"?: string,"p_format"?: string,"p_limit"?: number,"p_query"?: string,"p_state"?: string }; Returns: Json
                           },
"admin_set_discussion":
{ Args: { "p_id": string,"p_post"?: string }; Returns: Json
                           },
"admin_set_role":
{ Args: { "p_id": string,"p_reason"?: string,"p_role": string }; Returns: string
                           },
"admin_set_rumor_status":
{ Args: { "p_id": string,"p_reason"?: string,"p_seen": string,"p_source"?: string,"p_status": string }; Returns: Json
                           },
"admin_set_statement":
{ Args: { "p_id": string,"p_reason"?: string,"p_rule"?: string,"p_seen": string,"p_speaker": string,"p_text": string }; Returns: Json
                           },
"admin_set_team_mails":
{ Args: { "p_alerts": Json,"p_briefing": boolean,"p_weekly"?: boolean }; Returns: Json
                           },
"admin_settings_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_similar_stars":
{ Args: { "p_except"?: string,"p_name": string }; Returns: Json
                           },
"admin_social_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_platform"?: string,"p_query"?: string,"p_sort"?: string,"p_star"?: string,"p_state"?: string }; Returns: Json
                           },
"admin_spam_preview":
{ Args: { "p_ids": (string)[] }; Returns: Json
                           },
"admin_star":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_star_requests":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_status"?: string }; Returns: Json
                           },
"admin_stars_page":
{ Args: { "p_after"?: string,"p_gap"?: string,"p_limit"?: number,"p_query"?: string,"p_sort"?: string,"p_state"?: string }; Returns: Json
                           },
"admin_stats":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_switch_automod_rule":
{ Args: { "p_id": string,"p_state": string }; Returns: Json
                           },
"admin_switch_invite":
{ Args: { "p_active": boolean,"p_id": string }; Returns: boolean
                           },
"admin_take_back":
{ Args: { "p_id": string,"p_reason": string }; Returns: Json
                           },
"admin_take_back_events":
{ Args: { "p_ids": (string)[] }; Returns: Json
                           },
"admin_tell_stars_apart":
{ Args: { "p_apart": boolean,"p_other": string,"p_star": string }; Returns: undefined
                           },
"admin_texts_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"admin_transparency":
{ Args: { "p_from": string,"p_to": string }; Returns: Json
                           },
"admin_try_automod_rule":
{ Args: { "p_values": Json }; Returns: Json
                           },
"admin_unban_member":
{ Args: { "p_id": string,"p_reason": string }; Returns: boolean
                           },
"admin_undo_decision":
{ Args: { "p_id": string }; Returns: boolean
                           },
"admin_undo_import":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_user_page":
{ Args: { "p_id": string }; Returns: Json
                           },
"admin_users_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_query"?: string,"p_role"?: string,"p_state"?: string }; Returns: Json
                           },
"admin_week":
{ Args: { "p_day"?: string }; Returns: Json
                           },
"answer_as_star":
{ Args: { "p_id": string,"p_text": string }; Returns: boolean
                           },
"answer_case":
{ Args: { "p_code": string,"p_text": string }; Returns: Json
                           },
"archive_post_before_delete":
{ Args: { "post_id": string,"reason"?: string }; Returns: string
                           },
"ask_star_door":
{ Args: { "p_proof"?: string,"p_speaker": string,"p_star": string }; Returns: Json
                           },
"calendar_feed":
{ Args: { "p_broadcaster"?: string,"p_event"?: string,"p_format"?: string,"p_provider"?: string }; Returns: Json
                           },
"calendar_page":
{ Args: { "p_broadcaster"?: string,"p_format"?: string,"p_from": string,"p_provider"?: string,"p_to": string }; Returns: Json
                           },
"case_question":
{ Args: { "p_code": string }; Returns: Json
                           },
"chart_formats":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"chart_karma":
{ Args: { "p_limit"?: number,"p_window"?: string }; Returns: Json
                           },
"chart_opinion_makers":
{ Args: { "p_limit"?: number,"p_window"?: string }; Returns: Json
                           },
"chart_sleuths":
{ Args: { "p_limit"?: number }; Returns: Json
                           },
"chart_social":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_platform"?: string }; Returns: Json
                           },
"chart_stars":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"charts_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"check_invite":
{ Args: { "p_code": string }; Returns: Json
                           },
"claim_classifications":
{ Args: { "p_limit"?: number,"p_reader": string }; Returns: Json
                           },
"claim_mails":
{ Args: { "p_limit"?: number,"p_per_hour"?: number }; Returns: Json
                           },
"claim_previews":
{ Args: { "p_limit"?: number }; Returns: Json
                           },
"claim_pushes":
{ Args: { "p_kinds": (string)[],"p_limit"?: number }; Returns: Json
                           },
"comment_news":
{ Args: { "p_post_id": string,"p_shown": (string)[],"p_since": string }; Returns: Json
                           },
"comment_replies":
{ Args: { "p_after"?: string,"p_before"?: string,"p_comment_id": string,"p_limit"?: number }; Returns: Json
                           },
"comment_thread":
{ Args: { "p_comment_id": string }; Returns: Json
                           },
"comments_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_post_id": string,"p_sort"?: string }; Returns: Json
                           },
"confirm_concern":
{ Args: { "p_code": string }; Returns: Json
                           },
"confirm_report":
{ Args: { "p_code": string }; Returns: Json
                           },
"contact_operator":
{ Args: { "p_email": string,"p_id": string,"p_name": string,"p_text": string }; Returns: Json
                           },
"create_notification":
{ Args: { "actor_id"?: string,"comment_id"?: string,"data"?: Json,"message": string,"post_id"?: string,"title": string,"type": string,"user_id": string }; Returns: string
                           },
"create_post":
{ Args: { "p_content": string,"p_id": string,"p_options"?: (string)[],"p_poll_ends_at"?: string,"p_source_url"?: string,"p_subject"?: string,"p_tags"?: (string)[],"p_title": string,"p_type": string }; Returns: Json
                           },
"delete_own_account":
{ Args: { "p_with_content"?: boolean }; Returns: boolean
                           },
"delete_own_post":
{ Args: { "p_id": string }; Returns: boolean
                           },
"end_session":
{ Args: { "p_id": string }; Returns: boolean
                           },
"ensure_jobs":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"export_own_data":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"file_appeal":
{ Args: { "p_decision": string,"p_message": string }; Returns: Json
                           },
"forget_visit":
{ Args: { "p_visit": string }; Returns: boolean
                           },
"format_events":
{ Args: { "p_format_id": string,"p_limit"?: number,"p_season_id"?: string }; Returns: Json
                           },
"format_page":
{ Args: { "p_slug": string }; Returns: Json
                           },
"formats_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"fresh_comments":
{ Args: { "p_ids": (string)[],"p_post_id": string }; Returns: Json
                           },
"get_analytics_summary":
{ Args: { "since"?: string }; Returns: {
              "day": string,"event_type": string,"events": number,"unique_sessions": number
            }[]
                           },
"get_unread_notification_count":
{ Args: { "user_uuid": string }; Returns: number
                           },
"hold_comment":
{ Args: { "p_content"?: string,"p_id"?: string,"p_parent"?: string,"p_post"?: string }; Returns: undefined
                           },
"home_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"is_admin":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"is_moderator":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"karma_page":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"mark_all_notifications_read":
{ Args: { "user_uuid": string }; Returns: number
                           },
"mention_suggestions":
{ Args: { "p_post_id": string,"p_query"?: string }; Returns: Json
                           },
"moderate_case":
{ Args: { "p_action"?: string,"p_content_id"?: string,"p_days"?: number,"p_parts"?: (string)[],"p_reason"?: string,"p_remove"?: boolean,"p_report_id"?: string,"p_rule"?: string,"p_severity"?: string,"p_type"?: string }; Returns: Json
                           },
"moderate_content":
{ Args: { "p_action"?: string,"p_content_id"?: string,"p_days"?: number,"p_parts"?: (string)[],"p_reason"?: string,"p_remove"?: boolean,"p_rule"?: string,"p_severity"?: string,"p_type"?: string }; Returns: Json
                           },
"news_article":
{ Args: { "p_slug": string }; Returns: Json
                           },
"news_page":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"nickname_available":
{ Args: { "p_nickname": string }; Returns: Json
                           },
"note_server_minutes":
{ Args: { "p_minutes": Json,"p_process": number }; Returns: undefined
                           },
"note_site":
{ Args: { "p_mails": boolean,"p_operator": Json,"p_public": boolean }; Returns: undefined
                           },
"notification_settings":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"notifications_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_unread"?: boolean }; Returns: Json
                           },
"own_blocks":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_chart_place":
{ Args: { "p_chart": string,"p_window"?: string }; Returns: Json
                           },
"own_comments":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"own_decision":
{ Args: { "p_id": string }; Returns: Json
                           },
"own_digest":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_follows":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_hit_rate":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_moderation_page":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"own_moderation_status":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_post":
{ Args: { "p_id": string }; Returns: Json
                           },
"own_posts":
{ Args: { "p_after"?: string,"p_limit"?: number }; Returns: Json
                           },
"own_profile":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_progress":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_recovery_codes":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_search_listing":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_team_mails":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"popular_content":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"post_address_gone":
{ Args: { "p_day": string,"p_slug": string }; Returns: boolean
                           },
"post_history":
{ Args: { "p_id": string }; Returns: Json
                           },
"post_live":
{ Args: { "p_id": string }; Returns: Json
                           },
"post_page":
{ Args: { "p_day": string,"p_slug": string,"p_type": string }; Returns: Json
                           },
"post_path":
{ Args: { "p_id": string }; Returns: Json
                           },
"posts_aside":
{ Args: { "p_tag"?: string }; Returns: Json
                           },
"posts_feed":
{ Args: { "p_type"?: string }; Returns: Json
                           },
"posts_page":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_sort"?: string,"p_tag"?: string,"p_type"?: string,"p_window"?: string }; Returns: Json
                           },
"profile_comments":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_profile_id": string }; Returns: Json
                           },
"profile_fan_of":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_profile_id": string }; Returns: Json
                           },
"profile_page":
{ Args: { "p_slug": string }; Returns: Json
                           },
"profile_posts":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_profile_id": string }; Returns: Json
                           },
"record_consent":
{ Args: { "p_decided_at": string,"p_full": boolean,"p_text"?: number }; Returns: Json
                           },
"redeem_invite":
{ Args: { "code": string }; Returns: boolean
                           },
"register_push_device":
{ Args: { "p_auth"?: string,"p_environment"?: string,"p_id": string,"p_kind": string,"p_p256dh"?: string,"p_token": string }; Returns: undefined
                           },
"remove_push_device":
{ Args: { "p_id": string }; Returns: boolean
                           },
"renew_recovery_codes":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"report_contact":
{ Args: { "report_id": string }; Returns: Json
                           },
"report_content":
{ Args: { "p_child_abuse"?: boolean,"p_details"?: string,"p_email"?: string,"p_good_faith"?: boolean,"p_id": string,"p_name"?: string,"p_reason": string,"p_target": string,"p_target_type": string }; Returns: Json
                           },
"restore_own_post":
{ Args: { "p_id": string }; Returns: boolean
                           },
"search_all":
{ Args: { "p_limit"?: number,"p_query": string }; Returns: Json
                           },
"search_page":
{ Args: { "p_after"?: string,"p_kind"?: string,"p_limit"?: number,"p_query": string }; Returns: Json
                           },
"season_page":
{ Args: { "p_format": string,"p_season": string }; Returns: Json
                           },
"season_path":
{ Args: { "p_season_id": string }; Returns: Json
                           },
"season_results":
{ Args: { "p_season_id": string }; Returns: Json
                           },
"set_block":
{ Args: { "p_kind"?: string,"p_member": string }; Returns: Json
                           },
"set_digest":
{ Args: { "p_rhythm": string }; Returns: Json
                           },
"set_digest_by_code":
{ Args: { "p_code": string,"p_rhythm": string }; Returns: Json
                           },
"set_follow":
{ Args: { "p_channel"?: string,"p_id": string,"p_type": string }; Returns: Json
                           },
"set_hit_rate_shown":
{ Args: { "p_shown": boolean }; Returns: Json
                           },
"set_nickname":
{ Args: { "p_age_text"?: number,"p_nickname": string }; Returns: Json
                           },
"set_notification_setting":
{ Args: { "p_channel"?: string,"p_enabled": boolean,"p_type": string }; Returns: Json
                           },
"set_progress":
{ Args: { "p_season": string,"p_until": number }; Returns: Json
                           },
"set_search_listing":
{ Args: { "p_wanted": boolean }; Returns: Json
                           },
"set_star_votes":
{ Args: { "p_demand"?: number,"p_drama"?: number,"p_realness"?: number,"p_star_id": string }; Returns: Json
                           },
"settle_classification":
{ Args: { "p_post": string,"p_subjects": (string)[],"p_version": string }; Returns: undefined
                           },
"settle_mail":
{ Args: { "p_id": number,"p_problem"?: string }; Returns: undefined
                           },
"settle_preview":
{ Args: { "p_site"?: string,"p_title"?: string,"p_url": string }; Returns: undefined
                           },
"settle_push":
{ Args: { "p_id": number,"p_outcome": string,"p_problem"?: string,"p_token"?: string,"p_wait"?: number }; Returns: undefined
                           },
"shell_data":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"site_texts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"sitemap_entries":
{ Args: { "p_after"?: string,"p_kind": string,"p_limit"?: number }; Returns: Json
                           },
"star_door":
{ Args: { "p_star": string }; Returns: Json
                           },
"star_page":
{ Args: { "p_slug": string }; Returns: Json
                           },
"star_statement":
{ Args: { "p_post": string }; Returns: Json
                           },
"stars_page":
{ Args: { "p_after"?: string,"p_letter"?: string,"p_limit"?: number,"p_query"?: string,"p_sort"?: string }; Returns: Json
                           },
"tag_search":
{ Args: { "p_query": string }; Returns: Json
                           },
"tell_concern":
{ Args: { "p_email": string,"p_good_faith"?: boolean,"p_id": string,"p_name": string,"p_page": string,"p_person": string,"p_text": string,"p_wish": string }; Returns: Json
                           },
"tell_star_facts":
{ Args: { "p_star": string,"p_text": string }; Returns: boolean
                           },
"trashtalk_page":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"unpublished_post":
{ Args: { "p_day": string,"p_slug": string,"p_type": string }; Returns: Json
                           },
"update_own_profile":
{ Args: { "p_avatar_path": string,"p_bio": string,"p_seen"?: Json }; Returns: Json
                           },
"update_post":
{ Args: { "p_content": string,"p_id": string,"p_options"?: (string)[],"p_poll_ends_at"?: string,"p_seen"?: Json,"p_source_url"?: string,"p_subject"?: string,"p_tags"?: (string)[],"p_title": string }; Returns: Json
                           },
"use_recovery_code":
{ Args: { "p_code": string }; Returns: Json
                           },
"viewer_comments":
{ Args: { "p_post_id": string }; Returns: Json
                           },
"viewer_fans":
{ Args: { "p_ids": (string)[] }; Returns: Json
                           },
"viewer_posts":
{ Args: { "p_ids": (string)[] }; Returns: Json
                           },
"viewer_star":
{ Args: { "p_star_id": string }; Returns: Json
                           },
"voting_page":
{ Args: { "p_limit"?: number }; Returns: Json
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
