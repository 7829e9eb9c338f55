-- Who may write a text with an @ ---------------------------------------------------------------------------------------------

-- The expression of an index runs with the rights of whoever writes the row, so members need it to write a comment that
-- mentions somebody, and guests to report something.
grant execute on function private.names_in(text), private.slugs_in(jsonb), private.ids_in(jsonb) to anon, authenticated, service_role;
