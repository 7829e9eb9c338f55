-- Existing rows against constraints that were widened --------------------------------------------------------------------------

-- In a transaction of its own: checking takes a lock that lets others read and write.
alter table public.reports validate constraint reports_target_type_check;
alter table public.reports validate constraint reports_one_target;
alter table public.notifications validate constraint notifications_type_check;
alter table public.notifications validate constraint notifications_channel_check;
alter table public.notification_preferences validate constraint notification_preferences_type_check;
