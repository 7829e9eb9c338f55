-- Texts that the database writes --------------------------------------------------------------------------------------

-- Written by `npm run words` from domain/src/text/stored-texts.ts; edit there.

create function private.stored_text(which text, variadic told text[] default '{}') returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Nothing is said of what is not known, as with ||.
  if array_position(told, null) is not null then return null; end if;
  return format(case which
    when 'comment.approved' then 'Kommentar freigegeben'
    when 'comment.deleted_by_team' then 'Vom Team gelöscht'
    when 'calendar.episode' then 'Folge %s'
    when 'calendar.on_day' then '%s am %s'
    when 'concern.everything' then 'alles, was HoT über dich gespeichert hat'
    when 'concern.granted' then 'Wir haben getan, worum du gebeten hast.'
    when 'concern.message' then 'deine Nachricht'
    when 'concern.partly' then 'Wir haben einen Teil von dem getan, worum du gebeten hast.'
    when 'concern.refused' then 'Wir haben geprüft und lassen es, wie es ist.'
    when 'format.inactive' then 'nicht aktiv'
    when 'format.season' then 'Staffel %s'
    when 'import.removed' then 'Weggenommen beim Import vom %s'
    when 'import.undone' then 'Import vom %s'
    when 'member.banned' then 'Sperre durch das Team'
    when 'member.invited_by_mail' then 'Persönliche Einladung per Mail'
    when 'member.reset_nickname' then 'Mitglied_%s'
    when 'member.somebody' then 'Jemand'
    when 'member.unbanned' then 'Sperre aufgehoben'
    when 'member.unknown' then 'Unbekannt'
    when 'moderation.asked_author' then 'etwas, das du bei HoT veröffentlicht hast'
    when 'moderation.asked_reporter' then 'deine Meldung bei HoT'
    when 'moderation.decide_again' then 'Das hat nicht geklappt. Entscheide bitte noch einmal.'
    when 'moderation.decided_meanwhile' then 'Das wurde inzwischen geändert oder von jemand anderem entschieden. Sieh es dir noch einmal an.'
    when 'moderation.deletion_failed' then 'Fehler beim Löschen des Beitrags: %s'
    when 'moderation.page_gone' then 'nicht mehr auf HoT'
    when 'moderation.rule_hit' then 'Die Regel „%s“ hat angeschlagen.'
    when 'moderation.spam' then 'Spam oder Werbung.'
    when 'moderation.spam_votes' then 'Spam'
    when 'post.approved' then 'Freigegeben'
    when 'post.change_approved' then 'Änderung freigegeben'
    when 'post.deleted' then '[Gelöschter Beitrag]'
    when 'post.deleted_by_author' then 'Selbst gelöscht'
    when 'post.deleted_by_team' then 'Vom Team gelöscht'
    when 'star.born' then 'Jahrgang %s'
    when 'star.claim_granted' then 'Du bist bestätigt. Unter „Mehr zu diesem Beitrag“ kannst du jetzt Stellung nehmen, wo es um dich geht.'
    when 'star.claim_refused' then 'Wir konnten nicht bestätigen, dass du es bist. %s'
    when 'star.concerned' then 'Die betroffene Person'
    when 'star.facts_granted' then 'Danke für den Hinweis. Wir haben die Angaben geprüft und berichtigt.'
    when 'star.facts_refused' then 'Wir haben die Angaben geprüft und lassen sie stehen. %s'
    when 'star.statement_published' then 'Deine Stellungnahme steht jetzt über „%s“.'
    when 'star.statement_refused' then 'Deine Stellungnahme zu „%s“ veröffentlichen wir so nicht. %s'
    when 'star.unknown' then 'Unbekannt'
    when 'text.spoiler' then '[Spoiler]'
  end, variadic told);
end $$;
comment on function private.stored_text(text, text[]) is 'A text of domain/src/text/stored-texts.ts, filled in; null for an unknown name, or when something is to be filled in that is null.';
grant execute on function private.stored_text(text, text[]) to anon, authenticated, service_role;
