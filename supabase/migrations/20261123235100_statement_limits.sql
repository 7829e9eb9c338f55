-- How long a call of these functions may take. Every other request has the limit of its role: three seconds as a guest,
-- eight as a member (Supabase's own, which the embedded backend keeps as well). These work on whole files, on everything
-- an account has written, or on two years of decisions. PostgREST and the embedded backend read the setting before they
-- call; within PostgreSQL alone it would come too late.
alter function public.admin_apply_import(jsonb, boolean) set statement_timeout = '120s';
alter function public.admin_import_social(text, boolean) set statement_timeout = '120s';
alter function public.admin_delete_member(uuid, text) set statement_timeout = '30s';
alter function public.admin_merge_stars(uuid, uuid) set statement_timeout = '30s';
alter function public.admin_transparency(date, date) set statement_timeout = '30s';
alter function public.delete_own_account() set statement_timeout = '30s';
alter function public.export_own_data() set statement_timeout = '30s';
