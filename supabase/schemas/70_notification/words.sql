-- Written by `npm run words` from domain/src/notification: edit there. ---------------------------------------------------

create function private.notification_types() returns table (place integer, type text, changeable boolean, usual text, of_post boolean, of_team boolean)
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return query values
    (1, 'comment_on_post', true, 'push', true, false),
    (2, 'reply_to_comment', true, 'push', true, false),
    (3, 'subsequent_comment', true, 'push', true, false),
    (4, 'mention', true, 'push', false, false),
    (5, 'followed_comment', true, 'push', true, false),
    (6, 'tagged_post', true, 'app', false, false),
    (7, 'member_post', true, 'push', false, false),
    (8, 'format_today', true, 'app', false, false),
    (9, 'broadcast_cancelled', true, 'app', false, false),
    (10, 'broadcast_moved', true, 'app', false, false),
    (11, 'reaction_on_post', true, 'push', true, false),
    (12, 'reaction_on_comment', true, 'push', true, false),
    (13, 'vote_on_rumor', true, 'push', true, false),
    (14, 'vote_on_poll', true, 'push', true, false),
    (15, 'rumor_status_update', true, 'push', false, false),
    (16, 'rumor_changed', true, 'push', false, false),
    (17, 'rumor_decided', true, 'push', false, false),
    (18, 'poll_ended', true, 'app', true, false),
    (19, 'statement_published', true, 'app', false, false),
    (20, 'post_approved', true, 'push', false, false),
    (21, 'post_rejected', false, 'push', false, false),
    (22, 'invite_used', true, 'push', false, false),
    (23, 'report_outcome', true, 'push', false, false),
    (24, 'warning', false, 'push', false, false),
    (25, 'team_role', false, 'push', false, false),
    (26, 'team_alert', true, 'push', false, true);
end $$;
comment on function private.notification_types() is
  'Types of notifications, in the order of the settings. changeable: can be switched off; usual: where it goes until the member chooses (push, app, off); of_post: what is chosen for a post counts before what is chosen for the type; of_team: for the team only.';
grant execute on function private.notification_types() to authenticated, service_role;

create function private.notification_words(kind text, f jsonb, out title text, out message text)
language plpgsql stable parallel safe set search_path = '' as $$
begin
  case kind
    when 'comment_on_post' then
      title := 'Neuer Kommentar zu deinem Beitrag';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' deinen Beitrag', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' kommentiert'), '([^.!?…])$', '\1.');
    when 'reply_to_comment' then
      title := 'Antwort auf deinen Kommentar';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' auf deinen Kommentar', case when f ->> 'post_title' <> '' then concat(' zu „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' geantwortet'), '([^.!?…])$', '\1.');
    when 'subsequent_comment' then
      title := case coalesce(f ->> 'answer', '') when 'true' then 'Antwort auf deinen Kommentar' else 'Neuer Kommentar' end;
      message := regexp_replace(case coalesce(f ->> 'answer', '') when 'true' then concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' auf deinen Kommentar', case when f ->> 'post_title' <> '' then concat(' zu „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' geantwortet') else concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' nach dir', case coalesce(f ->> 'post_title', '') when '' then ' noch etwas' else concat(' zu „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' geschrieben') end, '([^.!?…])$', '\1.');
    when 'mention' then
      title := 'Du wurdest erwähnt';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' dich', case when f ->> 'post_title' <> '' then concat(' bei „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' erwähnt'), '([^.!?…])$', '\1.');
    when 'followed_comment' then
      title := 'Neuer Kommentar';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, case coalesce(f ->> 'post_title', '') when '' then ' etwas' else concat(' bei „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' kommentiert'), '([^.!?…])$', '\1.');
    when 'tagged_post' then
      title := concat('Neu zu ', f ->> 'topic');
      message := regexp_replace(concat(case coalesce(f ->> 'count', '') when '' then concat('Neu zu ', f ->> 'topic', ':') else concat(f ->> 'count', ' neue Beiträge zu ', f ->> 'topic', ', zuletzt') end, case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end), '([^.!?…])$', '\1.');
    when 'member_post' then
      title := concat('Neues von ', case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end);
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' hat', case coalesce(f ->> 'count', '') when '' then concat(case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' geschrieben') else concat(' ', f ->> 'count', ' Beiträge geschrieben, zuletzt', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end) end), '([^.!?…])$', '\1.');
    when 'format_today' then
      title := concat('Heute', case coalesce(f ->> 'occasion', '') when 'premiere' then ' Auftakt' when 'finale' then ' Finale' when 'reunion' then ' Wiedersehen' when 'special' then ' Special' end, ': ', f ->> 'topic');
      message := regexp_replace(concat(case coalesce(f ->> 'occasion', '') when 'premiere' then 'Auftakt: ' when 'finale' then 'Finale: ' when 'reunion' then 'Wiedersehen: ' when 'special' then 'Special: ' end, f ->> 'topic', ' läuft heute', case coalesce(f ->> 'tonight', '') when 'true' then ' Nacht' end, (select string_agg(concat(case coalesce(e.item ->> 'join', '') when 'next' then ',' when 'last' then ' und' end, case coalesce(e.item ->> 'night', '') when 'true' then ' nachts' end, ' um ', e.item ->> 'at', case when e.item ->> 'station' <> '' then concat(' bei ', e.item ->> 'station') end, case coalesce(e.item ->> 'rerun', '') when 'true' then ' (Wiederholung)' end), '' order by e.place) from jsonb_array_elements(f -> 'times') with ordinality e (item, place)), case when f ->> 'more' <> '' then concat(' und danach noch ', f ->> 'more', '-mal') end, case when f ->> 'only_station' <> '' then concat(' bei ', f ->> 'only_station') end), '([^.!?…])$', '\1.');
    when 'broadcast_cancelled' then
      title := concat('Fällt aus: ', f ->> 'topic');
      message := regexp_replace(concat(f ->> 'topic', ' fällt am ', f ->> 'day', ' um ', f ->> 'event_time', ' aus', case when f ->> 'change_note' <> '' then concat('. ', f ->> 'change_note') end), '([^.!?…])$', '\1.');
    when 'broadcast_moved' then
      title := concat(case coalesce(f ->> 'change', '') when 'longer' then 'Dauert länger' when 'back' then 'Doch wie geplant' else 'Verschoben' end, ': ', f ->> 'topic');
      message := regexp_replace(concat(case coalesce(f ->> 'change', '') when 'time' then concat(f ->> 'topic', ' läuft am ', f ->> 'day', ' um ', f ->> 'event_time', ' statt um ', f ->> 'was_time') when 'longer' then concat(f ->> 'topic', ' dauert am ', f ->> 'day', ' länger, bis ', f ->> 'until') when 'back' then concat(f ->> 'topic', ' läuft doch wie geplant am ', f ->> 'day', ' um ', f ->> 'event_time') else concat(f ->> 'topic', ' läuft am ', f ->> 'day', ' um ', f ->> 'event_time', ' statt am ', f ->> 'was_day', ' um ', f ->> 'was_time') end, case coalesce(f ->> 'more', '') when '' then '' when '1' then '; ein weiterer Termin ändert sich auch' else concat('; ', f ->> 'more', ' weitere Termine ändern sich auch') end, case when f ->> 'change_note' <> '' then concat('. ', f ->> 'change_note') end), '([^.!?…])$', '\1.');
    when 'reaction_on_post' then
      title := 'Reaktion auf deinen Beitrag';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' auf deinen Beitrag', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, case coalesce(f ->> 'others', '') when '' then case coalesce(f ->> 'reaction', '') when '' then '' else concat(' mit ', case coalesce(f ->> 'reaction', '') when 'heart' then '❤️' when 'poop' then '💩' else '💩' end) end when '0' then case coalesce(f ->> 'reaction', '') when '' then '' else concat(' mit ', case coalesce(f ->> 'reaction', '') when 'heart' then '❤️' when 'poop' then '💩' else '💩' end) end end, ' reagiert'), '([^.!?…])$', '\1.');
    when 'reaction_on_comment' then
      title := 'Reaktion auf deinen Kommentar';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' auf deinen Kommentar', case when f ->> 'post_title' <> '' then concat(' zu „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, case coalesce(f ->> 'others', '') when '' then case coalesce(f ->> 'reaction', '') when '' then '' else concat(' mit ', case coalesce(f ->> 'reaction', '') when 'heart' then '❤️' when 'poop' then '💩' else '💩' end) end when '0' then case coalesce(f ->> 'reaction', '') when '' then '' else concat(' mit ', case coalesce(f ->> 'reaction', '') when 'heart' then '❤️' when 'poop' then '💩' else '💩' end) end end, ' reagiert'), '([^.!?…])$', '\1.');
    when 'vote_on_rumor' then
      title := 'Stimme zu deinem Gerücht';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' über dein Gerücht', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' abgestimmt', case coalesce(f ->> 'others', '') when '' then case coalesce(f ->> 'vote', '') when 'agree' then ': Stimmt' when 'disagree' then ': Stimmt nicht' end when '0' then case coalesce(f ->> 'vote', '') when 'agree' then ': Stimmt' when 'disagree' then ': Stimmt nicht' end end), '([^.!?…])$', '\1.');
    when 'vote_on_poll' then
      title := 'Stimme in deiner Umfrage';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end, ' in deiner Umfrage', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' abgestimmt'), '([^.!?…])$', '\1.');
    when 'rumor_status_update' then
      title := 'Dein Gerücht hat einen neuen Status';
      message := regexp_replace(case coalesce(f ->> 'rumor_status', '') when '' then f ->> 'message' else concat('Dein Gerücht', case when f ->> 'post_title' <> '' then concat(' „', f ->> 'post_title', '“') end, ' ist jetzt ', case coalesce(f ->> 'rumor_status', '') when 'verified' then 'bestätigt' when 'debunked' then 'widerlegt' else 'unbestätigt' end) end, '([^.!?…])$', '\1.');
    when 'rumor_changed' then
      title := concat(case coalesce(f ->> 'post_type', '') when 'poll' then 'Eine Umfrage' else 'Ein Gerücht' end, ' wurde geändert');
      message := regexp_replace(concat(case coalesce(f ->> 'by_team', '') when 'true' then 'Das Team hat' else concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'hat' when '0' then 'hat' else 'haben' end) end, ' ', case coalesce(f ->> 'post_type', '') when 'poll' then concat('die Umfrage', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' geändert, in der') else concat('das Gerücht', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' geändert, über das') end, ' du abgestimmt hast'), '([^.!?…])$', '\1.');
    when 'rumor_decided' then
      title := case coalesce(f ->> 'hit', '') when 'true' then 'Du lagst richtig' when 'false' then 'Knapp daneben' else 'Richtigstellung' end;
      message := regexp_replace(concat(case coalesce(f ->> 'hit', '') when 'true' then 'Du lagst richtig' when 'false' then 'Knapp daneben' else 'Richtigstellung' end, ':', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, case coalesce(f ->> 'post_mark', '') when '' then concat(' ist ', case coalesce(f ->> 'rumor_status', '') when 'verified' then 'bestätigt' when 'debunked' then 'widerlegt' else 'unbestätigt' end) end), '([^.!?…])$', '\1.');
    when 'poll_ended' then
      title := 'Umfrage vorbei';
      message := regexp_replace(case coalesce(f ->> 'result', '') when '' then f ->> 'message' else concat('Vorbei:', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, '. ', case coalesce(f #>> '{result,option}', '') when '' then 'Gleichstand an der Spitze' else concat('„', f #>> '{result,option}', '“ liegt mit ', f #>> '{result,percent}', ' % vorn') end) end, '([^.!?…])$', '\1.');
    when 'statement_published' then
      title := 'Stellungnahme';
      message := regexp_replace(concat('Zu „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“ gibt es eine Stellungnahme von ', f ->> 'speaker'), '([^.!?…])$', '\1.');
    when 'post_approved' then
      title := concat(case coalesce(f ->> 'comment', '') when 'true' then 'Dein Kommentar' else case coalesce(f ->> 'revision', '') when 'true' then 'Deine Änderung' else 'Dein Beitrag' end end, ' ist ', case coalesce(f ->> 'restored', '') when 'true' then 'wieder ' end, 'online');
      message := regexp_replace(concat(case coalesce(f ->> 'comment', '') when 'true' then concat('Dein Kommentar', case when f ->> 'post_title' <> '' then concat(' zu „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end) else case coalesce(f ->> 'revision', '') when 'true' then concat('Deine Änderung', case when f ->> 'post_title' <> '' then concat(' an „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end) else concat('Dein Beitrag', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end) end end, ' ist ', case coalesce(f ->> 'restored', '') when 'true' then 'wieder online' else 'freigegeben' end), '([^.!?…])$', '\1.');
    when 'post_rejected' then
      title := concat(case coalesce(f ->> 'comment', '') when 'true' then 'Dein Kommentar' else case coalesce(f ->> 'revision', '') when 'true' then 'Deine Änderung' else 'Dein Beitrag' end end, ' ', case coalesce(f ->> 'hidden', '') when 'true' then 'ist ausgeblendet' else 'wurde abgelehnt' end);
      message := regexp_replace(concat(case coalesce(f ->> 'comment', '') when 'true' then concat('Dein Kommentar', case when f ->> 'post_title' <> '' then concat(' zu „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end) else case coalesce(f ->> 'revision', '') when 'true' then concat('Deine Änderung', case when f ->> 'post_title' <> '' then concat(' an „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end) else concat('Dein Beitrag', case when f ->> 'post_title' <> '' then concat(' „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end) end end, ' ', case coalesce(f ->> 'hidden', '') when 'true' then 'ist ausgeblendet, bis alles geklärt ist' else 'wurde abgelehnt' end, '.', case when f ->> 'content_excerpt' <> '' then concat(' Es geht um: „', f ->> 'content_excerpt', '“.') end, ' Grund: ', regexp_replace(f ->> 'reason', '([^.!?…])$', '\1.'), ' ', case coalesce(f ->> 'rule', '') when '' then '' else concat(case coalesce(f ->> 'rule', '') when 'tone' then 'Regel: 1. Der Ton' when 'rumors' then 'Regel: 2. Gerüchte' when 'privacy' then 'Regel: 3. Privates bleibt privat' when 'content' then 'Regel: 4. Was sonst nicht geht' when 'law_insult' then 'Gesetz: Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)' when 'law_hate' then 'Gesetz: Volksverhetzung (§ 130 StGB)' when 'law_threat' then 'Gesetz: Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)' when 'law_personality' then 'Gesetz: Persönlichkeitsrecht (§§ 823, 1004 BGB)' when 'law_picture' then 'Gesetz: Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)' when 'law_data' then 'Gesetz: Datenschutz (Art. 6, 8 und 9 DSGVO)' when 'law_copyright' then 'Gesetz: Urheberrecht (§ 97 UrhG)' when 'law_children' then 'Gesetz: Darstellungen von Kindesmissbrauch (§ 184b StGB)' when 'law_symbols' then 'Gesetz: Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)' when 'law_other' then 'Gesetz: ein anderes, das im Grund steht' end, '. ') end, 'Entschieden hat ein Mensch aus dem Team', case coalesce(f ->> 'reported', '') when 'true' then ' nach einer Meldung' end, '.', case coalesce(f ->> 'origin', '') when '' then '' else concat(' ', case coalesce(f ->> 'origin', '') when 'rule' then 'Aufgefallen ist es einem Programm, nach einer Regel, die das Team aufgestellt hat.' when 'list' then 'Aufgefallen ist es einem Programm, das auf Wörter zu heiklen Themen achtet.' when 'classifier' then 'Aufgefallen ist es einem Programm, das Beiträge auf heikle Themen liest.' when 'address' then 'Wiedererkannt hat dich ein Programm, an deiner Mail-Adresse.' end) end, ' Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen. Außerdem stehen dir eine Streitbeilegungsstelle und die Gerichte offen.'), '([^.!?…])$', '\1.');
    when 'invite_used' then
      title := 'Deine Einladung wurde eingelöst';
      message := regexp_replace(concat(case coalesce(f ->> 'name', '') when '' then 'Unbekannt' else f ->> 'name' end, case coalesce(f ->> 'others', '') when '' then '' when '0' then '' when '1' then ' und eine weitere Person' else concat(' und ', f ->> 'others', ' weitere') end, ' ', case coalesce(f ->> 'others', '') when '' then 'ist' when '0' then 'ist' else 'sind' end, ' mit deiner Einladung dazugekommen'), '([^.!?…])$', '\1.');
    when 'report_outcome' then
      title := 'Deine Meldung ist geprüft';
      message := regexp_replace(case coalesce(f ->> 'outcome', '') when 'ignored' then concat('Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. ', case coalesce(f ->> 'target_type', '') when 'profile' then 'Das' else 'Der' end, ' ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' bleibt online. Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') when 'deleted' then concat('Wir haben geprüft und ', case coalesce(f ->> 'target_type', '') when 'profile' then 'das Profil zurückgesetzt' else concat('den ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' entfernt') end, '. Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') when 'gone' then concat(case coalesce(f ->> 'target_type', '') when 'profile' then 'Das' else 'Der' end, ' ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' ist inzwischen nicht mehr online.') else 'Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen. Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.' end, '([^.!?…])$', '\1.');
    when 'warning' then
      title := case coalesce(f ->> 'appeal', '') when 'upheld' then 'Dein Einspruch wurde abgelehnt' when 'overturned' then 'Dein Einspruch hatte Erfolg' else case coalesce(f ->> 'action', '') when 'lifted' then 'Entscheidung zurückgenommen' when 'edited' then 'Vom Team geändert' when 'banned' then 'Sperre' else case coalesce(f ->> 'severity', '') when 'high' then 'Verwarnung (Schwerwiegend)' else 'Verwarnung' end end end;
      message := regexp_replace(case coalesce(f ->> 'appeal', '') when '' then case coalesce(f ->> 'action', '') when 'lifted' then concat(case coalesce(f ->> 'effect', '') when 'ban_lifted' then 'Die Sperre ist aufgehoben.' when 'warning_void' then 'Die Verwarnung zählt nicht mehr.' when 'comment_online' then 'Dein Kommentar ist jetzt online.' when 'comment_homeless' then 'Der Kommentar findet seinen Platz leider nicht mehr.' when 'revision_online' then 'Deine Änderung ist jetzt online.' when 'post_online' then 'Dein Beitrag ist jetzt online.' when 'rejection_lifted' then 'Die Ablehnung ist aufgehoben.' when 'profile_back' then 'Dein Profil steht wieder da, wie es war.' when 'profile_without_picture' then 'Dein Profil steht wieder da, wie es war. Nur dein Bild musst du neu hochladen.' when 'profile_lost' then 'Dein Profil lässt sich leider nicht mehr wiederherstellen. Ändern kannst du es selbst.' when 'comment_back' then 'Dein Kommentar steht wieder da.' when 'comment_lost' then 'Der Text lässt sich leider nicht mehr wiederherstellen.' when 'post_back' then 'Dein Beitrag steht wieder da.' when 'post_lost' then 'Der Beitrag lässt sich leider nicht mehr wiederherstellen.' when 'text_back' then 'Dein Beitrag steht wieder da, wie du ihn geschrieben hast.' when 'text_changed' then 'Dein Beitrag hat sich seitdem noch einmal geändert und bleibt, wie er jetzt ist. Ändern kannst du ihn selbst.' when 'text_lost' then 'Die frühere Fassung deines Beitrags gibt es leider nicht mehr. Ändern kannst du ihn selbst.' when 'statement_back' then 'Deine Stellungnahme steht wieder da.' when 'statement_changed' then 'Über dem Beitrag steht inzwischen etwas anderes, und das bleibt.' when 'statement_lost' then 'Deine Stellungnahme lässt sich leider nicht mehr wiederherstellen.' else 'Die Entscheidung bleibt bestehen.' end, ' Grund: ', regexp_replace(f ->> 'reason', '([^.!?…])$', '\1.')) else concat(case coalesce(f ->> 'action', '') when 'warned' then 'Du wurdest verwarnt.' when 'deleted' then concat('Wir haben ', case coalesce(f ->> 'target_type', '') when 'profile' then 'dein Profil zurückgesetzt' when 'post' then 'deinen Beitrag entfernt' when 'comment' then 'deinen Kommentar entfernt' else 'etwas von dir entfernt' end, '.') when 'edited' then concat('Wir haben ', case coalesce(f ->> 'statement', '') when 'gone' then 'deine Stellungnahme entfernt' when 'changed' then 'deine Stellungnahme geändert' else concat('deinen Beitrag geändert (', (select string_agg(concat(case coalesce(e.item ->> 'join', '') when 'next' then ', ' when 'last' then ' und ' end, case coalesce(e.item ->> 'part', '') when 'title' then 'Titel' when 'content' then 'Text' when 'tags' then 'Tags' when 'source' then 'Quelle' when 'address' then 'frühere Adresse' end), '' order by e.place) from jsonb_array_elements(f -> 'changed') with ordinality e (item, place)), ')') end, '.') when 'banned' then concat('Dein Konto ist ', case coalesce(f ->> 'ban_duration_days', '') when '' then 'dauerhaft' when '1' then 'für einen Tag' else concat('für ', f ->> 'ban_duration_days', ' Tage') end, ' gesperrt.') end, case when f ->> 'content_excerpt' <> '' then concat(' Es geht um ', case coalesce(f ->> 'target_type', '') when 'post' then case coalesce(f ->> 'statement', '') when '' then 'deinen Beitrag' else 'deine Stellungnahme' end when 'comment' then 'deinen Kommentar' else 'dein Profil' end, ': „', f ->> 'content_excerpt', '“.') end, case when f ->> 'reason' <> '' then concat(' Grund: ', regexp_replace(f ->> 'reason', '([^.!?…])$', '\1.')) end, ' ', case coalesce(f ->> 'rule', '') when '' then '' else concat(case coalesce(f ->> 'rule', '') when 'tone' then 'Regel: 1. Der Ton' when 'rumors' then 'Regel: 2. Gerüchte' when 'privacy' then 'Regel: 3. Privates bleibt privat' when 'content' then 'Regel: 4. Was sonst nicht geht' when 'law_insult' then 'Gesetz: Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)' when 'law_hate' then 'Gesetz: Volksverhetzung (§ 130 StGB)' when 'law_threat' then 'Gesetz: Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)' when 'law_personality' then 'Gesetz: Persönlichkeitsrecht (§§ 823, 1004 BGB)' when 'law_picture' then 'Gesetz: Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)' when 'law_data' then 'Gesetz: Datenschutz (Art. 6, 8 und 9 DSGVO)' when 'law_copyright' then 'Gesetz: Urheberrecht (§ 97 UrhG)' when 'law_children' then 'Gesetz: Darstellungen von Kindesmissbrauch (§ 184b StGB)' when 'law_symbols' then 'Gesetz: Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)' when 'law_other' then 'Gesetz: ein anderes, das im Grund steht' end, '. ') end, 'Entschieden hat ein Mensch aus dem Team', case coalesce(f ->> 'reported', '') when 'true' then ' nach einer Meldung' end, '.', case coalesce(f ->> 'origin', '') when '' then '' else concat(' ', case coalesce(f ->> 'origin', '') when 'rule' then 'Aufgefallen ist es einem Programm, nach einer Regel, die das Team aufgestellt hat.' when 'list' then 'Aufgefallen ist es einem Programm, das auf Wörter zu heiklen Themen achtet.' when 'classifier' then 'Aufgefallen ist es einem Programm, das Beiträge auf heikle Themen liest.' when 'address' then 'Wiedererkannt hat dich ein Programm, an deiner Mail-Adresse.' end) end, ' Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen. Außerdem stehen dir eine Streitbeilegungsstelle und die Gerichte offen.') end else concat(case coalesce(f ->> 'effect', '') when 'ban_lifted' then 'Die Sperre ist aufgehoben.' when 'warning_void' then 'Die Verwarnung zählt nicht mehr.' when 'comment_online' then 'Dein Kommentar ist jetzt online.' when 'comment_homeless' then 'Der Kommentar findet seinen Platz leider nicht mehr.' when 'revision_online' then 'Deine Änderung ist jetzt online.' when 'post_online' then 'Dein Beitrag ist jetzt online.' when 'rejection_lifted' then 'Die Ablehnung ist aufgehoben.' when 'profile_back' then 'Dein Profil steht wieder da, wie es war.' when 'profile_without_picture' then 'Dein Profil steht wieder da, wie es war. Nur dein Bild musst du neu hochladen.' when 'profile_lost' then 'Dein Profil lässt sich leider nicht mehr wiederherstellen. Ändern kannst du es selbst.' when 'comment_back' then 'Dein Kommentar steht wieder da.' when 'comment_lost' then 'Der Text lässt sich leider nicht mehr wiederherstellen.' when 'post_back' then 'Dein Beitrag steht wieder da.' when 'post_lost' then 'Der Beitrag lässt sich leider nicht mehr wiederherstellen.' when 'text_back' then 'Dein Beitrag steht wieder da, wie du ihn geschrieben hast.' when 'text_changed' then 'Dein Beitrag hat sich seitdem noch einmal geändert und bleibt, wie er jetzt ist. Ändern kannst du ihn selbst.' when 'text_lost' then 'Die frühere Fassung deines Beitrags gibt es leider nicht mehr. Ändern kannst du ihn selbst.' when 'statement_back' then 'Deine Stellungnahme steht wieder da.' when 'statement_changed' then 'Über dem Beitrag steht inzwischen etwas anderes, und das bleibt.' when 'statement_lost' then 'Deine Stellungnahme lässt sich leider nicht mehr wiederherstellen.' else 'Die Entscheidung bleibt bestehen.' end, ' Begründung: ', regexp_replace(f ->> 'reason', '([^.!?…])$', '\1.'), ' Entschieden hat ein Mensch aus dem Team.', case coalesce(f ->> 'appeal', '') when 'upheld' then ' Außerdem stehen dir eine Streitbeilegungsstelle und die Gerichte offen.' end) end, '([^.!?…])$', '\1.');
    when 'team_role' then
      title := 'Willkommen im Team';
      message := regexp_replace(concat('Du bist jetzt ', case coalesce(f ->> 'role', '') when 'admin' then 'Admin' else 'Moderator:in' end, ' bei HoT. Der Team-Bereich öffnet sich ', case coalesce(f ->> 'second_factor', '') when 'true' then 'mit deinem zweiten Faktor.' else 'nur mit einem zweiten Faktor: Beim ersten Besuch richtest du ihn ein.' end), '([^.!?…])$', '\1.');
    when 'team_alert' then
      title := case coalesce(f ->> 'alert', '') when 'illegal_content' then 'Gemeldet: Illegaler Inhalt' when 'false_claim' then 'Gemeldet: Falschbehauptung über eine Person' when 'privacy' then 'Gemeldet: Privatsphäre' when 'appeal' then 'Einspruch gegen eine Entscheidung' when 'answer' then 'Antwort auf eine Rückfrage' when 'star_door' then case coalesce(f ->> 'star', '') when 'waits' then 'Die Stellungnahme eines Stars wartet: mit Link oder zu einem heiklen Thema' when 'answered' then 'Ein Star hat Stellung genommen' when 'changed' then 'Ein Star hat seine Stellungnahme geändert' else 'Ein Star meldet sich' end when 'concern' then case coalesce(f ->> 'due', '') when 'soon' then 'Ein Anliegen muss in den nächsten Tagen beantwortet sein' else 'Jemand, um den es geht, hat ein Anliegen' end when 'queue' then concat('Seit ', case coalesce(f ->> 'hours', '') when '' then concat(f ->> 'days', ' Tagen') else concat(f ->> 'hours', ' Stunden') end, ' wartet etwas auf eine Entscheidung') when 'away' then concat('Seit ', case coalesce(f ->> 'hours', '') when '' then concat(f ->> 'days', ' Tagen') else concat(f ->> 'hours', ' Stunden') end, ' hat niemand aus dem Team etwas getan') when 'job' then concat('Im Hintergrund scheitert: ', f ->> 'job') when 'mail' then case coalesce(f ->> 'mails', '') when 'used_up' then 'Es werden mehr Mails verlangt, als in der Stunde hinausgehen: Registrierungen warten' else case coalesce(f ->> 'count', '') when '1' then 'Eine Mail kommt nicht an' else concat(f ->> 'count', ' Mails kommen nicht an') end end end;
      message := regexp_replace(case coalesce(f ->> 'alert', '') when 'illegal_content' then 'Gemeldet: Illegaler Inhalt' when 'false_claim' then 'Gemeldet: Falschbehauptung über eine Person' when 'privacy' then 'Gemeldet: Privatsphäre' when 'appeal' then 'Einspruch gegen eine Entscheidung' when 'answer' then 'Antwort auf eine Rückfrage' when 'star_door' then case coalesce(f ->> 'star', '') when 'waits' then 'Die Stellungnahme eines Stars wartet: mit Link oder zu einem heiklen Thema' when 'answered' then 'Ein Star hat Stellung genommen' when 'changed' then 'Ein Star hat seine Stellungnahme geändert' else 'Ein Star meldet sich' end when 'concern' then case coalesce(f ->> 'due', '') when 'soon' then 'Ein Anliegen muss in den nächsten Tagen beantwortet sein' else 'Jemand, um den es geht, hat ein Anliegen' end when 'queue' then concat('Seit ', case coalesce(f ->> 'hours', '') when '' then concat(f ->> 'days', ' Tagen') else concat(f ->> 'hours', ' Stunden') end, ' wartet etwas auf eine Entscheidung') when 'away' then concat('Seit ', case coalesce(f ->> 'hours', '') when '' then concat(f ->> 'days', ' Tagen') else concat(f ->> 'hours', ' Stunden') end, ' hat niemand aus dem Team etwas getan') when 'job' then concat('Im Hintergrund scheitert: ', f ->> 'job') when 'mail' then case coalesce(f ->> 'mails', '') when 'used_up' then 'Es werden mehr Mails verlangt, als in der Stunde hinausgehen: Registrierungen warten' else case coalesce(f ->> 'count', '') when '1' then 'Eine Mail kommt nicht an' else concat(f ->> 'count', ' Mails kommen nicht an') end end end, '([^.!?…])$', '\1.');
    when 'withdrawn' then
      title := 'Zurückgenommen';
      message := regexp_replace('Das gibt es nicht mehr.', '([^.!?…])$', '\1.');
    else null;
  end case;
end $$;
comment on function private.notification_words(text, jsonb) is 'Title and message of a notification with these facts; withdrawn: of one whose causes are gone.';

create function private.report_reason_text(reason text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case reason
    when 'illegal_content' then 'Illegaler Inhalt'
    when 'insult' then 'Beleidigung/Hass'
    when 'false_claim' then 'Falschbehauptung über eine Person'
    when 'privacy' then 'Privatsphäre'
    when 'spam' then 'Spam'
    when 'spoiler' then 'Spoiler'
    when 'other' then 'Sonstiges' end
$$;
comment on function private.report_reason_text(text) is 'What a reason of reports is called in mails.';
grant execute on function private.report_reason_text(text) to anon, authenticated, service_role;

create function private.report_thing(target_type text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case target_type
    when 'post' then 'Beitrag'
    when 'comment' then 'Kommentar'
    else 'Profil' end
$$;
comment on function private.report_thing(text) is 'What was reported, in a sentence.';

create function private.outcome_of_report(target_type text, outcome text) returns text
language sql stable strict parallel safe set search_path = '' as $$
  select case coalesce(x.f ->> 'outcome', '') when 'ignored' then concat('Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. ', case coalesce(x.f ->> 'target_type', '') when 'profile' then 'Das' else 'Der' end, ' ', case coalesce(x.f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' bleibt online. Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') when 'deleted' then concat('Wir haben geprüft und ', case coalesce(x.f ->> 'target_type', '') when 'profile' then 'das Profil zurückgesetzt' else concat('den ', case coalesce(x.f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' entfernt') end, '. Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') when 'gone' then concat(case coalesce(x.f ->> 'target_type', '') when 'profile' then 'Das' else 'Der' end, ' ', case coalesce(x.f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' ist inzwischen nicht mehr online.') else 'Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen. Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.' end from (select jsonb_build_object('target_type', target_type, 'outcome', outcome)) x (f)
$$;
comment on function private.outcome_of_report(text, text) is
  'Outcome (ignored, deleted, acted, gone) of a report, as a text for the reporter. Says nothing about the author''s record.';

create function private.ground_title(ground text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case ground
    when 'tone' then '1. Der Ton'
    when 'rumors' then '2. Gerüchte'
    when 'privacy' then '3. Privates bleibt privat'
    when 'content' then '4. Was sonst nicht geht'
    when 'law_insult' then 'Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)'
    when 'law_hate' then 'Volksverhetzung (§ 130 StGB)'
    when 'law_threat' then 'Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)'
    when 'law_personality' then 'Persönlichkeitsrecht (§§ 823, 1004 BGB)'
    when 'law_picture' then 'Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)'
    when 'law_data' then 'Datenschutz (Art. 6, 8 und 9 DSGVO)'
    when 'law_copyright' then 'Urheberrecht (§ 97 UrhG)'
    when 'law_children' then 'Darstellungen von Kindesmissbrauch (§ 184b StGB)'
    when 'law_symbols' then 'Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)'
    when 'law_other' then 'ein anderes, das im Grund steht' end
$$;
comment on function private.ground_title(text) is 'What a decision rests on: the heading of a chapter of the community guidelines, or a law.';

create function private.effect_text(effect text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case effect
    when 'ban_lifted' then 'Die Sperre ist aufgehoben.'
    when 'warning_void' then 'Die Verwarnung zählt nicht mehr.'
    when 'comment_online' then 'Dein Kommentar ist jetzt online.'
    when 'comment_homeless' then 'Der Kommentar findet seinen Platz leider nicht mehr.'
    when 'revision_online' then 'Deine Änderung ist jetzt online.'
    when 'post_online' then 'Dein Beitrag ist jetzt online.'
    when 'rejection_lifted' then 'Die Ablehnung ist aufgehoben.'
    when 'profile_back' then 'Dein Profil steht wieder da, wie es war.'
    when 'profile_without_picture' then 'Dein Profil steht wieder da, wie es war. Nur dein Bild musst du neu hochladen.'
    when 'profile_lost' then 'Dein Profil lässt sich leider nicht mehr wiederherstellen. Ändern kannst du es selbst.'
    when 'comment_back' then 'Dein Kommentar steht wieder da.'
    when 'comment_lost' then 'Der Text lässt sich leider nicht mehr wiederherstellen.'
    when 'post_back' then 'Dein Beitrag steht wieder da.'
    when 'post_lost' then 'Der Beitrag lässt sich leider nicht mehr wiederherstellen.'
    when 'text_back' then 'Dein Beitrag steht wieder da, wie du ihn geschrieben hast.'
    when 'text_changed' then 'Dein Beitrag hat sich seitdem noch einmal geändert und bleibt, wie er jetzt ist. Ändern kannst du ihn selbst.'
    when 'text_lost' then 'Die frühere Fassung deines Beitrags gibt es leider nicht mehr. Ändern kannst du ihn selbst.'
    when 'statement_back' then 'Deine Stellungnahme steht wieder da.'
    when 'statement_changed' then 'Über dem Beitrag steht inzwischen etwas anderes, und das bleibt.'
    when 'statement_lost' then 'Deine Stellungnahme lässt sich leider nicht mehr wiederherstellen.' end
$$;
comment on function private.effect_text(text) is 'What it did to take a decision back, as a sentence for the member.';

create function private.reason_text(reason text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case reason
    when 'text_changed' then 'Der Text wurde geändert, das Team prüft ihn neu.' end
$$;
comment on function private.reason_text(text) is 'A reason that nobody writes.';

create function private.reaction_emoji(reaction text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case reaction
    when 'heart' then '❤️'
    else '💩' end
$$;
comment on function private.reaction_emoji(text) is 'Emoji of a reaction.';

create function private.title_mark(rumor_status text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case rumor_status
    when 'unverified' then 'Gerücht: '
    when 'verified' then 'Bestätigt: '
    when 'debunked' then 'Widerlegt: ' end
$$;
comment on function private.title_mark(text) is 'What stands before the title of a rumor wherever no badge stands beside it.';
