-- What these comments said of access tokens has not been true since sessions are looked up (docs/decisions/033-ended-sessions.md).
comment on function private.admin_end_sessions(uuid) is 'Signs a member out everywhere, and with it ends the access tokens issued before.';
comment on function public.admin_end_sessions(uuid) is
  'RPC for admins: signs a member out everywhere, access tokens included; returns how many sessions ended.';
