-- Supabase makes this publication in every project (supabase/postgres, migrations/db/init-scripts); migrations add tables.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
alter publication supabase_realtime owner to app_owner;
