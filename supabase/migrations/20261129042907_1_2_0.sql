-- From the schemas (npm run db:migration).

set check_function_bodies = off;

drop trigger calendar_events_02_lines on public.calendar_events;

drop trigger calendar_events_hand_edit on public.calendar_events;

drop trigger community_posts_options on public.community_posts;

drop trigger moderation_actions_notify on public.moderation_actions;

drop trigger poll_options_count on public.poll_options;

drop trigger reports_90_alert_confirmed on public.reports;

drop trigger stars_touch on public.stars;

drop policy "staff read" on public.reports;

alter table private.announcements drop constraint announcements_kind_check;

alter table private.mail_outbox drop constraint mail_outbox_template_check;

alter table private.pending_decisions drop constraint pending_decisions_kind_check;

alter table private.site_texts drop constraint site_texts_name_check;

alter table public.moderation_actions drop constraint moderation_actions_action_check;

alter table public.moderation_actions drop constraint moderation_actions_rule_check;

alter table public.notification_preferences drop constraint notification_preferences_type_check;

alter table public.reports drop constraint reports_decided_once_confirmed;

drop index public.calendar_events_day;

drop index public.calendar_events_format;

drop index public.reports_created_at;

drop index public.reports_open;

drop function private.admin_apply_import(jsonb,boolean,text[],text);

drop function private.admin_ban_member(uuid,integer,text);

drop function private.admin_delete_member(uuid,text);

drop function private.admin_edit_post(uuid,timestamptz,text,text,uuid[],text,boolean);

drop function private.admin_rename_member(uuid,text,text);

drop function private.apply_import(jsonb,boolean,text[]);

drop function private.check_option_count();

drop function private.decide_cases(jsonb,text,text);

drop function private.decide_held_comments(uuid[],boolean,text);

drop function private.delete_own_account();

drop function private.found(text,text,text[],uuid[],uuid[],text,integer);

drop function private.hide_post(uuid,text);

drop function private.import_doubles(jsonb);

drop function private.import_found(jsonb);

drop function private.import_new(jsonb);

drop function private.latest_posts(text,uuid[],integer);

drop function private.minutes_together(timestamptz,timestamptz);

drop function private.near_names(text,integer);

drop function private.note_import(jsonb,jsonb,jsonb);

drop function private.outcome_of_report(text,text);

drop function private.record_consent(boolean,timestamptz);

drop function private.rule_title(text);

drop function private.set_statement(uuid,timestamptz,text,text);

drop function public.admin_apply_import(jsonb,boolean,text[],text);

drop function public.admin_ban_member(uuid,integer,text);

drop function public.admin_decide_cases(jsonb,text,text);

drop function public.admin_decide_held_comments(uuid[],boolean,text);

drop function public.admin_decide_posts(uuid[],timestamptz[],text,text,boolean);

drop function public.admin_delete_member(uuid,text);

drop function public.admin_edit_post(uuid,timestamptz,text,text,uuid[],text,boolean);

drop function public.admin_hide_post(uuid,text);

drop function public.admin_rename_member(uuid,text,text);

drop function public.admin_set_statement(uuid,timestamptz,text,text);

drop function public.delete_own_account();

drop function public.record_consent(boolean,timestamptz);

drop function public.report_content(uuid,text,uuid,text,text,boolean,text,text);

drop function public.set_nickname(text);

-- The same rules exist in TypeScript (searchFold, slugify); supabase/tests compares them.

-- One step after another, as in searchFold(): NFKD without accents, lower case, ligatures, letters, spaces, digraphs.
create or replace function private.search_fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare folded text;
begin
  -- Most names are plain letters, of which only capitals, blanks and digraphs change.
  if value ~ '^[ -~]*$' then
    folded := btrim(regexp_replace(translate(left(value, 20000), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'), ' +', ' ', 'g'), ' ');
    return regexp_replace(folded, '([aou])e+', '\1', 'g');
  end if;
  folded := translate(regexp_replace(private.without_hidden(normalize(private.collapse_marks(left(value, 20000)), nfkd), ''),
      '[\u0300-\u036f]', '', 'g'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØŁĐÐÞẞĦŊƏŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅ',
    'abcdefghijklmnopqrstuvwxyzæœøłđðþßħŋəŧαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕ');
  folded := replace(folded, 'ß', 'ss');
  folded := replace(folded, 'æ', 'ae');
  folded := replace(folded, 'œ', 'oe');
  folded := replace(folded, 'þ', 'th');
  folded := replace(folded, 'ŋ', 'ng');
  folded := replace(folded, 'ου', 'ou');
  folded := replace(folded, 'αυ', 'av');
  folded := replace(folded, 'ευ', 'ev');
  folded := replace(folded, 'θ', 'th');
  folded := replace(folded, 'χ', 'ch');
  folded := replace(folded, 'ψ', 'ps');
  folded := replace(folded, 'ж', 'zh');
  folded := replace(folded, 'х', 'kh');
  folded := replace(folded, 'ц', 'ts');
  folded := replace(folded, 'ч', 'ch');
  folded := replace(folded, 'ш', 'sh');
  folded := replace(folded, 'щ', 'shch');
  folded := replace(folded, 'ю', 'yu');
  folded := replace(folded, 'я', 'ya');
  folded := replace(folded, 'є', 'ye');
  folded := replace(folded, 'љ', 'lj');
  folded := replace(folded, 'њ', 'nj');
  folded := replace(folded, 'џ', 'dz');
  folded := replace(folded, 'ъ', '');
  folded := replace(folded, 'ь', '');
  folded := translate(folded,
    'ıøłđðħəŧαβγδεζηικλμνξοπρσςτυφωабвгдезиклмнопрстуфыэіґђјћѕ’‘‛ʼ‐‒–—−',
    'iolddhetavgdeziiklmnxoprsstyfoabvgdeziklmnoprstufyeigdjcs''''''''-----');
  folded := btrim(regexp_replace(folded, '[ \t\n\v\f\r\u0085\u1680\u2028\u2029]+', ' ', 'g'), ' ');
  return regexp_replace(folded, '([aou])e+', '\1', 'g');
end $$;

create or replace function private.links_of(post uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select l.url from (
      select distinct on (x.url) x.url, x.place from (
        select private.first_link(p.content) as url, 1 as place from public.community_posts p where p.id = post
        union all
        select r.source_url, 2 from public.post_rumors r where r.post_id = post) x
      where x.url like 'https://%' and octet_length(x.url) <= 500
      order by x.url, x.place
    ) l order by l.place);
end $$;

create or replace function private.links_in(shown text) returns integer
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return regexp_count(shown, 'https?://[^[:space:]]|(^|[^[:alnum:]@._/-])www\.[[:alnum:]-]+\.[[:alpha:]]', 1, 'i');
end $$;

-- "kry​pto" with something invisible inside and "крурto" in Cyrillic letters are read as "krypto".

create or replace function private.without_hidden(value text, blank text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- Unicode's Default_Ignorable_Code_Point without accents; some of them, and the empty pattern of Braille, take the room of a blank.
  return case when value !~ '[^\u0001-\u00ac\u00ae-\u02ff\u2010-\u2027\u20ac]' then value else regexp_replace(regexp_replace(value,
    '[\u115f\u1160\u2800\u3164\uffa0]', blank, 'g'),
    '[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g') end;
end $$;

create function private.is_credited(author text, license text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select author is not null or coalesce(license in ('public_domain', 'cc0'), false)
$$;

create or replace function private.excerpt(value text, most integer) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return left(private.plain_text(value), most);
end $$;

-- One function knows the marks, and one says all that somebody may read in a text: rules, search, the team's search for comments and
-- excerpts must not differ in it.

create or replace function private.shown_text(value text, opened boolean) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare shown text;
begin
  shown := regexp_replace(value, '\|\|(.+?)\|\|', case when opened then '\1' else private.stored_text('text.spoiler') end, 'g');
  shown := regexp_replace(shown, '^(?:> ?)+', '', 'gn');
  shown := regexp_replace(shown, '\*\*([^*\n]+)\*\*', '\1', 'g');
  shown := regexp_replace(shown, '(^|[ \n("„»])\*([^*_ \n](?:[^*_\n]*[^*_ \n])?)\*(?=$|[ \n.,;:!?)"“«…])', '\1\2', 'gn');
  return regexp_replace(shown, '(^|[ \n("„»])_([^*_ \n](?:[^*_\n]*[^*_ \n])?)_(?=$|[ \n.,;:!?)"“«…])', '\1\2', 'gn');
end $$;

-- Written by `npm run refusals` from domain/src/*/refusals.ts; edit there.

create or replace function private.refusal_text(which text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return case which
    when 'auth.email_domain_not_allowed' then 'E-Mail nicht erlaubt'
    when 'auth.expires_past' then 'Das Ende liegt in der Vergangenheit. Nimm einen späteren Tag.'
    when 'auth.invite_gone' then 'Diese Einladung gibt es nicht mehr. Lade die Seite neu.'
    when 'auth.invite_required' then 'Löse zuerst einen Einladungscode ein.'
    when 'auth.invite_required.sign_up' then 'Signup not allowed'
    when 'auth.max_uses' then 'Ein Code gilt 1- bis 100.000-mal.'
    when 'auth.mfa_needed' then 'Bestätige zuerst deinen zweiten Faktor.'
    when 'auth.mfa_needed.proof' then 'Bitte bestätige das mit deinem zweiten Faktor.'
    when 'auth.mfa_needed.team' then 'Dafür brauchst du deinen zweiten Faktor. Öffne den Team-Bereich: Dort richtest du ihn ein oder gibst den Code ein.'
    when 'auth.not_allowed' then 'Bitte melde dich zuerst an.'
    when 'auth.not_self' then 'Das geht nur für das eigene Konto.'
    when 'auth.note_length' then 'Die Notiz ist zu lang. Höchstens 500 Zeichen.'
    when 'auth.rate_limited' then 'Zu viele falsche Codes. Versuch es in einer Stunde noch mal.'
    when 'auth.reauthentication_needed' then 'Bitte melde dich dafür noch einmal an.'
    when 'auth.second_factor_missing' then 'Richte zuerst einen zweiten Faktor ein.'
    when 'auth.session_ended' then 'Deine Anmeldung ist beendet. Melde dich neu an.'
    when 'auth.sign_up_shut' then 'Neue Konten gibt es hier noch nicht: Das Impressum ist nicht vollständig. Lesen kannst du schon alles.'
    when 'calendar.changed_meanwhile' then 'Jemand hat diesen Termin inzwischen geändert.'
    when 'calendar.changed_meanwhile.many' then 'Jemand hat inzwischen etwas davon geändert: %s. Gespeichert ist nichts. Sieh dir die Vorschau noch einmal an.'
    when 'calendar.draft_invalid' then 'Diese Eingabe ist unvollständig.'
    when 'calendar.draft_invalid.length' then 'Das ist zu viel Text.'
    when 'calendar.draft_invalid.many' then 'Das sind mehr als %s Termine. Nimm weniger auf einmal.'
    when 'calendar.draft_invalid.series' then 'Zu einer Serie gehören Rhythmus und Ende.'
    when 'calendar.draft_invalid.title' then 'Titel und Tag fehlen.'
    when 'calendar.episodes_would_go' then 'Dabei fallen Folgen weg. Das dürfen nur Admins.'
    when 'calendar.parent_is_no_series' then 'Der übergeordnete Termin ist keine Serie.'
    when 'calendar.same_week' then 'Wähle eine andere Woche.'
    when 'calendar.series_ends_early' then 'Das Ende der Serie liegt vor ihrem ersten Tag. Nimm ein späteres.'
    when 'calendar.series_too_long' then 'Das wären mehr als 400 Folgen. Nimm ein früheres Ende.'
    when 'calendar.target_gone' then 'Diesen Termin gibt es nicht mehr.'
    when 'calendar.target_gone.many' then 'Einen dieser Termine gibt es nicht mehr. Gespeichert ist nichts. Wähl noch einmal.'
    when 'calendar.week_too_full' then 'Das sind mehr als %s Termine. Nimm einen Filter.'
    when 'comment.comment_empty' then 'Schreib erst was.'
    when 'comment.comment_length' then 'Höchstens 2.000 Zeichen.'
    when 'comment.comment_repeated' then 'Genau das hast du hier schon geschrieben. Es steht noch da.'
    when 'comment.comment_too_deep' then 'Auf eine Antwort antwortet man in derselben Runde.'
    when 'comment.edit_window_over' then 'Kommentare lassen sich nur 15 Minuten lang ändern.'
    when 'comment.not_author' then 'Kommentare ändert nur, wer sie geschrieben hat.'
    when 'comment.rate_limited_new' then 'In den ersten 24 Stunden sind es höchstens zehn Kommentare in der Minute. Kurz durchatmen, dann geht es weiter.'
    when 'comment.reply_closed' then 'Auf diesen Kommentar kann man nicht mehr antworten.'
    when 'comment.team_away' then 'Das Team ist gerade nicht da, deshalb geht es langsamer: zehn Kommentare in fünf Minuten. Gleich kannst du weiterschreiben.'
    when 'comment.team_away.new' then 'Das Team ist gerade nicht da. Bis dahin sind es für neue Leute drei Kommentare in der Stunde. Dein Text bleibt hier stehen, schick ihn später ab.'
    when 'comment.too_many_held' then 'Fünf Kommentare von dir warten schon. Das Team liest sie zuerst.'
    when 'format.cast_invalid' then 'Jeden Star nur einmal, höchstens 300.'
    when 'format.changed_meanwhile.channel' then 'Jemand anders hat diesen Sender inzwischen geändert.'
    when 'format.changed_meanwhile.format' then 'Jemand anders hat dieses Format inzwischen geändert.'
    when 'format.changed_meanwhile.provider' then 'Jemand anders hat diesen Anbieter inzwischen geändert.'
    when 'format.changed_meanwhile.season' then 'Jemand anders hat diese Staffel inzwischen geändert.'
    when 'format.contents_changed.format' then 'An diesem Format hängt inzwischen mehr oder weniger. Lade die Seite neu und sieh nach.'
    when 'format.contents_changed.season' then 'An dieser Staffel hängt inzwischen mehr oder weniger. Lade die Seite neu und sieh nach.'
    when 'format.format_gone' then 'Dieses Format gibt es nicht mehr.'
    when 'format.name_taken.channel' then 'Diesen Sender gibt es schon.'
    when 'format.name_taken.provider' then 'Diesen Anbieter gibt es schon.'
    when 'format.not_aired' then 'So weit ist die Staffel noch nicht. Lade die Seite neu.'
    when 'format.season_number_taken' then 'Diese Staffel gibt es schon. Nimm eine andere Nummer.'
    when 'format.season_of_other_format' then 'Diese Staffel gehört zu einem anderen Format. Wähl eine andere.'
    when 'format.season_slug_misleading' then 'Diese Adresse nennt eine andere Staffel. Nimm eine andere.'
    when 'format.season_slug_taken' then 'Diese Adresse hat schon eine andere Staffel dieses Formats. Nimm eine andere.'
    when 'format.slug_remembered' then 'Unter dieser Adresse war früher ein anderes Format. Alte Links führen noch dorthin. Nimm eine andere.'
    when 'format.slug_reserved' then 'Diese Adresse braucht die Seite selbst. Nimm eine andere.'
    when 'format.slug_taken' then 'Diese Adresse hat schon ein Format. Nimm eine andere.'
    when 'format.target_gone.channel' then 'Diesen Sender gibt es nicht mehr.'
    when 'format.target_gone.format' then 'Dieses Format gibt es nicht mehr. Jemand anders hat es gelöscht.'
    when 'format.target_gone.provider' then 'Diesen Anbieter gibt es nicht mehr.'
    when 'format.target_gone.season' then 'Diese Staffel gibt es nicht mehr. Jemand anders hat sie gelöscht.'
    when 'format.too_many_seasons' then 'Mehr als 1.000 Staffeln gehen nicht. Nimm zuerst eine heraus.'
    when 'import.import_changed' then 'Inzwischen hat jemand etwas davon geändert. Prüf die Dateien noch einmal: Dann siehst du, was jetzt ersetzt würde.'
    when 'import.import_dangling.episode' then 'Zu einer Folge fehlt die Staffel.'
    when 'import.import_dangling.format' then 'Das Format „%s“ gibt es nicht.'
    when 'import.import_dangling.participation' then 'Zu einer Teilnahme fehlt die Staffel oder der Star.'
    when 'import.row_count' then 'Höchstens 500 auf einmal.'
    when 'member.account_gone' then 'Dieses Konto gibt es nicht mehr.'
    when 'member.age_required' then 'Ein Konto bekommt nur, wer mindestens 16 ist. Lade die Seite neu und bestätige das.'
    when 'member.append_only' then 'Das Protokoll wird nur fortgeschrieben.'
    when 'member.avatar_missing' then 'Das Bild ist nicht angekommen. Wähl es noch einmal.'
    when 'member.avatar_not_own' then 'Dieses Bild gehört nicht zu diesem Konto.'
    when 'member.avatars_left' then 'Dein Bild ist noch da. Entferne es zuerst.'
    when 'member.ban_days' then 'Eine Sperre dauert 1 bis 3.650 Tage.'
    when 'member.ban_kept' then 'Mit dieser E-Mail-Adresse war schon ein Konto hier, und es war gesperrt, als es gelöscht wurde. Die Sperre gilt weiter, bis sie endet. Hältst du sie für falsch, leg hier Einspruch ein.'
    when 'member.ban_kept.reason' then 'Der Grund war:'
    when 'member.banned' then 'Dein Konto ist gesperrt. Du kannst gerade nichts schreiben.'
    when 'member.banned_member' then 'Wer gesperrt ist, kommt nicht ins Team. Heb erst die Sperre auf.'
    when 'member.bio_too_long' then 'Der Text über dich darf höchstens 500 Zeichen haben.'
    when 'member.changed_meanwhile' then 'Deine Bio hast du inzwischen woanders geändert.'
    when 'member.follow_closed' then 'Diesem Mitglied kannst du gerade nicht folgen.'
    when 'member.last_admin' then 'Das ist der letzte Admin. Gib erst jemand anderem diese Rolle.'
    when 'member.last_admin.deletion' then 'Du bist der einzige Admin. Ernenne zuerst jemand anderen.'
    when 'member.last_admin.self' then 'Du bist der letzte Admin. Gib erst jemand anderem diese Rolle.'
    when 'member.max_uses_of_moderators' then 'Codes für mehr als 100 Leute machen nur Admins. Nimm höchstens 100.'
    when 'member.member_gone' then 'Dieses Mitglied gibt es nicht mehr. Lade die Seite neu.'
    when 'member.nickname_form' then 'Dieser Nickname passt nicht.'
    when 'member.nickname_form.address' then 'Ein Nickname endet nicht wie eine Web-Adresse (.de, .com).'
    when 'member.nickname_form.team' then 'Dieser Nickname geht nicht.'
    when 'member.nickname_required' then 'Such dir zuerst einen Nickname aus.'
    when 'member.nickname_required.removal' then 'Ein Nickname lässt sich ändern, aber nicht entfernen.'
    when 'member.nickname_required.team' then 'Such dir zuerst einen Nickname aus: Das Protokoll nennt, wer entscheidet.'
    when 'member.nickname_reserved' then 'Dieser Nickname ist reserviert.'
    when 'member.nickname_reserved.team' then 'Dieser Nickname geht nicht.'
    when 'member.nickname_taken' then 'Diesen Nickname hat schon jemand.'
    when 'member.nickname_taken.team' then 'Dieser Nickname geht nicht.'
    when 'member.not_allowed.admins' then 'Das dürfen nur Admins.'
    when 'member.not_allowed.role' then 'Rolle und Sperre ändern nur Admins, und nie die eigene.'
    when 'member.not_allowed.team' then 'Das darf nur das Team.'
    when 'member.not_banned' then 'Dieses Mitglied ist nicht mehr gesperrt. Lade die Seite neu.'
    when 'member.not_changeable' then 'Diese Benachrichtigung lässt sich nicht abschalten.'
    when 'member.own_account' then 'Über dich selbst entscheidet jemand anderes aus dem Team.'
    when 'member.own_account.block' then 'Dich selbst wirst du hier nicht los.'
    when 'member.own_account.follow' then 'Dir selbst musst du nicht folgen.'
    when 'member.staff_by_admins' then 'Über das Team entscheiden nur Admins.'
    when 'member.target_gone' then 'Dieses Mitglied gibt es nicht mehr.'
    when 'member.too_many_blocks' then 'Mehr als 500 gehen nicht. Heb zuerst eine Blockierung auf.'
    when 'member.too_many_follows' then 'Mehr als 1.000 gehen nicht. Hör zuerst bei etwas auf.'
    when 'member.unknown_role' then 'Diese Rolle gibt es nicht.'
    when 'member.unknown_type' then 'Das gibt es nicht.'
    when 'member.week_invalid' then 'Diese Woche gibt es nicht.'
    when 'moderation.address_gone' then 'Dazu gibt es keine Adresse mehr. Schreib stattdessen eine Notiz.'
    when 'moderation.address_taken' then 'Adresse, Nummer oder Schlüssel hat inzwischen etwas anderes.'
    when 'moderation.author_gone' then 'Den Account dazu gibt es nicht mehr.'
    when 'moderation.bad_period' then 'Wähle einen Zeitraum von einem Tag bis zu zwei Jahren.'
    when 'moderation.ban_days' then 'Eine Sperre dauert 1 bis 3.650 Tage, oder für immer.'
    when 'moderation.ban_too_long' then 'Länger als 30 Tage sperren nur Admins.'
    when 'moderation.ban_too_long.lifting' then 'Diese Sperre heben nur Admins auf.'
    when 'moderation.case_action' then 'Ungültige Moderationsaktion'
    when 'moderation.case_claimed' then '%s bearbeitet diesen Fall gerade.'
    when 'moderation.case_fetch_failed.comment' then 'Fehler beim Abrufen des Kommentars: %s'
    when 'moderation.case_fetch_failed.post' then 'Fehler beim Abrufen des Beitrags: %s'
    when 'moderation.case_fetch_failed.profile' then 'Fehler beim Abrufen des Profils: %s'
    when 'moderation.case_fields' then 'Ungültige Meldungsdaten - fehlende erforderliche Felder'
    when 'moderation.case_fields.severity' then 'Ungültige Schwere oder Regel'
    when 'moderation.case_parts' then 'Wähl aus, was am Profil zurückgesetzt wird.'
    when 'moderation.case_preparation_failed.comment' then 'Fehler beim Vorbereiten der Kommentarverarbeitung'
    when 'moderation.case_preparation_failed.post' then 'Fehler beim Vorbereiten der Beitragsverarbeitung'
    when 'moderation.case_preparation_failed.profile' then 'Fehler beim Vorbereiten der Profilverarbeitung'
    when 'moderation.case_type' then 'Ungültiger Report-Typ'
    when 'moderation.changed_meanwhile' then 'Jemand hat diese Regel inzwischen geändert.'
    when 'moderation.comment_deletion_failed' then 'Comment-Löschung fehlgeschlagen: %s'
    when 'moderation.decision_pending' then '%s hat eben darüber entschieden. Das wird gleich ausgeführt.'
    when 'moderation.details_length' then 'Höchstens 2.000 Zeichen.'
    when 'moderation.details_missing' then 'Schreib, worum es geht.'
    when 'moderation.details_missing.illegal' then 'Schreib, was daran rechtswidrig ist: welche Stelle, und gegen welches Gesetz sie verstößt, wenn du es weißt.'
    when 'moderation.email_invalid' then 'Gib eine gültige E-Mail-Adresse an.'
    when 'moderation.good_faith_missing' then 'Bestätige, dass deine Angaben stimmen.'
    when 'moderation.invalid_request' then 'Ungültige Meldungsdaten - fehlende erforderliche Felder'
    when 'moderation.message_length' then 'Höchstens 2.000 Zeichen.'
    when 'moderation.message_missing' then 'Schreib, warum du anderer Meinung bist.'
    when 'moderation.name_missing' then 'Gib deinen Namen an.'
    when 'moderation.not_allowed' then 'Nicht berechtigt - bitte erneut anmelden'
    when 'moderation.not_allowed.appeal' then 'Über diesen Einspruch entscheidet jemand anderes.'
    when 'moderation.not_allowed.archive' then 'Archivieren darf nur das Team.'
    when 'moderation.not_liftable' then 'Das lässt sich nicht mehr zurücknehmen. Lade die Seite neu.'
    when 'moderation.note_length' then 'Das ist zu lang. Kürze den Text.'
    when 'moderation.note_missing' then 'Schreib etwas.'
    when 'moderation.own_case' then 'Über eigene Inhalte entscheidet jemand anderes.'
    when 'moderation.own_case.appeal' then 'Über deinen eigenen Einspruch entscheidet jemand anderes.'
    when 'moderation.own_case.report' then 'Über Meldungen gegen sich selbst entscheidet jemand anderes.'
    when 'moderation.own_content' then 'Das hast du selbst geschrieben.'
    when 'moderation.own_content.profile' then 'Das bist du selbst.'
    when 'moderation.own_decision' then 'Das war deine eigene Entscheidung. Über den Einspruch entscheidet jemand anderes.'
    when 'moderation.page_invalid' then 'Gib die Seite an, um die es geht. Kopier dazu ihre Adresse.'
    when 'moderation.parent_gone.event' then 'Format oder Staffel dieses Termins liegt im Papierkorb. Hol das zuerst zurück.'
    when 'moderation.parent_gone.imported_event' then 'Format oder Staffel eines Termins aus diesem Import liegt im Papierkorb. Hol das zuerst zurück.'
    when 'moderation.parent_gone.imported_season' then 'Ein Format, zu dem dieser Import Staffeln hat, liegt im Papierkorb. Hol das zuerst zurück.'
    when 'moderation.parent_gone.season' then 'Das Format dieser Staffel ist gelöscht. Hol zuerst das Format zurück.'
    when 'moderation.person_length' then 'Der Name hat höchstens 100 Zeichen.'
    when 'moderation.contact_closed' then 'Das Formular kann gerade keine Nachricht verschicken. Wie du uns sonst erreichst, steht im Impressum.'
    when 'moderation.rate_limited' then 'Das waren viele Meldungen auf einmal. Versuch es später noch einmal.'
    when 'moderation.reason_required' then 'Bitte gib einen Grund für diese Moderationsaktion an.'
    when 'moderation.report_closed.banned' then '%s hat diesen Fall schon entschieden: gesperrt.'
    when 'moderation.report_closed.deleted' then '%s hat diesen Fall schon entschieden: gelöscht.'
    when 'moderation.report_closed.ignored' then '%s hat diesen Fall schon entschieden: kein Verstoß.'
    when 'moderation.report_closed.warned' then '%s hat diesen Fall schon entschieden: verwarnt.'
    when 'moderation.report_gone' then 'Diese Meldung gibt es nicht mehr.'
    when 'moderation.row_count' then 'Höchstens 200 auf einmal.'
    when 'moderation.rule_held' then 'Dieser Kommentar passt auf eine Regel gegen Spam und Angriffe. Schreib ihn anders.'
    when 'moderation.rule_invalid' then 'So lässt sich die Regel nicht speichern. Kürze die Wörter.'
    when 'moderation.rule_slow' then 'Das geht gerade zu schnell. Warte zehn Minuten, dein Text bleibt hier stehen.'
    when 'moderation.seen_missing' then 'Diese Seite ist veraltet. Lade sie neu und entscheide dann.'
    when 'moderation.somebody' then 'Jemand aus dem Team'
    when 'moderation.staff_ban' then 'Das Team sperren nur Admins.'
    when 'moderation.staff_profile' then 'Profile des Teams setzen nur Admins zurück.'
    when 'moderation.staff_spam' then 'Wer zum Team gehört, ist kein Spam. Nimm erst die Rolle weg.'
    when 'moderation.take_down_failed' then 'Sowohl Löschung als auch Zurückweisung fehlgeschlagen: %s / %s'
    when 'moderation.target_gone' then 'Das gibt es nicht mehr.'
    when 'moderation.target_gone.comment' then 'Fehler beim Abrufen des Kommentars: Den Kommentar gibt es nicht mehr.'
    when 'moderation.target_gone.post' then 'Fehler beim Abrufen des Beitrags: Den Beitrag gibt es nicht mehr.'
    when 'moderation.target_gone.profile' then 'Fehler beim Abrufen des Profils: Das Profil gibt es nicht mehr.'
    when 'moderation.too_many_rules' then 'Mehr als 100 Regeln gehen nicht. Lösch zuerst eine.'
    when 'moderation.unknown_action' then 'Ungültige Moderationsaktion'
    when 'moderation.unknown_type' then 'Wähl einen Grund aus.'
    when 'moderation.unknown_wish' then 'Wähl aus, was du möchtest.'
    when 'network.rate_limited' then 'Das war zu viel auf einmal. Warte ein paar Minuten und versuch es dann noch einmal.'
    when 'news.changed_meanwhile' then 'Jemand anderes hat diese News gerade geändert.'
    when 'news.content_length' then 'Der Text hat höchstens 50.000 Zeichen. Kürz ihn.'
    when 'news.excerpt_length' then 'Der Anriss hat höchstens 500 Zeichen. Kürz ihn.'
    when 'news.image_alt_length' then 'Die Bildbeschreibung hat höchstens 300 Zeichen. Kürz sie.'
    when 'news.image_source_invalid' then 'Die Quelle des Bildes ist eine Webadresse, die mit https:// beginnt.'
    when 'news.image_credit_length' then 'Der Bildnachweis hat höchstens 200 Zeichen. Kürz ihn.'
    when 'news.news_not_online' then 'Diese News ist noch nicht online. Eine Diskussion gibt es erst danach.'
    when 'news.not_a_discussion' then 'Diese Diskussion gibt es nicht.'
    when 'news.source_url_invalid' then 'Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung'
    when 'news.target_gone' then 'Diese News gibt es nicht mehr. Lade die Seite neu.'
    when 'news.title_length' then 'Der Titel hat höchstens 200 Zeichen. Kürz ihn.'
    when 'news.title_missing' then 'Ohne Titel geht es nicht.'
    when 'news.unknown_tag' then 'Einen der Tags gibt es nicht mehr. Nimm ihn heraus.'
    when 'notification.device_invalid' then 'Dieses Gerät lässt sich so nicht anmelden. Lade die Seite oder die App neu und versuch es noch einmal.'
    when 'notification.mail_values' then 'Mail %s braucht die Werte %s.'
    when 'notification.not_allowed' then 'Das Team schreibt in eigenem Namen, und über Entscheidungen berichtet nur die Entscheidung.'
    when 'notification.notification_invalid' then 'So lässt sich die Benachrichtigung nicht schreiben: Prüf Art, Titel und Text.'
    when 'notification.rhythm_unknown' then 'Wähl aus, wie oft.'
    when 'notification.session_gone' then 'Deine Anmeldung ist abgelaufen. Melde dich neu an.'
    when 'post.address_stays' then 'Diese Adresse hat noch dieselben Wörter. Ändere erst den Titel, dann führt die alte nirgends mehr hin.'
    when 'post.changed_meanwhile' then 'Dieser Beitrag wurde inzwischen geändert.'
    when 'post.content_length' then 'Der Text hat höchstens 5.000 Zeichen.'
    when 'post.content_missing' then 'Schreib noch, worum es geht.'
    when 'post.duplicate_option' then 'Jede Antwort nur einmal.'
    when 'post.duplicate_tag' then 'Jeden Tag nur einmal.'
    when 'post.id_taken' then 'Das hat nicht geklappt. Versuch es noch einmal.'
    when 'post.links_too_early' then 'Links gehen in Kommentaren erst, wenn dein Account eine Woche alt ist und drei Beiträge oder Kommentare von dir stehen.'
    when 'post.not_a_poll' then 'Dieser Beitrag ist keine Umfrage.'
    when 'post.not_a_poll.end' then 'Nur Umfragen haben ein Ende.'
    when 'post.not_a_poll.options' then 'Nur Umfragen haben Antworten und ein Ende.'
    when 'post.not_a_rumor' then 'Dieser Beitrag ist kein Gerücht'
    when 'post.not_a_rumor.source' then 'Nur Gerüchte haben eine Quelle.'
    when 'post.not_a_rumor.subject' then 'Nur bei Gerüchten gibst du an, worum es geht.'
    when 'post.not_allowed' then 'Über Beiträge entscheidet das Team, und niemand über eigene.'
    when 'post.not_allowed.rumor' then 'Den Status eines Gerüchts setzt nur das Team.'
    when 'post.option_count' then 'Eine Umfrage hat 2 bis 8 Antworten.'
    when 'post.option_length' then 'Eine Antwort hat 1 bis 80 Zeichen.'
    when 'post.options_fixed' then 'Es wurde schon abgestimmt: Die Antworten bleiben, wie sie sind.'
    when 'post.own_case' then 'Über Beiträge entscheidet das Team, und niemand über eigene.'
    when 'post.poll_end_far' then 'Eine Umfrage läuft höchstens ein Jahr.'
    when 'post.poll_end_past' then 'Das Ende der Umfrage liegt in der Vergangenheit.'
    when 'post.poll_ended' then 'Diese Umfrage ist zu Ende und geht nicht wieder auf.'
    when 'post.post_gone' then 'Diesen Beitrag gibt es nicht mehr.'
    when 'post.question_fixed' then 'Es wurde schon abgestimmt: Titel und Text ändert jetzt nur das Team.'
    when 'post.reason_required' then 'Bitte gib einen Grund für die Ablehnung an.'
    when 'post.source_required' then 'So ein Gerücht braucht eine Quelle. Ohne Link geht es nicht.'
    when 'post.source_url_invalid' then 'Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung'
    when 'post.speaker_length' then 'Der Name hat 2 bis 100 Zeichen.'
    when 'post.statement_length' then 'Die Stellungnahme hat höchstens 2.000 Zeichen.'
    when 'post.title_length' then 'Der Titel hat 8 bis 140 Zeichen.'
    when 'post.too_many_edits' then 'Dieser Beitrag wurde heute schon 20-mal geändert. Morgen geht es weiter.'
    when 'post.too_many_tags' then 'Höchstens 5 Tags.'
    when 'post.unknown_subject' then 'Wähl noch aus, worum es geht.'
    when 'post.unknown_tag' then 'Einen der Tags gibt es nicht mehr. Nimm ihn heraus.'
    when 'post.unknown_type' then 'Diese Art von Beitrag gibt es nicht.'
    when 'settings.changed_meanwhile' then 'Jemand anderes hat diesen Text gerade geändert.'
    when 'settings.mail_domain' then 'Eine der Domains stimmt nicht. Schreib sie wie firma.de, eine je Zeile.'
    when 'settings.settings_changed' then 'Jemand hat die Einstellungen inzwischen geändert.'
    when 'settings.text_invalid' then 'Der Text ist zu lang oder enthält etwas, das hier nicht geht.'
    when 'star.account_there' then 'Auf dieser Plattform hat der Star schon ein Konto. Ändere das.'
    when 'star.avatar_author_length' then 'Wer das Bild gemacht hat, steht in höchstens 200 Zeichen. Kürz es.'
    when 'star.avatar_source_invalid' then 'Die Quelle des Bildes ist eine Webadresse, die mit https:// beginnt.'
    when 'star.bio_too_long' then 'Die Biografie hat höchstens 10.000 Zeichen. Kürz sie.'
    when 'star.birthdate_invalid' then 'Dieses Geburtsdatum gibt es nicht. Prüf Tag und Jahr.'
    when 'star.changed_meanwhile' then 'Jemand anderes hat diesen Star gerade geändert.'
    when 'star.changed_meanwhile.account' then 'Jemand anders hat dieses Konto inzwischen geändert.'
    when 'star.import_changed' then 'Inzwischen hat jemand etwas davon geändert. Prüf die Zeilen noch einmal: Dann siehst du, was jetzt ersetzt würde.'
    when 'star.import_has_problems' then 'In der Datei sind noch Fehler.'
    when 'star.name_missing' then 'Gib mindestens einen Namen an.'
    when 'star.name_too_long' then 'Ein Name hat höchstens 100 Zeichen. Kürz ihn.'
    when 'star.not_this_star' then 'Das kann nur, wer dieser Star ist.'
    when 'star.not_this_star.post' then 'Diesen Beitrag gibt es nicht mehr, oder er geht nicht mehr um diesen Star.'
    when 'star.not_this_star.statement' then 'Das kann nur, um wen es geht.'
    when 'star.own_case' then 'Über eigene Anliegen entscheidet jemand anderes.'
    when 'star.parent_gone' then 'Danach kam noch etwas dazu. Hol zuerst das Spätere zurück.'
    when 'star.proof_length' then 'Höchstens 1.000 Zeichen.'
    when 'star.row_count' then 'Eine Datei hat 1 bis 2.000 Zeilen.'
    when 'star.row_count.rows' then 'Das sind keine Zeilen eines Imports.'
    when 'star.same_star' then 'Das ist derselbe Star. Wähl einen anderen.'
    when 'star.slug_reserved' then 'Diese Adresse gehört schon einer Seite.'
    when 'star.slug_taken' then 'Diese Adresse hat schon ein anderer Star. Nimm eine andere.'
    when 'star.speaker_of_member' then 'So heißt ein Mitglied. Nenn, wer spricht: den Star, das Management, den Sender.'
    when 'star.speaker_of_star' then 'So heißt ein Star, um den es in diesem Beitrag nicht geht. Setz zuerst den Tag, oder nenn, wer wirklich spricht.'
    when 'star.speaker_reserved' then 'Dieser Name gehört dem Team. Nenn den Star oder das Management.'
    when 'star.speaker_reserved.team' then 'Dieser Name gehört dem Team. Nenn, wer spricht: den Star, das Management, den Sender.'
    when 'star.statement_taken' then 'Hier steht schon eine Stellungnahme.'
    when 'star.statement_taken.team' then 'Hier steht schon eine Stellungnahme, die das Team veröffentlicht hat.'
    when 'star.target_gone' then 'Diesen Star gibt es nicht mehr.'
    when 'star.target_gone.account' then 'Dieses Konto gibt es nicht mehr.'
    when 'star.too_many_claims' then 'Du hast dich schon bei zehn Stars gemeldet.'
    when 'star.unknown_star' then 'Diesen Star gibt es nicht mehr.'
    when 'star.unknown_star.door' then 'Diesen Star gibt es nicht.'
    when 'star.vote_range' then 'Eine Stimme ist eine Zahl von 1 bis 5.'
    when 'url.picture_missing' then 'Das Bild ist nicht angekommen. Wähl es noch einmal.'
    when 'url.url_invalid' then 'Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung'
  end;
end $$;

create or replace function private.berlin_day(instant timestamptz) returns date
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (instant at time zone 'Europe/Berlin')::date;
end $$;

create or replace function private.is_client() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return current_user in ('anon', 'authenticated');
end $$;

create or replace function private.is_restoring() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(current_setting('hot.restoring', true), '') = 'on';
end $$;

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

-- Text of members is stored with visible characters only. cleanText in TypeScript has the same rules; supabase/tests compares them.

-- The characters are those that Unicode calls default-ignorable, spaces, and the braille blank; line breaks apart.
create or replace function private.clean_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (select case when lean ~ '[^\n\t-\r \u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    then lean else '' end
  from (
    select regexp_replace(normalize(private.collapse_marks(regexp_replace(replace(
        regexp_replace(left(value, 100000), '\r\n?|[\u2028\u2029\u0085]', E'\n', 'g'), E'\t', ' '),
      '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g')), nfc),
      '\n([ \u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*\n){3,}',
      E'\n\n\n', 'g')
  ) cleaned (lean));
end $$;

-- What JavaScript's \s and trim() treat as a space; PostgreSQL's \s depends on the collation.
create or replace function private.trim_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return regexp_replace(value,
    '^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g');
end $$;

-- Unicode normalisation sorts combining marks by insertion: marks of two classes in turn cost the square of their number, 11 s
-- for 40 kB. So no text is normalised before runs of marks are cut, and none is read beyond what its field could ever hold.

create or replace function private.collapse_marks(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- The first expression is cheap and false for all but a few texts: every mark is above U+02FF.
  return case when value ~ '[^\u0001-\u02ff]{9}' then regexp_replace(value, format('([%1$s]{8})[%1$s]+',
    '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
    '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd'
    '\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903'
    '\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3'
    '\u09fe-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2\u0ae3\u0afa-\u0b03\u0b3c'
    '\u0b3e-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62\u0c63\u0c81-\u0c83'
    '\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83'
    '\u0dca-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35'
    '\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060'
    '\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734'
    '\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b'
    '\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37'
    '\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff'
    '\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c'
    '\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5'
    '\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5'
    '\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\uff9e\uff9f\U000101fd\U000102e0'
    '\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27'
    '\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85'
    '\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073\U00011074\U0001107f-\U00011082'
    '\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145\U00011146\U00011173'
    '\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce\U000111cf\U0001122c-\U00011237'
    '\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b\U0001133c\U0001133e-\U0001134d'
    '\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2\U000113e1\U000113e2\U00011435-\U00011446'
    '\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc\U000115dd\U00011630-\U00011640'
    '\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940\U00011942'
    '\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e'
    '\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f'
    '\U00011c92-\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00'
    '\U00011f01\U00011f03\U00011f34-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f'
    '\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d'
    '\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182'
    '\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c'
    '\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae'
    '\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5'
    '\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef'
    ), '\1', 'g') else value end;
end $$;

create function private.admin_ban_member(p_id uuid, p_days integer, p_reason text, p_rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before public.profiles;
  until_when constant timestamptz := now() + make_interval(days => p_days);
begin
  perform private.lock_admins();
  perform private.decide_on(p_rule);
  before := private.other_staff_rule(p_id);
  if p_days not between 1 and 3650 then
    perform private.refuse('member.ban_days');
  end if;
  if (p_days is null or p_days > 30 or private.is_banned(p_id)) and not private.is_admin() then
    perform private.refuse('moderation.ban_too_long', '42501');
  end if;
  perform private.log_staff_action('ban_member', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'reason', reason, 'days', p_days));
  update public.profiles set is_banned = true, banned_until = until_when where id = p_id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, ban_duration_days, admin_id)
    values ('profile', p_id, 'banned', reason, p_days, auth.uid());
  return jsonb_build_object('banned_until', until_when);
end $$;

create function private.admin_rename_member(p_id uuid, p_nickname text, p_reason text, p_rule text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, p_id);
  before public.profiles;
begin
  perform private.require_admin();
  perform private.decide_on(p_rule);
  before := private.other_staff_rule(p_id);
  if problem is not null then
    perform private.refuse(case problem when 'form' then 'member.nickname_form.team'
      when 'reserved' then 'member.nickname_reserved.team' else 'member.nickname_taken.team' end);
  end if;
  perform private.log_staff_action('rename_member', 'profile', p_id::text,
    jsonb_build_object('name', wanted, 'from', before.nickname, 'reason', reason));
  update public.profiles set nickname = wanted where id = p_id;
  -- A name that is taken away is a decision like that on a reported profile: told with its reason, and lifted by an appeal.
  if before.nickname is not null and before.nickname is distinct from wanted then
    insert into private.removed_profiles (member_id, nickname, removed_by, renamed_to) values (p_id, before.nickname, auth.uid(), wanted);
    insert into public.moderation_actions (target_type, target_user_id, action, reason, content_excerpt, admin_id)
      values ('profile', p_id, 'deleted', reason, before.nickname, auth.uid());
  end if;
  return (select p.slug from public.profiles p where p.id = p_id);
exception when unique_violation then
  perform private.refuse('member.nickname_taken', '23505');
end $$;

create function private.admin_delete_member(p_id uuid, p_reason text, p_rule text, p_wished boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  was_banned constant boolean := private.is_banned(p_id);
  before public.profiles;
  decision uuid;
  told jsonb;
begin
  perform private.lock_admins();
  perform private.require_admin();
  perform private.decide_on(case when not p_wished then p_rule end);
  before := private.other_staff_rule(p_id);
  -- Without the name, which must not outlive the account in the log.
  perform private.log_staff_action('delete_member', 'profile', p_id::text, jsonb_build_object('reason', reason, 'role', before.role));
  told := jsonb_build_object('nickname', before.nickname, 'reason', reason, 'wished', p_wished);
  -- What the member has asked for restricts nobody. Of all else the transparency report has to know.
  if not p_wished then
    insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
      values ('profile', p_id, 'account_deleted', reason, auth.uid()) returning id into decision;
    told := told || private.how_decided(decision) || jsonb_build_object('reported', exists (
      select from public.reports r where r.target_profile_id = p_id and r.status = 'pending' and r.counts and r.origin = 'person'));
  end if;
  delete from auth.users u where u.id = p_id;
  if not found then return false; end if;
  -- Nobody can read a notification any more.
  if before.email is not null then
    if was_banned then
      told := told || coalesce((select jsonb_build_object('banned_until', to_char(private.berlin_day(k.ends_at), 'FMDD.FMMM.YYYY'), 'for_good', k.is_for_good)
        from private.kept_bans k where k.address_hash = private.address_hash(before.email)), '{}');
    end if;
    perform private.mail_deletion(before.email, told);
  end if;
  return true;
end $$;

create function public.admin_ban_member(p_id uuid, p_days integer, p_reason text, p_rule text default null) returns jsonb
language sql set search_path = '' as $$ select private.admin_ban_member(p_id, p_days, p_reason, p_rule) $$;

create function public.admin_rename_member(p_id uuid, p_nickname text, p_reason text, p_rule text default null) returns text
language sql set search_path = '' as $$ select private.admin_rename_member(p_id, p_nickname, p_reason, p_rule) $$;

create function public.admin_delete_member(p_id uuid, p_reason text, p_rule text default null, p_wished boolean default false) returns boolean
language sql set search_path = '' set statement_timeout = '30s' as $$
  select private.admin_delete_member(p_id, p_reason, p_rule, coalesce(p_wished, false))
$$;

-- No birthdate is asked or kept: only that somebody said so, when, and to which sentence (ageConfirmation of domain).

create function private.age_text_of(meta jsonb) returns smallint
language sql immutable parallel safe set search_path = '' as $$
  select case when meta ->> 'age_text' ~ '^[1-9][0-9]{0,2}$' then (meta ->> 'age_text')::smallint end
$$;

create function private.confirm_age(question integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if question is null or question not between 1 and 999 then return; end if;
  update public.profiles p set age_confirmed_at = now(), age_text = question where p.id = auth.uid() and p.age_confirmed_at is null;
end $$;

-- Spelled out, because what lower() does to letters beyond ASCII depends on the collation.
create or replace function private.nickname_key(nickname text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return lower(translate(nickname, 'ÄÖÜ', 'äöü'));
end $$;

-- Definer: who is banned, and what somebody chose, is nobody else's business. One answer for all reasons, so that it gives none away.
create function private.is_listed(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = member and p.in_search_engines)
    and not private.is_banned(member)
    and (exists (select from public.community_posts p where p.author_id = member and p.status = 'approved')
      or exists (
        select from public.comments c join public.community_posts p on p.id = c.post_id and p.status = 'approved'
        where c.author_id = member and c.deleted_at is null));
end $$;

create or replace function public.profile_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.member_by(p_slug);
begin
  return (
    select jsonb_build_object(
      'id', m.id, 'slug', m.slug, 'nickname', m.nickname, 'avatar_url', m.avatar_url, 'bio', m.bio, 'karma', m.karma, 'joined', m.joined,
      'karma_rank', private.karma_rank(m.karma),
      'hit_rate', private.shown_hit_rate(m.id),
      'posts', (select count(*) from public.community_posts p where p.author_id = m.id and p.status = 'approved'),
      'comments', private.count_member_comments(m.id),
      'fan_of', (select count(*) from public.star_fans f join public.stars s on s.id = f.star_id and s.is_active where f.user_id = m.id),
      'topics', private.member_topics(m.id),
      'listed', private.is_listed(m.id))
    from public.public_profiles m
    where m.id = wanted
  );
end $$;

-- Whoever has the password or the mailbox of a member of staff must not have the site. Token and session must both say aal2:
-- a token from before the second factor was proven stays worthless for this, and one from before a factor was removed becomes it.

-- Never null: "if not" takes that for a yes.
create or replace function private.has_role(roles text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = auth.uid() and p.role = any (roles)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and coalesce(private.session_aal(), '') = 'aal2';
end $$;

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_role(array['admin']);
end $$;

create or replace function private.is_moderator() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_role(array['moderator', 'admin']);
end $$;

create or replace function private.may_write() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = auth.uid() and not p.needs_invite and (p.nickname is not null or p.age_confirmed_at is not null)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and private.is_proven();
end $$;

create or replace function private.is_staff_member(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = member and p.role in ('moderator', 'admin'));
end $$;

create function private.require_age() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.age_confirmed_at is null then
    perform private.refuse('member.age_required');
  end if;
  return new;
end $$;

-- Inviting somebody by mail: the account carries a code of its own, so that invite mode accepts it.
create or replace function private.admin_prepare_invitation() returns text
language plpgsql security definer set search_path = '' as $$
declare made public.invites;
begin
  perform private.require_admin();
  made.code := private.new_invite_code();
  -- The log has no address, because moderators read it.
  perform private.log_staff_action('invite_member', 'invite', made.code, '{}');
  insert into public.invites (code, max_uses, expires_at, note, created_by)
    values (made.code, 1, now() + interval '10 minutes', private.stored_text('member.invited_by_mail'), auth.uid());
  return made.code;
end $$;

create or replace function private.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  provider constant text := private.provider_of(event -> 'user' -> 'app_metadata');
  address constant text := event -> 'user' ->> 'email';
  code constant text := event -> 'user' -> 'user_metadata' ->> 'invite_code';
  who constant text := private.guesser_of(coalesce(event -> 'metadata' ->> 'ip_address', 'unknown'));
begin
  if private.sign_up_shut() then
    return private.hook_refusal(403, private.refusal_text('auth.sign_up_shut'));
  end if;
  if private.refuses_mail(provider, address) then
    perform private.record_suspicion(null, provider, address, null, 'domain_refused');
    return private.hook_refusal(403, private.refusal_text('auth.email_domain_not_allowed'));
  end if;
  if private.refuses_uninvited(provider, code) then
    if coalesce(code, '') <> '' then
      if private.too_many_guesses(who) then return private.hook_refusal(429, private.refusal_text('auth.rate_limited')); end if;
      insert into private.invite_guesses (guesser) values (who);
    end if;
    -- The app has a German sentence for this text.
    return private.hook_refusal(403, private.refusal_text('auth.invite_required.sign_up'));
  end if;
  return '{}';
end $$;

-- Operators make accounts that are confirmed from the start; the first admin, by whatever way, is who completes the legal notice.
create function private.refuses_newcomers(provider text, confirmed boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.sign_up_shut()
    and (provider <> 'email' or not confirmed and exists (select from public.profiles p where p.role = 'admin'))
$$;

create or replace function private.check_mail_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare wanted text := case
  when tg_op = 'INSERT' then new.email
  -- A new address is first in email_change and later in email; both are checked. The exemption of OAuth is for sign-ups only.
  when coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change then new.email_change
  when new.email is distinct from old.email and new.email is distinct from old.email_change then new.email end;
begin
  if tg_op = 'INSERT' and private.refuses_newcomers(private.provider_of(new.raw_app_meta_data), new.email_confirmed_at is not null) then
    perform private.refuse('auth.sign_up_shut');
  end if;
  if private.refuses_mail(case when tg_op = 'INSERT' then private.provider_of(new.raw_app_meta_data) else 'email' end, wanted) then
    perform private.refuse('auth.email_domain_not_allowed');
  end if;
  return new;
end $$;

create or replace function private.open_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider text := private.provider_of(new.raw_app_meta_data);
  meta jsonb := coalesce(new.raw_user_meta_data, '{}');
  subject text := case when provider <> 'email' then coalesce(meta ->> 'provider_id', meta ->> 'sub') end;
  -- What a provider tells of somebody is not what they say themselves.
  age constant smallint := case when provider = 'email' then private.age_text_of(meta) end;
  invite_mode boolean := (select s.signup_mode = 'invite' from public.app_settings s);
  invited boolean := false;
begin
  insert into public.profiles (id, email, full_name, provider_type, provider_subject, created_at, age_confirmed_at, age_text)
  values (new.id, new.email, left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200), provider,
    subject, coalesce(new.created_at, now()), case when age is not null then now() end, age);
  if coalesce(meta ->> 'invite_code', '') <> '' then invited := private.redeem_code(new.id, meta ->> 'invite_code'); end if;
  if invite_mode and not invited then
    -- The app has a German sentence for this text. A sign-up through a provider cannot carry a code: it may only read until it redeems one.
    if provider = 'email' then
      perform private.refuse('auth.invite_required.sign_up', '42501');
    end if;
    update public.profiles set needs_invite = true where id = new.id;
  end if;
  perform private.watch_sign_up(new.id, provider, new.email, subject);
  return null;
end $$;

-- If an account was registered by password but never confirmed, a sign-in through a provider takes it over (GoTrue,
-- RemoveUnconfirmedIdentities). What the first registrant left in the profile is removed.
create or replace function private.follow_provider() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider constant text := private.provider_of(new.raw_app_meta_data);
  meta constant jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  if provider = private.provider_of(old.raw_app_meta_data) then return null; end if;
  update public.profiles set
    provider_type = provider,
    provider_subject = case when provider <> 'email' then coalesce(meta ->> 'provider_id', meta ->> 'sub') end,
    full_name = left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200),
    -- The first registrant said it, perhaps somebody else.
    age_confirmed_at = case when nickname is not null then age_confirmed_at end,
    age_text = case when nickname is not null then age_text end
  where id = new.id;
  return null;
end $$;

-- The profile is made with the first request for an account. Until the address is confirmed somebody else may have made
-- that request: whoever asks next replaces its metadata, and what the profile has of it (name, age) has to follow.
create or replace function private.follow_unconfirmed_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  meta constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  age constant smallint := case when private.provider_of(new.raw_app_meta_data) = 'email' then private.age_text_of(meta) end;
begin
  update public.profiles set full_name = left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200),
    age_confirmed_at = case when age is not null then coalesce(age_confirmed_at, now()) end, age_text = age
    where id = new.id;
  return null;
end $$;

create or replace function private.retain_registrations() returns void
language sql security definer set search_path = '' as $$
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
  -- The address may be a stranger's. Whoever asks for another mail begins the time anew. A few hundred each night, because each
  -- deletion looks through all that may name a member.
  delete from auth.users where id in (
    select u.id from auth.users u join public.profiles p on p.id = u.id and p.nickname is null and p.role = 'user'
    where u.email_confirmed_at is null and u.phone_confirmed_at is null and u.last_sign_in_at is null
      and greatest(u.created_at, u.confirmation_sent_at, u.invited_at, u.recovery_sent_at) < now() - interval '30 days'
    limit 300);
$$;

create function private.has_enough_members() returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) = 50 from (select from auth.users u where u.email_confirmed_at is not null limit 50) confirmed
$$;

create function private.is_young_site() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.site_youth y where y.ended_at is null and y.opened_at > now() - interval '30 days');
end $$;

create function private.invited_while_young() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_young_site() and exists (select from public.invite_redemptions r where r.user_id = auth.uid());
end $$;

-- A member's consent to analytics, shared by their devices. settleConsent() of domain decides which of two choices wins.

create function private.forget_usage(member uuid) returns void
language sql security definer set search_path = '' as $$
  -- What staff did is their log, and a suspicious registration is noted whatever the choice: neither is usage.
  delete from public.analytics_events e
    where e.user_id = member and not e.metadata @> '{"admin_action": true}' and e.event_type <> 'suspicious_registration';
  delete from public.user_sessions v where v.user_id = member;
$$;

create function private.record_consent(is_full boolean, decided_at timestamptz, question integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Browsers count in milliseconds. A clock that is ahead must not win over a later choice on another device.
  moment constant timestamptz := date_trunc('milliseconds', least(decided_at, now()));
  answer jsonb;
begin
  perform private.require_proven();
  update public.profiles p
    set analytics_consent = is_full, analytics_consent_updated_at = moment, analytics_consent_text = question
    where p.id = me and moment > coalesce(p.analytics_consent_updated_at, '-infinity');
  -- A withdrawal takes the past along; without it nothing was counted before.
  if found and not is_full then perform private.forget_usage(me); end if;
  select jsonb_build_object('analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at,
      'analytics_consent_text', p.analytics_consent_text)
    into answer from public.profiles p where p.id = me;
  return answer;
end $$;

create function public.record_consent(p_full boolean, p_decided_at timestamptz, p_text integer default 1) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota('consent', 60);
  return private.record_consent(p_full, p_decided_at, p_text);
end $$;

create function private.has_refused(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p
    where p.id = member and not p.analytics_consent and p.analytics_consent_updated_at is not null)
$$;

create or replace function private.erase_from_notifications(member uuid, nickname text) returns void
language sql security definer set search_path = '' as $$
  delete from public.notifications n where n.actor_id = member and n.actors_count = 1;
  -- Grouped notifications keep the other people and show the next one.
  update public.notifications n set title = replace(n.title, coalesce(nickname, ''), private.stored_text('member.somebody')), message = replace(n.message, coalesce(nickname, ''), private.stored_text('member.somebody'))
    where n.actors_count > 1 and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = member);
  with erased as (delete from private.notification_actors a where a.actor_id = member returning a.notification_id)
  select private.settle_news(e.notification_id) from (select distinct e.notification_id from erased e order by 1) e
$$;

create or replace function private.erase_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare gone_nickname text;
begin
  -- Waits for every request under way that writes something of the member, or names them: what it leaves is erased as well.
  select p.nickname into gone_nickname from public.profiles p where p.id = old.id for update;
  perform from public.public_profiles p where p.id = old.id for update;
  -- Unpublished posts: nobody has seen them, and without an author nobody waits for them.
  delete from public.community_posts p where p.author_id = old.id and p.status <> 'approved';
  -- What stays is what was published last: earlier texts and a change that waits go with their author.
  delete from private.post_versions v where v.post_id = any (array(select p.id from public.community_posts p where p.author_id = old.id));
  delete from private.post_revisions v where v.post_id = any (array(select p.id from public.community_posts p where p.author_id = old.id));
  update public.archived_posts a set record = a.record - 'versions' where a.author_id = old.id and a.record ? 'versions';
  perform private.erase_from_notifications(old.id, gone_nickname);
  perform private.keep_ban(old);
  perform private.erase_traces(old.id, old.email);
  perform private.erase_from_records(old.id);
  perform private.erase_mentions(gone_nickname);
  perform private.erase_former_mentions(old.id);
  update public.archived_posts a set record = private.without_member(a.record, old.id) where private.ids_in(a.record) @> array[old.id::text];
  update public.analytics_events e set metadata = e.metadata - '{admin_id,admin_name,admin_nickname}'::text[]
    where e.user_id = old.id and e.metadata @> '{"admin_action": true}';
  -- The log keeps an id that no longer resolves; its copies among the analytics events are deleted.
  update public.admin_actions a set details = a.details - '{name,from,excerpt}'::text[]
    where (a.target_type = 'profile' and a.target_id = old.id::text) or a.details ->> 'name' = gone_nickname;
  update public.analytics_events e set target_id = null, metadata = e.metadata - '{target_id}'::text[]
    where e.target_id = old.id::text and e.metadata @> '{"admin_action": true}';
  perform private.forget_usage(old.id);
  delete from public.analytics_events e where e.user_id = old.id and e.event_type = 'suspicious_registration';
  -- GoTrue's tables without a foreign key.
  delete from auth.flow_state f where f.user_id = old.id;
  delete from auth.audit_log_entries a where a.payload::text like '%' || old.id::text || '%'
    or a.payload ->> 'actor_username' = old.email;
  -- The storage service removes files, and delete_own_account() refuses while there are any. When the team deletes an account, the
  -- rows are removed here, so that a picture answers 404 immediately (supabase/storage, pull request 817: the setting).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like old.id::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
  return old;
end $$;

-- As if the member had deleted each of them: posts lie in the archive for 30 days, comments leave their place in the thread.
create function private.erase_content_of(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare post uuid;
begin
  -- Nobody writes in this name from here on, so that nothing is left of what comes in meanwhile.
  perform from public.profiles p where p.id = member for update;
  perform from public.public_profiles p where p.id = member for update;
  for post in select p.id from public.community_posts p where p.author_id = member and p.status = 'approved' order by p.created_at loop
    perform private.store_in_archive(post, private.stored_text('post.deleted_by_author'));
    delete from public.community_posts p where p.id = post;
  end loop;
  update public.comments c set deleted_at = now(), content = '' where c.author_id = member and c.deleted_at is null;
end $$;

create function private.delete_own_account(with_content boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if exists (select from public.profiles p where p.id = me and p.role = 'admin')
     and not exists (select from public.profiles p where p.role = 'admin' and p.id <> me and not private.is_banned(p.id)) then
    perform private.refuse('member.last_admin.deletion', '42501');
  end if;
  if private.own_avatars() > 0 then
    perform private.refuse('member.avatars_left');
  end if;
  if with_content then perform private.erase_content_of(me); end if;
  delete from auth.users u where u.id = me;
  return found;
end $$;

create function public.delete_own_account(p_with_content boolean default false) returns boolean
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.delete_own_account(coalesce(p_with_content, false)) $$;

create or replace function private.erase_traces(member uuid, address text) returns void
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox o where o.recipient = lower(btrim(address));
  -- The name under which somebody said that they are a star.
  update public.admin_actions a set details = a.details - '{name,from,excerpt}'::text[]
    from private.star_requests r
    where r.member_id = member and r.speaker is not null and a.details ->> 'name' = r.speaker
      and a.target_type = 'star' and a.target_id = r.star_id::text;
  -- What they published stays, in the name of the star, which is public anyway.
  update public.community_posts p set statement_speaker = coalesce((
      select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s
      join private.star_requests r on r.star_id = s.id and r.member_id = member and r.kind = 'claim'
      where s.id = any (p.tags) order by r.state = 'granted' desc, s.id limit 1), private.stored_text('star.concerned'))
    where p.id in (select t.post_id from private.star_statements t where t.member_id = member) and p.statement is not null;
$$;

-- Reports, decisions, notes and the log outlive an account for a time. Whoever left is not named in those about them, and whoever
-- asks for a copy does not learn from them about others.

create function private.is_masked(before text, after text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select before is not distinct from after or char_length(before) = char_length(after) and (
    select bool_and(substr(after, at, 1) in ('*', substr(before, at, 1))) from generate_series(1, char_length(before)) at)
$$;

-- Keeps the length, so that no text becomes too long or too short. A genitive is a name, a longer word is another one.
create function private.mask_names(said text, names text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  name text;
  pattern text;
begin
  foreach name in array names loop
    if said is null or char_length(btrim(coalesce(name, ''))) < 3 then continue; end if;
    pattern := regexp_replace(private.nickname_key(btrim(name)), '([.^$*+?()\[\]{}\\|-])', '\\\1', 'g');
    pattern := replace(replace(replace(pattern, 'ä', '[Ää]'), 'ö', '[Öö]'), 'ü', '[Üü]');
    said := regexp_replace(said, '(?<![A-Za-z0-9_ÄÖÜäöüß])' || pattern || '(?=s?(?:[^A-Za-z0-9_ÄÖÜäöüß]|$))', repeat('*', char_length(btrim(name))), 'gi');
  end loop;
  return said;
end $$;

-- Of most of them only the address of the profile is left, which has no dots, and two letters for an umlaut. Another member may have
-- the name by now, with another address.
create function private.former_nicknames(member uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct w.name), '{}') from (
    select private.nickname_key(r.nickname) as name from private.removed_profiles r where r.member_id = member and r.nickname is not null
    union all
    select replace(case when u.has_umlauts then replace(replace(replace(a.slug, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü') else a.slug end, '-', '_')
    from private.addresses_of(member) a (slug) cross join (values (false), (true)) u (has_umlauts)
  ) w
$$;

create function private.words_at(slugs text[], said text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct spelled.name), '{}')
  from regexp_matches(said, '[A-Za-z0-9ÄÖÜäöüß_.]+', 'g') word
  cross join lateral unnest(private.name_spellings(word[1]) || private.name_spellings(regexp_replace(word[1], 's$', ''))) spelled (name)
  where private.slugify(spelled.name) = any (slugs)
$$;

create function private.names_of(members uuid[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct n.name), '{}') from public.profiles p
  cross join lateral unnest(array[p.email, p.full_name, p.nickname] || private.former_nicknames(p.id)) n (name)
  where p.id = any (members) and n.name is not null
$$;

create function private.things_of(member uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_agg(distinct t.id) from (
    select member as id
    union all select p.id from public.community_posts p where p.author_id = member
    union all select a.post_id from public.archived_posts a where a.author_id = member
    union all select c.id from public.comments c where c.author_id = member
    union all select d.comment_id from private.deleted_comment_authors d where d.author_id = member
    union all select h.id from private.held_comments h where h.author_id = member
    union all select coalesce(m.target_comment_id, m.target_post_id) from public.moderation_actions m where m.target_user_id = member
    union all select coalesce(r.target_comment_id, r.target_post_id) from public.reports r where r.target_author_id = member
  ) t where t.id is not null
$$;

create function private.mask_member(said text, names text[], slugs text[]) returns text
language sql stable security definer set search_path = '' as $$
  select private.mask_names(said, names || private.words_at(slugs, said))
$$;

create function private.erase_from_records(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  names constant text[] := private.names_of(array[member]);
  slugs constant text[] := array(select private.addresses_of(member));
  things constant uuid[] := private.things_of(member);
begin
  update public.reports r set details = private.mask_member(r.details, names, slugs), action_reason = private.mask_member(r.action_reason, names, slugs)
    where r.target_author_id = member or r.reporter_id = member;
  update public.moderation_actions m set reason = private.mask_member(m.reason, names, slugs), content_excerpt = private.mask_member(m.content_excerpt, names, slugs)
    where m.target_user_id = member;
  update private.case_notes n set content = private.mask_member(n.content, names, slugs) where n.target_id = any (things);
  update public.admin_actions a set details = case when a.details ? 'reason'
      then jsonb_set(a.details, '{reason}', coalesce(to_jsonb(private.mask_member(a.details ->> 'reason', names, slugs)), 'null')) else a.details end - 'excerpt'
    where (a.target_type = 'profile' and a.target_id = member::text or a.target_type in ('post', 'comment') and a.target_id = any (things::text[]))
      and a.details ?| '{reason,excerpt}';
  delete from private.team_alerts t where t.about = member;
  delete from public.notifications n where n.type = 'team_alert' and n.target_id = member
    and n.user_id in (select t.id from private.team_members() as t (id));
end $$;

create function private.without_others(said text, me uuid, about uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  others constant uuid[] := array(
    select n.author_id from private.case_notes n where n.target_id = about and n.author_id is not null
    union select r.reporter_id from public.reports r where about in (r.target_post_id, r.target_comment_id, r.target_profile_id) and r.reporter_id is not null
    union select r.resolved_by from public.reports r where about in (r.target_post_id, r.target_comment_id, r.target_profile_id) and r.resolved_by is not null
    union select t.id from private.team_members() as t (id));
  guests constant text[] := array(
    select n.name from public.reports r cross join lateral (values (r.reporter_name), (r.reporter_email)) n (name)
    where about in (r.target_post_id, r.target_comment_id, r.target_profile_id) and n.name is not null);
  own constant text := coalesce((select private.nickname_key(p.nickname) from public.profiles p where p.id = me), '');
  mention text;
begin
  if said is null then return null; end if;
  said := private.mask_names(said, private.names_of(array_remove(others, me)) || guests);
  said := regexp_replace(said, '[^[:space:]<>"]+@[^[:space:]<>"]+\.[A-Za-z]{2,}', '***', 'g');
  -- The longest first: a name may be the beginning of another.
  for mention in select m[1] from regexp_matches(said, '@([A-Za-z0-9ÄÖÜäöüß_.]+)', 'g') m group by m[1] order by char_length(m[1]) desc loop
    if not own = any (private.name_spellings(mention)) then said := replace(said, '@' || mention, '@***'); end if;
  end loop;
  return said;
end $$;

-- A hosted Supabase project has no such table, and a database may keep it from the owner of these functions.
create function private.export_known_networks(me uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'embedded' and c.relname = 'known_networks' and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select'))
  then return '{}'; end if;
  return (
    select jsonb_build_object('embedded.known_networks', jsonb_agg(jsonb_build_object('network_hash', k.network, 'seen_at', k.seen_at) order by k.seen_at))
    from embedded.known_networks k where k.user_id = me);
end $$;

-- The list of latest comments, suggestions and older notifications went on naming them (docs/decisions/087-silence-and-causes.md).
create or replace function private.hears(member uuid, author uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from private.member_blocks b where b.member_id = hears.member and b.other_id = author);
end $$;

create or replace function private.hears(author uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.uid() is null or author is null or private.hears(auth.uid(), author);
end $$;

create or replace function private.refuse_reply() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse('comment.reply_closed', '42501');
end $$;

create function private.addresses_of(member uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select p.slug from public.public_profiles p where p.id = member
  union all select h.old_slug from public.profile_slug_history h where h.profile_id = member
$$;

create or replace function private.erase_former_mentions(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  slugs constant text[] := array(select private.addresses_of(member));
  former record;
begin
  -- Somebody else may be called so by now, and is meant.
  perform private.erase_mentions(n.name) from unnest(private.former_nicknames(member)) n (name)
    where not exists (select from public.profiles p where private.nickname_key(p.nickname) = n.name and p.id <> member);
  for former in
    select c.id, named.key as nickname from public.comments c cross join lateral jsonb_each_text(c.mentions) as named
    where c.mentions is not null and private.slugs_in(c.mentions) && slugs and named.value = any (slugs)
  loop
    update public.comments c set content = private.without_name(c.content, former.nickname) where c.id = former.id;
  end loop;
  for former in
    select p.id, named.key as nickname from public.community_posts p cross join lateral jsonb_each_text(p.mentions) as named
    where p.mentions is not null and private.slugs_in(p.mentions) && slugs and named.value = any (slugs)
  loop
    update public.community_posts p set content = private.without_name(p.content, former.nickname) where p.id = former.id;
  end loop;
end $$;

-- Definer, to include comments on posts that are no longer visible.
create or replace function private.count_own_comments() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) from public.comments c where c.author_id = (select auth.uid()) and c.deleted_at is null);
end $$;

create function public.set_nickname(p_nickname text, p_age_text integer default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, auth.uid());
  answer jsonb;
begin
  perform private.require_proven();
  if problem in ('form', 'reserved') then
    perform private.refuse(case problem when 'form' then 'member.nickname_form' else 'member.nickname_reserved' end);
  end if;
  -- Said at the button that sends this (docs/decisions/149-at-least-sixteen.md).
  perform private.confirm_age(p_age_text);
  update public.profiles p set nickname = wanted where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
exception when unique_violation then
  -- Also after a race: another member has taken the nickname or its slug since the check.
  perform private.refuse('member.nickname_taken', '23505');
end $$;

create function private.search_listing_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('wanted', p.in_search_engines, 'listed', p.nickname is not null and private.is_listed(p.id))
    from public.profiles p where p.id = auth.uid());
end $$;

create function private.choose_search_listing(wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_proven();
  update public.profiles p set in_search_engines = coalesce(wanted, false) where p.id = auth.uid();
  if not found then
    perform private.refuse('member.account_gone', '42501');
  end if;
end $$;

create function public.own_search_listing() returns jsonb
language sql stable set search_path = '' as $$ select private.search_listing_of_caller() $$;

create function public.set_search_listing(p_wanted boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.choose_search_listing(p_wanted);
  return private.search_listing_of_caller();
end $$;

create function private.retain_sessions() returns void
language sql security definer set search_path = '' as $$
  -- GoTrue stores refreshed_at without a time zone, in UTC. What belongs to a session goes with it, devices for push as well.
  delete from auth.sessions s where coalesce(s.refreshed_at at time zone 'UTC', s.created_at) < now() - interval '12 months';
  delete from auth.audit_log_entries a where a.created_at < now() - interval '12 months';
$$;

create or replace function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The limit is arbitrary: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from private.waiting_posts w
      where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id) limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target from public.reports r
      where r.status = 'pending' and r.counts
        and not exists (select from private.pending_targets t
          where t.target = r.target_type || ':' || coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id))
      order by r.created_at, r.id limit most) x)
    when 'comments' then (select count(*) from (select from private.held_comments c where c.rejected_at is null
      and not exists (select from private.pending_targets t where t.target = 'comment:' || c.id) limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending'
      and not exists (select from private.pending_targets t where t.target = 'appeal:' || a.id) limit most) x)
    when 'stars' then (select count(*) from (select from private.star_requests r
      where r.state = 'asked' and r.content is not null
        and not exists (select from private.pending_targets t where t.target = 'star_request:' || r.id) limit most) x)
    when 'concerns' then (select count(*) from (select from private.concerns c
      where c.outcome is null and c.confirmed_at is not null
        and not exists (select from private.pending_targets t where t.target = 'concern:' || c.id) limit most) x) end;
end $$;

create or replace function private.admin_badges() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('posts', private.badge_count('posts'), 'reports', private.badge_count('reports'),
    'appeals', private.badge_count('appeals'), 'comments', private.badge_count('comments'), 'stars', private.badge_count('stars'),
    'concerns', private.badge_count('concerns'));
end $$;

create or replace function private.dashboard_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  members constant bigint := private.estimate_count('public.profiles');
  removed constant bigint := (select count(*) from public.comments c where c.deleted_at is not null);
  a_week_ago constant timestamptz := now() - interval '7 days';
begin
  return jsonb_build_object(
    'total_users', members,
    -- An estimate (docs/product/admin.md).
    'active_users', round(members * 0.7),
    'banned_users', (select count(*) from public.profiles p where p.is_banned and (p.banned_until is null or p.banned_until > now())),
    'total_posts', private.estimate_count('public.community_posts'),
    'flagged_posts', (select count(distinct r.target_post_id) from public.reports r where r.status = 'pending' and r.counts),
    'pending_posts', (select count(*) from private.waiting_posts),
    'pending_reports', (select count(*) from public.reports r where r.status = 'pending' and r.counts),
    'deleted_posts', (select count(distinct a.post_id) from public.archived_posts a where a.restored_at is null),
    'total_comments', private.estimate_count('public.comments') - removed,
    'flagged_comments', (select count(distinct r.target_comment_id) from public.reports r where r.status = 'pending' and r.counts),
    'deleted_comments', removed,
    'total_stars', (select count(*) from public.stars),
    'uncredited_stars', (select count(*) from public.stars s where s.avatar_url is not null and not private.is_credited(s.avatar_author, s.avatar_license)),
    'uncredited_news', (select count(*) from public.news n where n.image_url is not null and not private.is_credited(n.image_credit, n.image_license)),
    'total_votes', (select coalesce(sum(s.votes_count), 0) from public.star_scores s)
      + (select count(*) from public.demand_votes v where not v.weighs) + (select count(*) from public.realness_votes v where not v.weighs)
      + (select count(*) from public.drama_votes v where not v.weighs),
    'total_formats', (select count(*) from public.formats),
    'total_events', private.estimate_count('public.calendar_events'),
    'recent_actions', (select count(*) from public.admin_actions a where a.created_at >= a_week_ago),
    'users_last_7_days', (select count(*) from public.profiles p where p.created_at >= a_week_ago),
    'posts_last_7_days', (select count(*) from public.community_posts p where p.created_at >= a_week_ago),
    'stars_last_7_days', (select count(*) from public.stars s where s.created_at >= a_week_ago));
end $$;

create or replace function private.dashboard_days() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  last_day constant date := private.berlin_day(now());
  first_day constant date := last_day - 29;
  since constant timestamptz := first_day::timestamp at time zone 'Europe/Berlin';
begin
  return jsonb_build_object('first_day', first_day,
    'users', private.counts_by_day(array(select p.created_at from public.profiles p where p.created_at >= since), first_day, last_day),
    'posts', private.counts_by_day(array(select p.created_at from public.community_posts p where p.created_at >= since), first_day, last_day),
    'reports', private.counts_by_day(array(select r.created_at from public.reports r
      where r.created_at >= since and r.counts), first_day, last_day),
    'actions', private.counts_by_day(array(select a.created_at from public.admin_actions a where a.created_at >= since), first_day, last_day));
end $$;

-- The staff log keeps what was done; what names somebody may go or be masked, and after three years the whole row.
create or replace function private.guard_admin_actions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare parts constant text[] := '{name,from,excerpt}';
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '3 years' then return old; end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{admin_id,details}'::text[]) = (to_jsonb(old) - '{admin_id,details}'::text[])
     and (new.admin_id is null or new.admin_id = old.admin_id)
     and (old.details - 'reason') @> (new.details - 'reason') and (new.details - parts - 'reason') = (old.details - parts - 'reason')
     and private.is_masked(old.details ->> 'reason', new.details ->> 'reason') then return new; end if;
  perform private.refuse('member.append_only', '42501');
end $$;

-- The log as staff read it: names of people and targets, reasons, what a comment said.

create or replace function private.action_target(target_type text, target_id text, details jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Characters of a comment or post that the log shows.
  excerpt constant integer := 100;
  target constant uuid := private.as_uuid(target_id);
  named constant text := coalesce(details ->> 'title', details ->> 'name', details ->> 'nickname');
  said text;
begin
  if target_type = 'comment' then
    said := coalesce(details ->> 'excerpt',
      (select nullif(c.content, '') from public.comments c where c.id = target),
      (select r.content from private.removed_comments r where r.comment_id = target));
    return jsonb_build_object('name', null, 'excerpt', left(said, excerpt));
  end if;
  return jsonb_build_object('excerpt', null, 'name', left(coalesce(
    case target_type
      when 'profile' then (select m.nickname from public.public_profiles m where m.id = target)
      when 'post' then coalesce((select p.title from public.community_posts p where p.id = target),
        (select a.title from public.archived_posts a where a.post_id = target order by a.archived_at desc limit 1))
      when 'star' then (select s.full_name from public.stars s where s.id = target)
      when 'format' then (select f.name from public.formats f where f.id = target)
      when 'season' then (select f.name || ' · ' || coalesce(e.title, private.stored_text('format.season', e.season_number::text))
        from public.seasons e join public.formats f on f.id = e.format_id where e.id = target)
      when 'social_account' then (select s.full_name || ' · ' || x.platform
        from public.star_social_accounts x join public.stars s on s.id = x.star_id where x.id = target)
      -- Logged under their star, because the row has no id of its own.
      when 'participant' then (select s.full_name from public.stars s where s.id = target)
    end, named), 200));
end $$;

create or replace function private.check_actor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare other text;
begin
  if not exists (select from public.public_profiles m where m.id = new.admin_id) then
    perform private.refuse('member.nickname_required.team');
  end if;
  if new.action_type in ('note_case', 'ask_in_case') then return new; end if;
  select coalesce(m.nickname, private.refusal_text('moderation.somebody')) into other from private.pending_targets t
    join private.pending_decisions d on d.id = t.decision_id join public.profiles m on m.id = d.decider
    where t.target = new.target_type || ':' || new.target_id and d.decider <> new.admin_id;
  if found then perform private.refuse_pending(other); end if;
  return new;
end $$;

create or replace function private.export_team_log(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.admin_actions', (select jsonb_agg(l.entry order by l.created_at) from (
      -- Actions of a member of staff, without their targets.
      select a.created_at, jsonb_build_object('id', a.id, 'role', 'actor', 'action_type', a.action_type, 'target_type', a.target_type,
        'created_at', a.created_at) as entry
      from public.admin_actions a where a.admin_id = me
      union all
      -- Actions about the member, without who took them.
      select a.created_at, jsonb_strip_nulls(jsonb_build_object('id', a.id, 'role', 'subject', 'action_type', a.action_type,
        'target_type', a.target_type, 'target_id', a.target_id, 'reason', private.without_others(a.details ->> 'reason', me, private.as_uuid(a.target_id)),
        'days', a.details -> 'days', 'created_at', a.created_at))
      from public.admin_actions a where a.admin_id is distinct from me and (a.target_type = 'profile' and a.target_id = me::text
        or a.target_type in ('post', 'comment') and a.target_id = any (private.things_of(me)::text[]))) l))
$$;

create or replace function private.retain_team_log() returns void
language sql set search_path = '' as $$
  update public.admin_actions set details = details - 'excerpt' where created_at < now() - interval '180 days' and details ? 'excerpt';
  delete from public.admin_actions where created_at < now() - interval '3 years';
  delete from public.analytics_events where month = 'infinity' and created_at < now() - interval '3 years';
$$;

-- Search fields of forms: pick a row by its name.

create or replace function public.admin_pick(p_kind text, p_query text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 10;
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  nickname_start constant text := private.nickname_key(left(btrim(coalesce(p_query, ''), ' @'), 100));
begin
  perform private.require_moderator();
  if cardinality(words) = 0 then return '[]'; end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', hit.id, 'title', hit.title, 'hint', nullif(hit.hint, '')) order by hit.place, hit.id)
    from (
      (select s.id, s.full_name as title, concat_ws(' · ', private.distinguished(s.id, s.sort_key, s.search_key) ->> 'distinguished_by', s.slug,
         case when not s.is_active then private.stored_text('format.inactive') end) as hint,
         s.sort_key as place
       from public.stars s where p_kind = 'star' and s.search_key like all (patterns) order by s.sort_key, s.id limit most)
      union all
      (select f.id, f.name, concat_ws(' · ', f.slug, case when not f.is_active then private.stored_text('format.inactive') end), f.search_key
       from public.formats f where p_kind = 'format' and f.search_key like all (patterns) order by f.search_key, f.id limit most)
      union all
      (select e.id, f.name || ' · ' || coalesce(e.title, private.stored_text('format.season', e.season_number::text)), coalesce(e.start_date::text, e.slug),
         f.search_key || lpad((9999 - e.season_number)::text, 4, '0')
       from public.seasons e join public.formats f on f.id = e.format_id
       where p_kind = 'season' and f.search_key || ' staffel ' || e.season_number || ' ' || lower(coalesce(e.title, '')) like all (patterns)
       order by f.search_key, e.season_number desc, e.id limit most)
      union all
      (select m.id, m.nickname, m.slug, private.nickname_key(m.nickname)
       from public.public_profiles m where p_kind = 'member'
         -- Not LIKE: behind a policy it would not use the index.
         and private.nickname_key(m.nickname) ~>=~ nickname_start and private.nickname_key(m.nickname) ~<~ (nickname_start || chr(1114111))
       order by private.nickname_key(m.nickname) using ~<~, m.id limit most)
    ) hit), '[]'::jsonb);
end $$;

create or replace function private.week_figures(since timestamptz, until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  before constant timestamptz := since - (until - since);
  active uuid[] := array(select private.active_members(since, until));
begin
  return jsonb_build_object(
    'members', (select count(*) from public.profiles p where p.created_at >= since and p.created_at < until),
    'active', cardinality(active),
    'returning', (select count(*) from private.active_members(before, since) a (id) where a.id = any (active)),
    'rumors', (select count(*) from public.community_posts p where p.type = 'rumor' and p.created_at >= since and p.created_at < until),
    'polls', (select count(*) from public.community_posts p where p.type = 'poll' and p.created_at >= since and p.created_at < until),
    'discussions', (select count(*) from public.community_posts p where p.type = 'discussion' and p.created_at >= since and p.created_at < until),
    'comments', (select count(*) from public.comments c where c.created_at >= since and c.created_at < until and c.deleted_at is null),
    'votes', (select count(*) from public.rumor_votes v where v.created_at >= since and v.created_at < until)
      + (select count(*) from public.poll_votes v where v.created_at >= since and v.created_at < until),
    'reactions', (select count(*) from public.post_reactions r where r.created_at >= since and r.created_at < until),
    'reports', (select count(*) from public.reports r where r.counts and r.created_at >= since and r.created_at < until),
    'report_seconds', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from r.resolved_at - r.created_at)))
      from public.reports r where r.counts and r.created_at >= since and r.created_at < until and r.resolved_at is not null),
    'post_seconds', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from p.moderated_at - p.created_at)))
      from public.community_posts p where p.created_at >= since and p.created_at < until and p.moderated_at is not null));
end $$;

create or replace function private.week_tops(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with acts as materialized (
    select x.post_id, count(*) filter (where x.is_comment) as comments, count(*) filter (where not x.is_comment) as votes
    from (
      select c.post_id, true as is_comment from public.comments c where c.created_at >= since and c.created_at < until and c.deleted_at is null
      union all
      select v.post_id, false from public.rumor_votes v where v.created_at >= since and v.created_at < until
      union all
      select v.post_id, false from public.poll_votes v where v.created_at >= since and v.created_at < until
    ) x group by x.post_id
  ),
  topics as materialized (
    select t.tag, sum(a.comments + a.votes) as acts from acts a
    join public.community_posts p on p.id = a.post_id and p.status = 'approved'
    cross join lateral unnest(p.tags) t (tag) group by t.tag
  )
  select jsonb_build_object(
    'posts', coalesce((
      select jsonb_agg(x.hit || jsonb_build_object('comments', x.comments, 'votes', x.votes, 'rumor', x.rumor) order by x.place)
      from (
        select h.hit, a.comments, a.votes,
          (select jsonb_build_object('status', r.rumor_status) from public.post_rumors r where r.post_id = a.post_id) as rumor,
          row_number() over (order by a.comments + a.votes desc, a.post_id) as place
        from acts a join public.community_posts p on p.id = a.post_id and p.status = 'approved' join private.post_hits h on h.id = a.post_id
        order by place limit 5
      ) x), '[]'::jsonb),
    'stars', coalesce((
      select jsonb_agg(jsonb_build_object('star', x.ref, 'acts', x.acts) order by x.place)
      from (
        select s.ref, t.acts, row_number() over (order by t.acts desc, s.id) as place
        from topics t join private.star_cards s on s.id = t.tag order by place limit 5
      ) x), '[]'::jsonb),
    'formats', coalesce((
      select jsonb_agg(jsonb_build_object('format', x.ref, 'acts', x.acts) order by x.place)
      from (
        select f.ref, t.acts, row_number() over (order by t.acts desc, f.id) as place
        from topics t join private.format_refs f on f.id = t.tag order by place limit 5
      ) x), '[]'::jsonb))
$$;

-- /admin/stars: the team's list, inactive stars included.

-- Definer: LIKE behind row-level security could use no index, and the public search covers active stars only.
create or replace function private.admin_list_stars(words text[], state text, gap text, sort text, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  patterns constant text[] := private.like_patterns(words);
  last constant text[] := private.cursor_parts(after, case when sort = 'new' then '{instant,uuid}'::text[] else '{text,uuid}' end);
begin
  perform private.require_moderator();
  return query
    select s.id, case when sort = 'new' then array[s.created_at::text, s.id::text] else array[s.sort_key, s.id::text] end
    from public.stars s
    where s.search_key like all (patterns)
      and (state is null or s.is_active = (state = 'active'))
      and (gap is null or case gap
        when 'picture' then s.avatar_url is null
        when 'credit' then s.avatar_url is not null and not private.is_credited(s.avatar_author, s.avatar_license)
        when 'bio' then coalesce(s.bio, '') = ''
        when 'social' then not exists (select from public.star_social_accounts a where a.star_id = s.id)
        when 'season' then not exists (select from public.season_participants p where p.star_id = s.id)
        else true end)
      and (last is null or case when sort = 'new'
        then s.created_at < last[1]::timestamptz or (s.created_at = last[1]::timestamptz and s.id > last[2]::uuid)
        else (s.sort_key, s.id) > (last[1] collate "C", last[2]::uuid) end)
    order by case when sort = 'new' then s.created_at end desc, case when sort <> 'new' then s.sort_key end, s.id
    limit wanted;
end $$;

create or replace function public.admin_stars_page(
  p_query text default null, p_state text default null, p_gap text default null, p_sort text default 'name',
  p_after text default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 30);
  state constant text := case when p_state in ('active', 'inactive') then p_state end;
  sort constant text := case when p_sort = 'new' then 'new' else 'name' end;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.admin_list_stars(private.search_words(p_query), state, nullif(p_gap, ''), sort, p_after, wanted + 1)
        with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name,
          'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active, 'hot_score', x.hot_score, 'rank', x.rank,
          'fans', s.fans_count, 'has_bio', coalesce(s.bio, '') <> '',
          'lacks_credit', s.avatar_url is not null and not private.is_credited(s.avatar_author, s.avatar_license), 'created_at', s.created_at,
          'seasons', (select count(*) from public.season_participants p where p.star_id = s.id),
          'social', (select count(*) from public.star_social_accounts a where a.star_id = s.id))
          || private.distinguished(s.id, s.sort_key, s.search_key) order by l.place)
        from listed l join public.stars s on s.id = l.id join public.star_scores x on x.star_id = s.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create function private.votes_for_a_score() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_young_site() then 1 else 5 end;
end $$;

-- One person, two entries: everything moves to the one that stays, and the addresses of the other redirect there.
create or replace function private.merge_stars(keep uuid, gone uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  survivor public.stars;
  dropped public.stars;
  gaps jsonb;
  was jsonb;
  entry uuid;
begin
  perform private.require_admin();
  if keep = gone then perform private.refuse('star.same_star'); end if;
  -- In a fixed order, so that two merges of the same pair wait for each other instead of deadlocking.
  perform private.hold_for_bin(jsonb_build_object('stars', jsonb_build_array(keep, gone)));
  select * into survivor from public.stars s where s.id = keep;
  select * into dropped from public.stars s where s.id = gone;
  if survivor.id is null or dropped.id is null then
    perform private.refuse('star.target_gone', '23503');
  end if;
  perform private.log_staff_action('merge_star', 'star', keep::text,
    jsonb_build_object('name', survivor.full_name, 'merged', dropped.full_name, 'merged_id', gone, 'merged_slug', dropped.slug));

  perform private.put_in_bin('merge', dropped.full_name, jsonb_build_object('stars', jsonb_build_array(gone)));
  update private.bin b set merged_into = keep where b.kind = 'merge' and b.merged_into is null returning b.id into entry;
  was := (select jsonb_agg(to_jsonb(r)) from private.rows_of_merge(keep) r);

  perform set_config('hot.restoring', 'on', true);
  perform private.move_votes(keep, gone), private.move_members(keep, gone), private.move_seasons(keep, gone);
  update public.star_social_accounts g set star_id = keep where g.star_id = gone
    and not exists (select from public.star_social_accounts k where k.star_id = keep and k.platform = g.platform);
  update public.community_posts p set tags = case when keep = any (p.tags) then array_remove(p.tags, gone) else array_replace(p.tags, gone, keep) end
    where p.id in (select t.post_id from public.post_tags t where t.tag_id = gone);
  update public.star_slug_history set star_id = keep where star_id = gone;
  delete from public.stars where id = gone;
  insert into public.star_slug_history (old_slug, star_id) values (dropped.slug, keep)
    on conflict (old_slug) do update set star_id = excluded.star_id, created_at = now();
  -- Every column the survivor lacks comes from the duplicate, so that a new one needs no line here.
  select jsonb_object_agg(d.key, d.value) into gaps from jsonb_each(to_jsonb(dropped)) d where to_jsonb(survivor) -> d.key = 'null'
    -- The credit of a picture comes with it.
    and (d.key not in ('avatar_author', 'avatar_source', 'avatar_license') or survivor.avatar_url is null);
  perform private.save_row('public.stars', keep::text,
    coalesce(gaps, '{}') || jsonb_build_object('is_active', survivor.is_active or dropped.is_active));
  perform set_config('hot.restoring', '', true);

  insert into private.merged_rows (bin_id, place, table_name, member_id, before, after)
    select entry, row_number() over (), coalesce(b.table_name, a.table_name), coalesce(b.member_id, a.member_id), b.content, a.content
    from jsonb_to_recordset(was) as b (table_name text, member_id uuid, key jsonb, content jsonb)
    full join private.rows_of_merge(keep) a on a.table_name = b.table_name and a.key = b.key
    where private.as_said(b.content) is distinct from private.as_said(a.content);
  perform private.rank_stars();
end $$;

create or replace function private.star_distinction(star uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (with own as (
    select s.id, s.sort_key, s.search_key, s.slug, extract(year from s.birthdate)::integer as born from public.stars s where s.id = star
  ), others as (
    select o.id, extract(year from o.birthdate)::integer as born from own join public.stars o
      on o.sort_key = own.sort_key and o.search_key = own.search_key and o.id <> own.id
  )
  select jsonb_build_object('distinguished_by', coalesce(
    -- The latest season in which nobody else of the name took part.
    (select f.name || ', ' || coalesce(n.title, private.stored_text('format.season', n.season_number::text))
      from own join public.season_participants p on p.star_id = own.id
      join public.seasons n on n.id = p.season_id join public.formats f on f.id = n.format_id
      where not exists (select from others o join public.season_participants x on x.star_id = o.id and x.season_id = p.season_id)
      order by n.start_date desc nulls last, n.season_number desc, n.id limit 1),
    (select private.stored_text('star.born', own.born::text) from own where own.born not in (select o.born from others o where o.born is not null)),
    (select '/stars/' || own.slug from own))));
end $$;

-- Runs as the caller: a hidden star of the name distinguishes nobody in public.
create or replace function private.distinguished(star uuid, key text, search_key text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case when exists (select from public.stars o
      where o.sort_key = distinguished.key collate "C" and o.search_key = distinguished.search_key and o.id <> star)
    then private.star_distinction(star) else '{}' end;
end $$;

create or replace function public.star_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.star_by(p_slug);
  not_shown constant text[] := array['full_name', 'is_active', 'fans_count', 'search_key', 'sort_key', 'letter', 'external_key', 'created_at'];
begin
  return (
    select c.card || (to_jsonb(s) - not_shown) || jsonb_build_object(
      'fans', s.fans_count, 'hot_score', x.hot_score, 'votes', x.votes_count,
      'demand', jsonb_build_object('average', x.demand_average, 'votes', x.demand_count, 'spread', private.star_spread(s.id, 'demand')),
      'realness', jsonb_build_object('average', x.realness_average, 'votes', x.realness_count, 'spread', private.star_spread(s.id, 'realness')),
      'drama', jsonb_build_object('average', x.drama_average, 'votes', x.drama_count, 'spread', private.star_spread(s.id, 'drama')),
      'history', private.star_history(s.id),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object(
          'season_id', n.id, 'season_number', n.season_number, 'season_title', n.card -> 'title', 'season_slug', n.slug,
          'placement', r.placement, 'status', n.card -> 'status', 'start_date', n.card -> 'start_date',
          'format_name', f.ref -> 'name', 'format_short_name', f.ref -> 'short_name', 'format_slug', f.slug, 'format_color', f.ref -> 'color'
        ) order by n.card ->> 'start_date' desc nulls first, n.season_number desc, n.id)
        from public.season_participants p
        join private.season_cards n on n.id = p.season_id
        join private.format_refs f on f.id = n.format_id
        left join private.placements_of_star(wanted) r on r.season_id = p.season_id
        where p.star_id = wanted), '[]'::jsonb),
      'social', coalesce((
        select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
          'updated_at', a.updated_at) order by a.followers desc nulls last, a.platform)
        from public.star_social_accounts a where a.star_id = wanted), '[]'::jsonb))
    from public.stars s
    join private.star_cards c on c.id = s.id
    cross join lateral private.star_score_now(s.id) x
    where s.id = wanted
  );
end $$;

-- Held until the end of the transaction: two that rank all stars at once would wait for each other's rows.
create function private.lock_ranking() returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('hot star ranks'));
end $$;

create or replace function private.rescore_all_stars() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
  perform private.lock_ranking();
  perform private.end_youth();
  -- Votes that do not count yet whose member qualifies by now, and votes that count of members who have been banned since.
  for member in
    select w.user_id from (
      select user_id from public.demand_votes where not weighs
      union select user_id from public.realness_votes where not weighs
      union select user_id from public.drama_votes where not weighs
    ) w where private.vote_weighs(w.user_id)
    union select p.id from public.profiles p where p.is_banned
  loop
    perform private.requalify_star_votes(member);
  end loop;
  perform private.fold_star_scores();
  update public.star_vote_means m set
    mean = case when t.votes > 0 then round(t.total::numeric / t.votes, 6) else 3 end, votes_count = t.votes, updated_at = now()
  from (
    select q.question, coalesce(sum(q.votes), 0) as votes, coalesce(sum(q.total), 0) as total
    from public.star_scores c cross join lateral (values
      ('demand', c.demand_count, c.demand_sum), ('realness', c.realness_count, c.realness_sum), ('drama', c.drama_count, c.drama_sum)
    ) q (question, votes, total)
    group by q.question
  ) t where t.question = m.question;
  update public.star_scores set demand_sum = demand_sum;
  perform private.rank_stars();
  perform private.spread_star_votes();
end $$;

create or replace function private.snapshot_star_ranks() returns void
language plpgsql security definer set search_path = '' as $$
declare today date := private.berlin_day(now());
begin
  perform private.lock_ranking();
  perform private.rank_stars();
  delete from private.star_rank_snapshots
    where day = today or day < today - 730 or (day < today - 60 and extract(isodow from day) <> 1);
  insert into private.star_rank_snapshots (day, star_id, rank, score)
    select today, star_id, rank, hot_score from public.star_scores where rank is not null;
  -- The latest snapshot that is at least a week old: one missed night must not make everybody new.
  update public.star_scores c set rank_week_ago = week_ago.rank
  from public.star_scores own left join private.star_rank_snapshots week_ago
    on week_ago.star_id = own.star_id
    and week_ago.day = (select max(day) from private.star_rank_snapshots where day between today - 13 and today - 7)
  where c.star_id = own.star_id and c.rank_week_ago is distinct from week_ago.rank;
end $$;

create function private.counted_from(ready timestamptz) returns timestamptz
language sql immutable parallel safe set search_path = '' as $$
  select date_trunc('hour', ready - interval '7 minutes') + interval '67 minutes'
$$;

create function private.star_votes_waiting() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.star_scores s where s.rank is not null) then return null; end if;
  return (
    select jsonb_build_object('votes', count(*), 'needed', private.votes_for_a_score(),
      'from', case when not bool_and(v.weighs)
        then private.counted_from(greatest(now(), min(p.created_at) filter (where not v.weighs) + interval '24 hours')) end)
    from (
      select user_id, star_id, weighs from public.demand_votes
      union all select user_id, star_id, weighs from public.realness_votes
      union all select user_id, star_id, weighs from public.drama_votes
    ) v
    join public.stars s on s.id = v.star_id and s.is_active
    -- Those of banned members do not count later either.
    join public.profiles p on p.id = v.user_id and (v.weighs or not p.needs_invite and not p.is_banned));
end $$;

-- Display name: first name, nickname in quotes, last name. Mirrors starName() of domain.
create or replace function private.star_name(first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(concat_ws(' ',
    nullif(btrim(regexp_replace(first_name, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), ''),
    '„' || nullif(btrim(btrim(regexp_replace(nickname, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), '„“”"»«‚‘’'''), '') || '“',
    nullif(btrim(regexp_replace(last_name, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), '')
  ), ''), private.stored_text('star.unknown'))
$$;

create function private.drop_star_credit() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.avatar_author := null;
  new.avatar_source := null;
  new.avatar_license := null;
  return new;
end $$;

-- Creating, changing, deleting and merging stars. Plain writes run as the caller: policies decide, triggers write the log.

create or replace function public.admin_save_star(p_id uuid, p_seen timestamptz, p_values jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.stars;
  star public.stars;
  saved jsonb;
begin
  perform private.require_moderator();
  select * into was from public.stars s where s.id = p_id;
  star := jsonb_populate_record(was, private.cleaned_values(p_values) - 'birthdate');
  star.first_name := coalesce(private.clean_line(star.first_name), '');
  star.last_name := coalesce(private.clean_line(star.last_name), '');
  star.nickname := nullif(private.clean_line(star.nickname), '');
  star.slug := coalesce(nullif(star.slug, ''), was.slug);
  star.is_active := coalesce(star.is_active, was.is_active, true);
  if p_values ? 'birthdate' then star.birthdate := private.as_day(p_values ->> 'birthdate'); end if;
  if star.first_name || star.last_name || coalesce(star.nickname, '') = '' then
    perform private.refuse('star.name_missing');
  end if;
  if greatest(char_length(star.first_name), char_length(star.last_name), char_length(star.nickname)) > 100 then
    perform private.refuse('star.name_too_long');
  end if;
  if char_length(star.bio) > 10000 then perform private.refuse('star.bio_too_long'); end if;
  if nullif(p_values ->> 'birthdate', '') is not null and (star.birthdate is null or star.birthdate > private.berlin_day(now())) then
    perform private.refuse('star.birthdate_invalid');
  end if;
  if p_id is not null and was.id is null then
    perform private.refuse('star.target_gone', '23503');
  end if;
  star.avatar_author := nullif(private.clean_line(star.avatar_author), '');
  star.avatar_source := nullif(private.clean_line(star.avatar_source), '');
  if char_length(star.avatar_author) > 200 then perform private.refuse('star.avatar_author_length'); end if;
  if star.avatar_source is not null and (char_length(star.avatar_source) > 500 or not private.is_web_address(star.avatar_source)) then
    perform private.refuse('star.avatar_source_invalid');
  end if;
  perform private.check_picture(star.avatar_url, was.avatar_url);
  saved := private.save_row('public.stars', p_id::text, private.given_columns(to_jsonb(star), p_values), coalesce(p_seen, '-infinity'));
  if saved is null then
    perform private.refuse('star.changed_meanwhile');
  end if;
  return jsonb_build_object('id', saved -> 'id', 'slug', saved -> 'slug', 'updated_at', saved -> 'updated_at');
exception when unique_violation then
  perform private.refuse('star.slug_taken', '23505');
end $$;

-- The three questions about a star: 1–5, changeable, one row per member and star.

create or replace function private.vote_weighs(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = member and not p.needs_invite and (p.created_at <= now() - interval '24 hours' or private.is_young_site())
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  );
end $$;

create function private.requalify_newcomers() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
  for member in select p.id from public.profiles p where p.created_at > now() - interval '24 hours' loop
    perform private.requalify_star_votes(member);
  end loop;
end $$;

create function private.open_site() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What has grown before, on an earlier version or behind closed doors, is not young any more.
  insert into private.site_youth (ended_at) values (case when private.has_enough_members() then now() end) on conflict do nothing;
  if found and private.is_young_site() then perform private.requalify_newcomers(); end if;
end $$;

-- Votes of accounts that the usual rule would let wait go back to waiting, so that nobody keeps by haste what others get by patience.
create function private.close_youth() returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.site_youth set ended_at = now() where ended_at is null;
  if found then perform private.requalify_newcomers(); end if;
end $$;

create function private.end_youth() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.site_youth y where y.ended_at is null)
      and (not private.is_young_site() or private.has_enough_members()) then
    perform private.close_youth();
  end if;
end $$;

create function private.youth_for_admins() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not private.is_young_site() then return null; end if;
  return (
    select jsonb_build_object('until', y.opened_at + interval '30 days',
      'members', (select count(*) from auth.users u where u.email_confirmed_at is not null))
    from private.site_youth y);
end $$;

create function private.own_votes_weigh_from() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_young_site() then return null; end if;
  return (
    select private.counted_from(p.created_at + interval '24 hours') from public.profiles p
    where p.id = auth.uid() and p.created_at > now() - interval '24 hours');
end $$;

create or replace function public.voting_page(p_limit integer default 10) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  rated constant uuid[] := private.own_rated_stars();
  listed constant uuid[] := private.list_unrated_stars(rated, private.page_limit(p_limit, 10, 50));
begin
  return jsonb_build_object(
    'rated', cardinality(rated),
    'total', coalesce((select sum(l.stars_count) from private.star_letters l), 0),
    'weigh_from', private.own_votes_weigh_from(),
    'stars', coalesce((
      select jsonb_agg(c.card || jsonb_build_object('mine', private.own_star_votes(c.id)) order by array_position(listed, c.id))
      from private.star_cards c where c.id = any (listed)), '[]'::jsonb));
end $$;

-- /admin/seasons: list, one season with its cast, saving both at once, deleting.

create or replace function public.admin_seasons_page(
  p_query text default null, p_format text default null, p_state text default null, p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := private.cursor_parts(p_after, '{text,uuid,integer}');
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
  wanted_format constant uuid := private.as_uuid(p_format);
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select a.*, row_number() over (order by a.format_key, a.format_id, a.season_number desc) as place
      from (
        select s.id, s.season_number, s.format_id, f.search_key as format_key, f.name, f.emoji, f.color, f.is_active, f.slug as format_slug, c.card
        from public.seasons s
        join public.formats f on f.id = s.format_id
        join private.season_cards c on c.id = s.id
        where (last is null or (f.search_key, f.id) > (last[1], last[2]::uuid)
            or ((f.search_key, f.id) = (last[1], last[2]::uuid) and s.season_number < last[3]::integer))
          and (p_format is null or s.format_id = wanted_format)
          and (f.search_key || ' staffel ' || s.season_number || ' ' || private.search_fold(coalesce(s.title, ''))) like all (patterns)
          and (p_state is null or case p_state when 'without_cast' then s.participants_count = 0 else c.card ->> 'status' = p_state end)
        order by f.search_key, f.id, s.season_number desc limit wanted + 1
      ) a
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(l.card || jsonb_build_object(
          'format', jsonb_build_object('id', l.format_id, 'name', l.name, 'slug', l.format_slug, 'emoji', l.emoji, 'color', l.color,
            'is_active', l.is_active),
          'events', (select count(*) from (
            select from public.calendar_events e where e.season_id = l.id and e.is_occurrence and not e.is_rerun limit 1000) episodes)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.format_key, l.format_id::text, l.season_number::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function public.admin_season(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  perform private.require_moderator();
  return (
    select c.card || jsonb_build_object('description', s.description, 'location', s.location, 'updated_at', s.updated_at,
      'format', jsonb_build_object('id', f.id, 'name', f.name, 'slug', f.slug, 'emoji', f.emoji, 'color', f.color, 'is_active', f.is_active),
      'events', (select count(*) from public.calendar_events e where e.season_id = s.id and e.is_occurrence),
      'cast', coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'first_name', t.first_name, 'last_name', t.last_name,
          'nickname', t.nickname, 'avatar_url', t.avatar_url, 'is_active', t.is_active, 'placement', private.placement_for_staff(p.season_id, p.star_id))
          || private.distinguished(t.id, t.sort_key, t.search_key)
          order by p.sort_order, t.sort_key, t.id)
        from public.season_participants p
        join public.stars t on t.id = p.star_id
        where p.season_id = s.id), '[]'::jsonb))
    from public.seasons s
    join public.formats f on f.id = s.format_id
    join private.season_cards c on c.id = s.id
    where s.id = wanted
  );
end $$;

-- Definer, because nobody may read a placement that is there: it may lie behind their own progress.
create function private.save_cast(season uuid, stars uuid[], placements text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  delete from public.season_participants p where p.season_id = season and p.star_id <> all (stars);
  insert into public.season_participants as p (season_id, star_id, placement, sort_order)
  select season, c.star, nullif(private.clean_line(c.placement), ''), c.place
  from unnest(stars, placements) with ordinality as c (star, placement, place)
  on conflict (season_id, star_id) do update set placement = excluded.placement, sort_order = excluded.sort_order
    where (p.placement, p.sort_order) is distinct from (excluded.placement, excluded.sort_order);
end $$;

create or replace function public.admin_save_season(p_id uuid, p_seen timestamptz, p_values jsonb, p_stars uuid[], p_placements text[]) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known public.seasons;
  season public.seasons;
  format public.formats;
  wanted jsonb;
  changed jsonb;
  saved jsonb;
  cast_before constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_array(p.star_id, private.placement_for_staff(p.season_id, p.star_id)) order by p.sort_order, t.sort_key, t.id), '[]'::jsonb)
    from public.season_participants p join public.stars t on t.id = p.star_id where p.season_id = p_id and private.is_moderator());
  cast_after constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_array(c.star, nullif(private.clean_line(c.placement), '')) order by c.place), '[]'::jsonb)
    from unnest(p_stars, p_placements) with ordinality as c (star, placement, place));
begin
  perform private.require_moderator();
  if cardinality(p_stars) > 300 or cardinality(p_stars) is distinct from cardinality(p_placements)
     or cardinality(p_stars) <> (select count(distinct star) from unnest(p_stars) star) then
    perform private.refuse('format.cast_invalid');
  end if;
  select * into format from public.formats f where f.id = (p_values ->> 'format_id')::uuid;
  if not found then perform private.refuse('format.format_gone', '23503'); end if;
  if p_id is not null then
    select * into known from public.seasons s where s.id = p_id for update;
    if not found then perform private.refuse('format.target_gone.season', '23503'); end if;
    if known.updated_at is distinct from p_seen then
      perform private.refuse('format.changed_meanwhile.season');
    end if;
    if known.format_id <> format.id then
      perform private.refuse('format.season_of_other_format');
    end if;
  end if;
  season := jsonb_populate_record(known, p_values);
  season.id := coalesce(p_id, gen_random_uuid());
  season.slug := coalesce(nullif(private.slugify(coalesce(season.slug, '')), ''), 'staffel-' || season.season_number);
  -- An address made from the number changes with it, as in the trigger.
  if season.slug = 'staffel-' || known.season_number then season.slug := 'staffel-' || season.season_number; end if;
  season.title := nullif(private.clean_line(season.title), '');
  season.location := nullif(private.clean_line(season.location), '');
  season.description := nullif(private.trim_text(private.clean_text(season.description)), '');
  if exists (select from public.seasons s
    where s.format_id = format.id and s.season_number = season.season_number and s.id <> season.id) then
    perform private.refuse('format.season_number_taken', '23505');
  elsif exists (select from public.seasons s where s.format_id = format.id and s.slug = season.slug and s.id <> season.id) then
    perform private.refuse('format.season_slug_taken', '23505');
  end if;
  wanted := private.given_columns(to_jsonb(season), p_values - 'format_id' || '{"slug": null}');
  if p_id is not null then
    select jsonb_agg(w.key order by w.key) into changed from (
      select e.key from jsonb_each(wanted) e where e.value is distinct from to_jsonb(known) -> e.key
      union all select 'cast' where cast_before <> cast_after) w;
    if changed is null then
      return jsonb_build_object('id', known.id, 'slug', known.slug, 'format_slug', format.slug, 'updated_at', known.updated_at);
    end if;
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_season' else 'update_season' end, 'season', season.id::text,
    jsonb_build_object('name', left(format.name || ', Staffel ' || season.season_number, 200), 'changed', changed));
  -- Updates the row even when only the cast changed: updated_at tells other editors about it.
  saved := private.save_row('public.seasons', p_id::text,
    case when p_id is null then wanted || jsonb_build_object('id', season.id, 'format_id', format.id) else wanted end);
  perform private.save_cast(season.id, p_stars, p_placements);
  return jsonb_build_object('id', saved -> 'id', 'slug', saved -> 'slug', 'format_slug', format.slug, 'updated_at', saved -> 'updated_at');
end $$;

create function private.refresh_episodes(seasons uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(cardinality(seasons), 0) = 0 then return; end if;
  -- Two of the team may be at the calendar of one season.
  perform from public.seasons s where s.id = any (seasons) order by s.id for no key update;
  with shown as materialized (
    select e.season_id, e.episode_number as number,
      min(private.berlin_instant(e.event_date, e.event_time)) filter (where not e.is_cancelled and not e.is_rerun) as first_run,
      max(private.berlin_instant(e.event_date, e.event_time)) filter (where not e.is_cancelled and not e.is_rerun) as last_run,
      min(private.berlin_instant(e.event_date, e.event_time)) filter (where not e.is_cancelled) as first_shown
    from public.calendar_events e
    join public.seasons s on s.id = e.season_id
    where e.season_id = any (seasons) and e.is_occurrence and e.episode_number is not null
    group by e.season_id, e.episode_number
  ), gone as (
    delete from private.episodes o
    where o.season_id = any (seasons) and not exists (select from shown w where w.season_id = o.season_id and w.number = o.number)
  )
  -- Of what is only repeated the first run was before.
  insert into private.episodes as known (season_id, number, first_available_at, last_first_run_at)
    select w.season_id, w.number, coalesce(w.first_run, w.first_shown), coalesce(w.last_run, w.first_shown) from shown w
    order by w.season_id, w.number
    on conflict (season_id, number) do update
      set first_available_at = excluded.first_available_at, last_first_run_at = excluded.last_first_run_at
      where (known.first_available_at, known.last_first_run_at)
        is distinct from (excluded.first_available_at, excluded.last_first_run_at);
end $$;

create function private.follow_broadcasts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare seasons uuid[];
begin
  if tg_op = 'INSERT' then
    seasons := array(select distinct n.season_id from new_rows n where n.season_id is not null and n.episode_number is not null);
  elsif tg_op = 'DELETE' then
    seasons := array(select distinct o.season_id from old_rows o where o.season_id is not null and o.episode_number is not null);
  else
    seasons := array(
      select distinct s.id
      from new_rows n
      join old_rows o on o.id = n.id
      cross join lateral unnest(array[o.season_id, n.season_id]) as s (id)
      where s.id is not null and (n.episode_number is not null or o.episode_number is not null)
        and (o.season_id, o.episode_number, o.event_date, o.event_time, o.event_type, o.is_cancelled, o.is_occurrence)
          is distinct from (n.season_id, n.episode_number, n.event_date, n.event_time, n.event_type, n.is_cancelled, n.is_occurrence));
  end if;
  perform private.refresh_episodes(seasons);
  return null;
end $$;

create or replace function public.season_page(p_format text, p_season text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted_format constant uuid := private.format_by(p_format);
  wanted constant uuid := private.season_by(wanted_format, p_season);
begin
  return (
    select c.card || jsonb_build_object(
      'description', s.description,
      'location', s.location,
      'updated_at', s.updated_at,
      'format', (
        select f.ref || jsonb_build_object('streaming_url', f.streaming_url,
          'broadcaster', (select ref from private.broadcaster_refs where id = f.broadcaster_id),
          'provider', (select ref from private.provider_refs where id = f.streaming_provider_id))
        from private.format_refs f where f.id = s.format_id),
      'cast', coalesce((
        select jsonb_agg(t.card || jsonb_build_object('placement', r.placement) order by p.sort_order, t.sort_key, t.id)
        from public.season_participants p
        join private.star_cards t on t.id = p.star_id
        left join private.placements_of_season(wanted) r on r.star_id = p.star_id
        where p.season_id = wanted), '[]'::jsonb),
      'results_covered', private.has_covered_results(wanted),
      'previous', (
        select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
        from public.seasons o where o.format_id = s.format_id and o.season_number < s.season_number
        order by o.season_number desc limit 1),
      'next', (
        select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
        from public.seasons o where o.format_id = s.format_id and o.season_number > s.season_number
        order by o.season_number limit 1))
    from public.seasons s
    join private.season_cards c on c.id = s.id
    where s.id = wanted
  );
end $$;

create function private.aired_until(season uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select max(e.number) from private.episodes e where e.season_id = season and e.first_available_at <= now()), 0);
end $$;

create function private.progress_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('season_id', p.season_id, 'until', p.until_number) order by p.updated_at desc, p.season_id), '[]'::jsonb)
    from (select * from private.watch_progress w where w.member_id = auth.uid() order by w.updated_at desc, w.season_id limit 1000) p);
end $$;

create function public.own_progress() returns jsonb
language sql stable set search_path = '' as $$ select private.progress_of_caller() $$;

create function private.note_progress(season uuid, until integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one answer.
  most constant integer := 1000;
begin
  if not exists (select from public.profiles p where p.id = me) then
    perform private.refuse('member.account_gone', '42501');
  end if;
  perform private.require_proven();
  perform private.use_quota('progress', 2000);
  if until is null then
    delete from private.watch_progress p where p.member_id = me and p.season_id = season;
    return;
  end if;
  if not exists (select from public.seasons s join public.formats f on f.id = s.format_id and f.is_active where s.id = season) then
    perform private.refuse('moderation.target_gone', '23503');
  end if;
  if until < 0 or until > private.aired_until(season) then perform private.refuse('format.not_aired'); end if;
  if (select count(*) from private.watch_progress p where p.member_id = me and p.season_id <> season) >= most then
    perform private.refuse('format.too_many_seasons');
  end if;
  insert into private.watch_progress (member_id, season_id, until_number) values (me, season, until)
    on conflict (member_id, season_id) do update set until_number = excluded.until_number, updated_at = now();
end $$;

create function public.set_progress(p_season uuid, p_until integer) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.note_progress(p_season, p_until);
  return public.own_progress();
end $$;

create function private.export_progress(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('private.watch_progress', (
    select jsonb_agg(jsonb_build_object('format', f.name, 'season', s.season_number, 'until', p.until_number, 'updated_at', p.updated_at)
      order by p.updated_at)
    from private.watch_progress p
    join public.seasons s on s.id = p.season_id
    join public.formats f on f.id = s.format_id
    where p.member_id = me))
$$;

create function private.sees_results(season uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare seen integer := (select p.until_number from private.watch_progress p where p.member_id = auth.uid() and p.season_id = season);
begin
  if seen is not null then return seen >= private.aired_until(season); end if;
  return (select c.card ->> 'status' <> 'running' from private.season_cards c where c.id = season);
end $$;

create function private.placements_of_season(season uuid) returns table (star_id uuid, placement text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select p.star_id, p.placement from public.season_participants p
    where p.season_id = season and p.placement is not null and private.sees_results(season);
end $$;

create function private.placements_of_star(star uuid) returns table (season_id uuid, placement text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select p.season_id, p.placement from public.season_participants p
    where p.star_id = star and p.placement is not null and private.sees_results(p.season_id);
end $$;

create function private.has_covered_results(season uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.season_participants p where p.season_id = season and p.placement is not null)
    and not private.sees_results(season);
end $$;

create function private.all_placements(season uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('star_id', p.star_id, 'placement', p.placement) order by p.sort_order, p.star_id)
    from public.season_participants p
    join public.stars t on t.id = p.star_id and t.is_active
    join public.seasons s on s.id = p.season_id
    join public.formats f on f.id = s.format_id and f.is_active
    where p.season_id = season and p.placement is not null), '[]'::jsonb);
end $$;

create function public.season_results(p_season_id text) returns jsonb
language sql stable set search_path = '' as $$ select private.all_placements(private.as_uuid(p_season_id)) $$;

create function private.placement_for_staff(season uuid, star uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (select p.placement from public.season_participants p where p.season_id = season and p.star_id = star);
end $$;

create function private.remember_season_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.season_slug_history h where h.format_id = new.format_id and h.old_slug = new.slug;
  insert into private.season_slug_history (format_id, old_slug, season_id) values (old.format_id, old.slug, new.id)
    on conflict (format_id, old_slug) do update set season_id = excluded.season_id, created_at = now();
  return null;
end $$;

create function private.former_season(of_format uuid, p_key text) returns uuid
language sql stable security definer set search_path = '' as $$
  select h.season_id from private.season_slug_history h where h.format_id = of_format and h.old_slug = p_key
$$;

create function private.season_by(of_format uuid, p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select s.id from public.seasons s where s.format_id = of_format and (s.slug = p_key or s.season_number::text = p_key)
      order by s.slug = p_key desc limit 1),
    -- staffel-17 names number 17, whatever that is called now.
    (select s.id from public.seasons s where s.format_id = of_format and 'staffel-' || s.season_number = p_key),
    private.former_season(of_format, p_key));
end $$;

-- What /admin/calendar reads.

create or replace function public.admin_calendar_page(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 1000;
  first_day constant date := private.as_day(p_from);
  last_day constant date := private.as_day(p_to);
begin
  perform private.require_moderator();
  return (
    with shown as materialized (
      select e.* from public.calendar_events e
      where e.is_occurrence and e.event_date between first_day and last_day
        and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
        and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format))
      order by e.event_date, e.event_time, e.episode_number, e.id
      limit most
    ),
    near as materialized (
      select t.id, t.channel, t.begins, t.ends from private.channel_times t
      where t.event_date between (select min(s.event_date) - 1 from shown s) and (select max(s.event_date) + 1 from shown s)
    ),
    colliding as materialized (
      select distinct a.id from near a join near o on o.channel = a.channel and o.id <> a.id and o.begins < a.ends and a.begins < o.ends
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'event_type', s.event_type, 'event_date', s.event_date,
        'event_time', s.event_time, 'duration_minutes', s.duration_minutes, 'channel', s.channel, 'streaming_platform', s.streaming_platform,
        'format_name', s.format_name, 'short_name', f.short_name, 'color', f.color, 'season_number', s.season_number,
        'episode_number', s.episode_number, 'is_live', s.is_live, 'is_cancelled', s.is_cancelled, 'change_note', s.change_note,
        'in_series', s.series_parent_id is not null, 'updated_at', s.updated_at,
        'collides', s.id in (select c.id from colliding c)
        ) order by s.event_date, s.event_time, s.episode_number, s.id), '[]'::jsonb),
      'cut', count(*) = most)
    from shown s
    left join public.formats f on f.id = s.format_id);
end $$;

create or replace function public.admin_calendar_choices() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'formats', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'short_name', f.short_name,
        'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id, 'active', f.is_active,
        'seasons', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'season_number', s.season_number, 'title', s.title,
          'last_number', k.last_number, 'last_date', k.last_date)
          order by s.season_number desc), '[]'::jsonb) from public.seasons s
          cross join lateral (select max(e.episode_number) as last_number, max(e.event_date) as last_date from public.calendar_events e
            where e.season_id = s.id and e.episode_number is not null and not e.is_rerun) k
          where s.format_id = f.id)) order by lower(f.name), f.id), '[]'::jsonb)
      from public.formats f),
    'broadcasters', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'active', b.active) order by lower(b.name), b.id), '[]'::jsonb)
      from public.broadcasters b),
    'providers', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'active', p.active) order by lower(p.name), p.id), '[]'::jsonb)
      from public.streaming_providers p));
end $$;

create or replace function public.admin_calendar_event(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare one public.calendar_events;
begin
  perform private.require_moderator();
  select e.* into one from public.calendar_events e where e.id = private.as_uuid(p_id) and e.is_occurrence;
  if one.id is null then return null; end if;
  return jsonb_build_object('id', one.id, 'title', one.title, 'event_type', one.event_type, 'format_id', one.format_id,
    'format_name', one.format_name, 'season_id', one.season_id, 'episode_number', one.episode_number, 'event_date', one.event_date,
    'event_time', one.event_time, 'duration_minutes', one.duration_minutes, 'broadcaster_id', one.broadcaster_id, 'channel', one.channel,
    'streaming_provider_id', one.streaming_provider_id, 'streaming_platform', one.streaming_platform, 'description', one.description,
    'is_live', one.is_live, 'is_cancelled', one.is_cancelled, 'change_note', one.change_note, 'updated_at', one.updated_at,
    'series', (
      select jsonb_build_object('frequency', p.series_frequency, 'until', p.series_end_date,
        'episodes', (select count(*) from private.episodes_in_scope(one, 'all') e),
        'following', (select count(*) from private.episodes_in_scope(one, 'following') e))
      from public.calendar_events p where p.id = one.series_parent_id));
end $$;

-- What was read from a TV guide is published together, and can be taken back together.

create function private.event_drafts(given text, most integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare drafts jsonb;
begin
  if length(given) > 200000 then perform private.refuse('calendar.draft_invalid.length', '22023'); end if;
  begin
    drafts := given::jsonb;
  exception when invalid_text_representation then drafts := null;
  end;
  if drafts is null or jsonb_typeof(drafts) <> 'array' or jsonb_array_length(drafts) = 0 then
    perform private.refuse('calendar.draft_invalid', '22023');
  end if;
  if jsonb_array_length(drafts) > most then perform private.refuse('calendar.draft_invalid.many', '22023', most::text); end if;
  return drafts;
end $$;

create function public.admin_plan_events(p_events text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 100;
  given jsonb;
  one jsonb;
  planned public.calendar_events[] := '{}';
begin
  perform private.require_moderator();
  given := private.event_drafts(p_events, most);
  for one in select v.value from jsonb_array_elements(given) v loop
    -- New ones only: an edit says what was read.
    planned := planned || array(select n from private.planned_new(private.event_draft((one - 'id' - 'series')::text)) n);
  end loop;
  perform private.log_staff_action('create_calendar_events', 'calendar_event', planned[1].id::text, jsonb_build_object(
    'name', left(planned[1].title, 200), 'event_date', planned[1].event_date, 'episodes', cardinality(planned)));
  perform private.store_events(planned);
  return jsonb_build_object('ids', (select jsonb_agg(n.id order by n.event_date, n.event_time, n.episode_number, n.id) from unnest(planned) n));
end $$;

-- What was marked in the calendar is changed together (docs/decisions/128-many-at-once.md).

create function private.refuse_unseen(drafts jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  gone integer;
  others text;
begin
  select count(*) filter (where e.id is null) into gone
  from jsonb_array_elements(drafts) d left join public.calendar_events e on e.id = private.as_uuid(d ->> 'id') and e.is_occurrence;
  if gone > 0 then perform private.refuse('calendar.target_gone.many', '23503'); end if;
  select string_agg(private.stored_text('calendar.on_day', coalesce(x.format_name, x.title), to_char(x.event_date, 'FMDD.FMMM.')), ', '
    order by x.event_date, x.event_time, x.episode_number, x.id) into others
  from (
    select e.* from jsonb_array_elements(drafts) d join public.calendar_events e on e.id = private.as_uuid(d ->> 'id')
    where (d ->> 'seen')::timestamptz is distinct from e.updated_at
    order by e.event_date, e.event_time, e.episode_number, e.id limit 3) x;
  if others is not null then perform private.refuse('calendar.changed_meanwhile.many', '23514', others); end if;
end $$;

create function public.admin_change_events(p_events text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 400;
  given jsonb;
  one jsonb;
  ids uuid[];
  planned public.calendar_events[] := '{}';
  collisions integer;
begin
  perform private.require_moderator();
  given := private.event_drafts(p_events, most);
  ids := array(select distinct private.as_uuid(v ->> 'id') from jsonb_array_elements(given) v);
  if cardinality(ids) <> jsonb_array_length(given) then perform private.refuse('calendar.draft_invalid', '22023'); end if;
  perform from public.calendar_events e where e.id = any (ids) order by e.id for update;
  perform private.refuse_unseen(given);
  for one in select private.event_draft((v.value || '{"scope": "this", "series": null}')::text) from jsonb_array_elements(given) v loop
    planned := planned || array(select n from private.planned_edit(one, private.edited_event(one)) n);
  end loop;
  select count(distinct c.id) into collisions from private.colliding_events(planned, '{}') c;
  perform private.log_staff_action('update_calendar_events', 'calendar_event', planned[1].id::text, jsonb_build_object(
    'name', left(planned[1].title, 200), 'event_date', planned[1].event_date, 'episodes', cardinality(planned),
    'changed', (select jsonb_agg(distinct k order by k) from jsonb_array_elements(given) v, jsonb_object_keys(v -> 'values') k)));
  -- One statement, so that followers of a format are told once.
  perform private.store_events(planned);
  return jsonb_build_object('collisions', collisions, 'saved', (
    select jsonb_agg(jsonb_build_object('id', e.id, 'updated_at', e.updated_at) order by e.event_date, e.event_time, e.episode_number, e.id)
    from public.calendar_events e where e.id = any (ids)));
end $$;

create function private.take_back_events(ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  fresh constant uuid[] := array(
    select e.id from public.calendar_events e
    -- Untouched since, so that nothing is lost that the text in the field does not say.
    where e.id = any (ids) and e.created_at > now() - interval '10 minutes' and e.updated_at = e.created_at and not e.is_series_event
    order by e.id for update);
begin
  perform private.require_moderator();
  if cardinality(fresh) = 0 then return 0; end if;
  perform private.log_staff_action('take_back_calendar_events', 'calendar_event', fresh[1]::text, (
    select jsonb_build_object('name', left(e.title, 200), 'event_date', e.event_date, 'removed', cardinality(fresh))
    from public.calendar_events e where e.id = fresh[1]));
  delete from public.calendar_events e where e.id = any (fresh);
  return cardinality(fresh);
end $$;

create function public.admin_take_back_events(p_ids uuid[]) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('removed', private.take_back_events(p_ids));
end $$;

-- /kalender, and the episodes on format and season pages. Filters in addresses are ids or slugs of names.

create or replace function public.calendar_page(
  p_from text, p_to text, p_broadcaster text default null, p_provider text default null, p_format text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  -- An unknown filter is not the same as no filter: it matches nothing.
  nothing constant uuid := '00000000-0000-0000-0000-000000000000';
  first_day constant date := private.as_day(p_from);
  last_day constant date := private.as_day(p_to);
  broadcaster constant uuid := case when nullif(p_broadcaster, '') is not null then coalesce(
    (select b.id from public.broadcasters b where private.slugify(b.name) = p_broadcaster limit 1), private.as_uuid(p_broadcaster), nothing) end;
  provider constant uuid := case when nullif(p_provider, '') is not null then coalesce(
    (select p.id from public.streaming_providers p where private.slugify(p.name) = p_provider limit 1), private.as_uuid(p_provider), nothing) end;
  format constant uuid := case when nullif(p_format, '') is not null then coalesce(private.format_by(p_format), nothing) end;
begin
  return (
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(x.item order by x.event_date, x.event_time, x.episode_number, x.id)
        from (
          select e.id, e.event_date, e.event_time, e.episode_number, e.item
          from private.event_items e
          where e.event_date between first_day and last_day
            and (broadcaster is null or e.broadcaster_id = broadcaster)
            and (provider is null or e.streaming_provider_id = provider)
            and (format is null or e.format_id = format)
          order by e.event_date, e.event_time, e.episode_number, e.id
          limit 1000
        ) x), '[]'::jsonb),
      'broadcasters', coalesce((select jsonb_agg(ref order by type, name) from private.broadcaster_refs where active), '[]'::jsonb),
      'providers', coalesce((select jsonb_agg(ref order by name) from private.provider_refs where active), '[]'::jsonb),
      'formats', coalesce((select jsonb_agg(ref order by search_key, id) from private.format_refs), '[]'::jsonb))
  );
end $$;

create or replace function public.format_events(p_format_id text, p_season_id text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  format constant uuid := private.as_uuid(p_format_id);
  season constant uuid := private.as_uuid(p_season_id);
  today constant date := private.berlin_now()::date;
begin
  if nullif(p_season_id, '') is not null then
    return (
      select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.episode_number, x.id), '[]'::jsonb)
      from (
        select e.id, e.event_date, e.event_time, e.episode_number, e.item
        from private.event_items e
        where e.season_id = season and (format is null or e.format_id = format)
        order by e.event_date, e.event_time, e.episode_number, e.id
        limit 1000
      ) x);
  end if;
  return (
    select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.episode_number, x.id), '[]'::jsonb)
    from (
      select e.id, e.event_date, e.event_time, e.episode_number, e.item
      from private.event_items e
      where e.format_id = format and e.event_date >= today - 2
        and (e.event_date >= today or not private.is_over(e.event_date, e.event_time, e.duration_minutes))
      order by e.event_date, e.event_time, e.episode_number, e.id
      limit private.page_limit(p_limit, 50, 200)
    ) x);
end $$;

create or replace function public.calendar_feed(
  p_format text default null, p_broadcaster text default null, p_provider text default null, p_event text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  only_format constant uuid := case when p_format is not null then private.format_by(p_format) end;
  broadcaster constant uuid := case when p_broadcaster is not null then (
    select b.id from public.broadcasters b where b.id = private.as_uuid(p_broadcaster) or private.slugify(b.name) = p_broadcaster limit 1) end;
  provider constant uuid := case when p_provider is not null then (
    select p.id from public.streaming_providers p where p.id = private.as_uuid(p_provider) or private.slugify(p.name) = p_provider limit 1) end;
  event constant uuid := private.as_uuid(p_event);
  today constant date := private.berlin_now()::date;
begin
  if (p_format is not null and only_format is null) or (p_broadcaster is not null and broadcaster is null)
    or (p_provider is not null and provider is null) or (p_event is not null and event is null) then return null; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'event_date', e.event_date, 'event_time', e.event_time,
      'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform, 'description', e.description,
      'event_type', e.event_type, 'format_name', e.format_name, 'format_slug', f.slug, 'season_number', e.season_number, 'episode_number', e.episode_number,
      'is_cancelled', e.is_cancelled, 'change_note', e.change_note, 'sequence', e.ics_sequence,
      'updated_at', e.updated_at) order by e.event_date, e.event_time, e.episode_number, e.id), '[]'::jsonb)
    from (
      select e.*
      from public.calendar_events e
      where e.is_occurrence and event is null and e.event_date between today - 30 and today + 365
        and (only_format is null or e.format_id = only_format)
        and (broadcaster is null or e.broadcaster_id = broadcaster)
        and (provider is null or e.streaming_provider_id = provider)
      union all
      select e.* from public.calendar_events e where e.is_occurrence and e.id = event
      order by event_date, event_time, episode_number, id
      limit 1000
    ) e
    left join private.format_refs f on f.id = e.format_id);
end $$;

-- The rows that an edit in the calendar results in. The warning before saving and the save itself use the same plan.
-- A draft is {id, seen, scope: this|following|all, values: {columns to change}, series: {frequency, until} or null}.

create or replace function private.event_draft(given text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  draft jsonb;
  editable constant text[] := array['title', 'event_type', 'format_id', 'format_name', 'season_id', 'season_number', 'episode_number',
    'event_date', 'event_time', 'duration_minutes', 'broadcaster_id', 'channel', 'streaming_provider_id', 'streaming_platform',
    'description', 'is_live', 'is_cancelled', 'change_note'];
  chosen jsonb;
begin
  if length(given) > 20000 then perform private.refuse('calendar.draft_invalid.length', '22023'); end if;
  begin
    draft := given::jsonb;
  exception when invalid_text_representation then draft := null;
  end;
  if draft is null or jsonb_typeof(draft) <> 'object' or jsonb_typeof(draft -> 'values') is distinct from 'object' then
    perform private.refuse('calendar.draft_invalid', '22023');
  end if;
  if jsonb_typeof(draft -> 'series') = 'object' and (private.as_day(draft #>> '{series,until}') is null
     or coalesce(draft #>> '{series,frequency}', '') not in ('daily', 'weekly', 'biweekly', 'monthly')) then
    perform private.refuse('calendar.draft_invalid.series', '22023');
  end if;
  select coalesce(jsonb_object_agg(v.key, v.value), '{}') into chosen from jsonb_each(draft -> 'values') v where v.key = any (editable);
  -- Copied names are cleared together with the reference they were copied from.
  chosen := case when chosen -> 'format_id' = 'null' then '{"format_name": null, "season_id": null, "season_number": null}' else '{}' end::jsonb
    || case when chosen -> 'season_id' = 'null' then '{"season_number": null}' else '{}' end::jsonb
    || case when chosen -> 'broadcaster_id' = 'null' then '{"channel": null}' else '{}' end::jsonb
    || case when chosen -> 'streaming_provider_id' = 'null' then '{"streaming_platform": null}' else '{}' end::jsonb
    || chosen;
  return draft || jsonb_build_object('values', chosen);
end $$;

create or replace function private.count_event_versions() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.event_date, new.event_time, new.duration_minutes, new.event_type, new.is_cancelled)
    is distinct from (old.event_date, old.event_time, old.duration_minutes, old.event_type, old.is_cancelled) then
    new.ics_sequence := old.ics_sequence + 1;
  end if;
  return new;
end $$;

-- Most weeks of television look alike, so one week is copied to plan another.

create or replace function public.admin_copy_week(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 500;
  source constant date := date_trunc('week', private.as_day(p_from)::timestamp)::date;
  target constant date := date_trunc('week', private.as_day(p_to)::timestamp)::date;
  planned public.calendar_events[];
  found_count integer;
  collisions integer;
begin
  perform private.require_moderator();
  if source is null or target is null or source = target then
    perform private.refuse('calendar.same_week');
  end if;
  select array_agg(e order by e.event_date, e.event_time, e.episode_number, e.id), count(*) into planned, found_count
  from public.calendar_events e
  where e.is_occurrence and e.event_date between source and source + 6
    and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
    and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format));
  if found_count > most then
    perform private.refuse('calendar.week_too_full', '23514', most::text);
  end if;
  planned := array(
    select jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid(), 'event_date', n.event_date + (target - source),
      -- Number, title and text belong to the copied episode alone.
      'title', coalesce(n.format_name, n.title), 'episode_number', null, 'description', null, 'event_type', 'episode', 'is_cancelled', false, 'change_note', null,
      'is_series_event', false, 'series_parent_id', null, 'series_end_date', null))
    from unnest(planned) n
    where not exists (
      select from public.calendar_events e
      where e.is_occurrence and e.event_date = n.event_date + (target - source) and e.event_time = n.event_time
        and coalesce(e.format_name, e.title) = coalesce(n.format_name, n.title) and e.channel is not distinct from n.channel));
  perform private.log_staff_action('copy_calendar_week', 'calendar_week', target::text,
    jsonb_build_object('name', to_char(source, 'IYYY-"W"IW') || ' → ' || to_char(target, 'IYYY-"W"IW'), 'episodes', cardinality(planned)));
  select count(distinct c.id) into collisions from private.colliding_events(planned, '{}') c;
  perform private.store_events(planned);
  return jsonb_build_object('copied', cardinality(planned), 'skipped', found_count - cardinality(planned), 'collisions', collisions);
end $$;

create or replace function private.berlin_instant(day date, wall time) returns timestamptz
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- In autumn an hour occurs twice and PostgreSQL picks the second one; going through the hour before gives the first.
  return least((day + wall) at time zone 'Europe/Berlin', (day + wall - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour');
end $$;

create or replace function private.broadcast_end(day date, wall time, minutes integer) returns timestamptz
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.berlin_instant(day, wall) + make_interval(mins => coalesce(minutes, 60));
end $$;

create or replace function private.is_on_air(day date, wall time, minutes integer, at timestamptz default now()) returns boolean
language plpgsql stable parallel safe set search_path = '' as $$
begin
  return at >= private.berlin_instant(day, wall) and at < private.broadcast_end(day, wall, minutes);
end $$;

create or replace function private.is_over(day date, wall time, minutes integer, at timestamptz default now()) returns boolean
language plpgsql stable parallel safe set search_path = '' as $$
begin
  -- Days far enough away need no instants; no broadcast is longer than a day. A clock change may add an hour, therefore two days.
  return case when day > (at at time zone 'Europe/Berlin')::date then false
    when day < (at at time zone 'Europe/Berlin')::date - 2 then true
    else at >= private.broadcast_end(day, wall, minutes) end;
end $$;

create or replace function private.television_day(at timestamptz default now()) returns date
language plpgsql stable parallel safe set search_path = '' as $$
begin
  return (at at time zone 'Europe/Berlin' - interval '5 hours')::date;
end $$;

create or replace function private.television_day_of(day date, wall time) returns date
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when wall < '05:00' then day - 1 else day end;
end $$;

create or replace function private.shown_time(day date, wall time) returns time
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when wall >= '02:00' and wall < '03:00' then (private.berlin_instant(day, wall) at time zone 'Europe/Berlin')::time else wall end;
end $$;

create function private.address_is_free(on_day date, wanted text, post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.community_posts p where p.day = on_day and p.slug = wanted and p.id <> post)
    and not exists (select from private.post_slug_history h where h.day = on_day and h.old_slug = wanted and (h.post_id <> post or h.is_gone))
$$;

create function private.slug_for(post uuid, on_day date, title text) returns text
language plpgsql security definer set search_path = '' as $$
declare base constant text := coalesce(nullif(private.slugify(title), ''), 'beitrag');
begin
  -- Of two concurrent posts with the same title the second waits and then sees the first.
  perform pg_advisory_xact_lock(hashtextextended(on_day || base, 0));
  if private.address_is_free(on_day, base, post) then return base; end if;
  if private.address_is_free(on_day, base || '-' || right(post::text, 4), post) then return base || '-' || right(post::text, 4); end if;
  return base || '-' || post;
end $$;

create or replace function private.set_post_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.day := private.berlin_day(new.created_at);
  new.slug := private.slug_for(new.id, new.day, new.title);
  return new;
end $$;

create function private.move_post(post uuid, drops_old boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted text;
begin
  select * into strict was from public.community_posts p where p.id = post;
  wanted := private.slug_for(post, was.day, was.title);
  if wanted <> was.slug then
    insert into private.post_slug_history (day, old_slug, post_id) values (was.day, was.slug, post) on conflict do nothing;
    delete from private.post_slug_history h where h.day = was.day and h.old_slug = wanted and h.post_id = post;
    update public.community_posts p set slug = wanted where p.id = post;
  elsif drops_old and not exists (select from private.post_slug_history h where h.post_id = post and not h.is_gone) then
    perform private.refuse('post.address_stays');
  end if;
  perform private.retell_title(post);
  if drops_old then update private.post_slug_history h set is_gone = true where h.post_id = post; end if;
end $$;

create function private.former_post(on_day date, address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select h.post_id from private.post_slug_history h where h.day = on_day and h.old_slug = address and not h.is_gone
$$;

create function private.address_is_gone(on_day date, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.post_slug_history h where h.day = on_day and h.old_slug = address and h.is_gone)
$$;

create function public.post_address_gone(p_day text, p_slug text) returns boolean
language sql stable security invoker set search_path = '' as $$ select private.address_is_gone(private.as_day(p_day), p_slug) $$;

create or replace function private.admin_post_record(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'title', p.title,
      'type', case p.type when 'rumor' then 'gerücht' when 'poll' then 'umfrage' else 'diskussion' end,
      'author_id', p.author_id, 'author_name', coalesce(a.nickname, private.stored_text('member.unknown')), 'author_slug', a.slug,
      'author_record', case when p.author_id is not null then private.author_record(p.author_id) end,
      'content_excerpt', left(p.content, 180), 'content_full', p.content, 'status', p.status, 'tags', p.tags,
      'tag_refs', private.tags_of(p.tags), 'slug', p.slug, 'created_at', p.created_at, 'updated_at', greatest(p.updated_at, v.updated_at),
      'last_activity_at', p.last_activity_at, 'moderated_by', p.moderated_by, 'moderated_at', p.moderated_at,
      'moderator_name', (select m.nickname from public.profiles m where m.id = p.moderated_by),
      'rejection_reason', p.rejection_reason, 'edited_at', p.edited_at, 'staff_edited_at', p.staff_edited_at,
      'votes', jsonb_build_object('total', p.votes_count, 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)),
      'poll_ends_at', p.poll_ends_at, 'subject', p.rumor_subject, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'statement_by_star', exists (select from private.star_statements s where s.post_id = p.id and s.since = p.statement_at),
      'poll_options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'poll_votes', coalesce((select jsonb_agg(jsonb_build_object('option_id', o.id, 'votes', o.votes_count) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'reactions', jsonb_build_object('heart', p.hearts_count, 'poop', p.poops_count), 'comments', p.comments_count,
      'rumor', case when r.post_id is not null then jsonb_build_object('status', r.rumor_status, 'source_url', r.source_url,
        'verification_reason', r.verification_reason, 'verification_source', r.verification_source, 'updated_at', r.updated_at) end,
      -- One text before and one after: a change that waits, or one that opened a decided rumor again.
      'change', case
        when v.status = 'pending' and p.status = 'approved' then jsonb_build_object('kind', 'revision', 'at', v.submitted_at,
          'decided', null, 'before', private.text_json(private.text_of(p.id)), 'after', private.text_json(private.text_of_revision(v)))
        when r.recheck_at is not null then (
          select jsonb_build_object('kind', 'recheck', 'at', r.recheck_at, 'decided', old.rumor_status,
            'before', private.text_json(private.text_of_version(old)), 'after', private.text_json(private.text_of(p.id)))
          from private.post_versions old where old.post_id = p.id and old.rumor_status <> 'unverified' order by old.id desc limit 1) end,
      'sensitive', private.joined_subjects(private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id), v.title,
        v.content, array_to_string(v.options, ' '))), (select c.subjects from private.classifications c where c.post_id = p.id)),
      'unsourced', (p.status <> 'approved' or v.status = 'pending') is true and private.is_unsourced_post(p.id),
      -- What was answered when a rumor about somebody was published without a source.
      'published_because', (select jsonb_build_object('text', a.details ->> 'reason', 'at', a.created_at,
          'by', (select m.nickname from public.profiles m where m.id = a.admin_id))
        from public.admin_actions a where a.action_type = 'approve_post' and a.target_id = p.id::text and a.details ->> 'reason' is not null
        order by a.created_at desc limit 1),
      'rules', coalesce((select jsonb_agg(r.name order by r.name) from private.rule_hits h join private.automod_rules r on r.id = h.rule_id
        where h.target_id = p.id), '[]'::jsonb),
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id
    where p.id = post);
end $$;

create or replace function private.admin_post_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant timestamptz := private.berlin_now()::date::timestamp at time zone 'Europe/Berlin';
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'waiting', (select count(*) from (select from private.waiting_posts w
      where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id) limit 1000) w),
    'oldest', (select min(w.since) from private.waiting_posts w where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id)),
    'done_today', (select count(*) from (select from public.moderation_actions a
      where a.created_at >= today and a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted') and not a.counts_as_warning
      limit 1000) d),
    'recent', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'title', coalesce(p.title, d.archived_title, private.stored_text('post.deleted')), 'post_id', d.target_post_id,
          'action', case d.action when 'warned' then 'rejected' else d.action end, 'reason', d.reason, 'created_at', d.created_at,
          'moderator_name', (select m.nickname from public.profiles m where m.id = d.admin_id)) order by d.created_at desc, d.id)
      from (
        select a.*, (select x.title from public.archived_posts x where x.post_id = a.target_post_id order by x.archived_at desc limit 1) as archived_title
        from public.moderation_actions a
        where a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted', 'edited', 'restored') and not a.counts_as_warning
        order by a.created_at desc, a.id limit 8
      ) d
      left join public.community_posts p on p.id = d.target_post_id), '[]'::jsonb));
end $$;

create function private.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[], p_reason text, p_drop_source boolean, p_drop_address boolean,
  p_rule text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted public.community_posts;
  written private.post_text;
  why constant text := private.staff_reason(p_reason);
  dropped boolean;
  parts text[];
begin
  perform private.require_moderator();
  perform private.decide_on(p_rule);
  if why is null then perform private.refuse('moderation.reason_required'); end if;
  select * into was from public.community_posts p where p.id = p_id for update;
  if was.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if was.author_id = auth.uid() then return private.outcome(p_id, 'own'); end if;
  if (private.decision_state(p_id) ->> 'updated_at')::timestamptz is distinct from p_seen then return private.outcome(p_id, 'changed'); end if;
  wanted := was;
  wanted.title := private.clean_line(coalesce(p_title, ''));
  wanted.content := private.trim_text(private.clean_text(coalesce(p_content, '')));
  wanted.tags := coalesce(p_tags, '{}');
  dropped := coalesce(p_drop_source, false)
    and exists (select from public.post_rumors r where r.post_id = p_id and r.source_url is not null);
  if (wanted.title, wanted.content, wanted.tags) is not distinct from (was.title, was.content, was.tags) and not dropped
      and p_drop_address is not true then
    return private.outcome(p_id, 'done');
  end if;
  perform private.require_valid_post(wanted, was);
  parts := array_remove(array[case when wanted.title <> was.title then 'title' end,
    case when wanted.content <> was.content then 'content' end, case when wanted.tags <> was.tags then 'tags' end,
    case when dropped then 'source' end, case when p_drop_address then 'address' end], null);
  perform private.log_staff_action('edit_post', 'post', p_id::text,
    jsonb_build_object('title', wanted.title, 'reason', why, 'changed', parts, 'rule', p_rule));
  -- Before the text changes: what drew attention to it is found in the text as it was.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, content_excerpt, admin_id, changed)
    values ('post', p_id, was.author_id, 'edited', why, was.title, auth.uid(), parts);
  written := private.text_of(p_id);
  written.title := wanted.title;
  written.content := wanted.content;
  written.tags := wanted.tags;
  if dropped then written.source_url := null; end if;
  perform private.change_post(p_id, written, auth.uid(), true);
  if wanted.title <> was.title or p_drop_address then perform private.move_post(p_id, coalesce(p_drop_address, false)); end if;
  return private.outcome(p_id, 'done');
end $$;

create function public.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[] default '{}', p_reason text default null,
  p_drop_source boolean default false, p_drop_address boolean default false, p_rule text default null
) returns jsonb
language sql set search_path = '' as $$
  select private.admin_edit_post(p_id, p_seen, p_title, p_content, p_tags, p_reason, p_drop_source, p_drop_address, p_rule)
$$;

create function private.names_a_star(texts text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
-- Once, not once a star.
declare said constant text := private.search_fold(private.text_said(texts));
begin
  return exists (select from public.stars s where char_length(s.sort_key) > 5 and strpos(said, s.sort_key) > 0);
end $$;

create function private.is_unsourced_post(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.community_posts p
    join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id and v.status = 'pending'
    where p.id = post and case when v.post_id is null then r.source_url else v.source_url end is null
      and (exists (select from public.stars s where s.id = any (coalesce(v.tags, p.tags)))
        or private.names_a_star(concat_ws(' ', coalesce(v.title, p.title), coalesce(v.content, p.content)))))
$$;

create function public.admin_decide_posts(
  p_ids uuid[], p_seen timestamptz[], p_decision text, p_reason text default null, p_sensitive_seen boolean default false,
  p_rule text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  why constant text := private.staff_reason(p_reason);
  asks constant boolean := p_decision = 'approve' and not (coalesce(p_sensitive_seen, false) and cardinality(p_ids) = 1);
  asks_why constant boolean := p_decision = 'approve' and (why is null or cardinality(p_ids) > 1);
  item record;
  outcomes jsonb := '[]';
begin
  perform private.require_moderator();
  perform private.decide_on(p_rule);
  if p_decision is null or p_decision not in ('approve', 'reject', 'delete') then
    perform private.refuse('moderation.unknown_action');
  end if;
  if coalesce(cardinality(p_ids), 0) not between 1 and 50 or cardinality(p_ids) is distinct from cardinality(p_seen) then
    perform private.refuse('moderation.invalid_request');
  end if;
  if why is null and p_decision = 'reject' then
    perform private.refuse('post.reason_required');
  elsif why is null and p_decision = 'delete' then
    perform private.refuse('moderation.reason_required');
  end if;
  -- Ordered by id, so that two people with overlapping selections wait for each other instead of deadlocking.
  for item in select distinct on (given.id) given.id, given.seen from unnest(p_ids, p_seen) as given (id, seen) order by given.id loop
    outcomes := outcomes || case when asks and private.is_sensitive_post(item.id) then private.outcome(item.id, 'sensitive')
      when asks_why and private.is_unsourced_post(item.id) then private.outcome(item.id, 'unsourced')
      else private.decide_post(item.id, item.seen, p_decision, why) end;
  end loop;
  return outcomes;
end $$;

-- A comment is online at once, and its link with it: thirty of them are a night of spam (docs/decisions/060-links-of-new-members.md).

create or replace function private.shows_link(shown text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return private.links_in(shown) > 0;
end $$;

create function private.is_settled() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_moderator() or (
    exists (select from public.profiles p where p.id = auth.uid() and p.created_at <= now() - interval '7 days')
    and (select count(*) from (
      (select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit 3)
      union all
      (select from public.comments c where c.author_id = auth.uid() and c.deleted_at is null limit 3)) x) >= 3);
end $$;

-- Whoever was invited into a young site is vouched for: else nobody could bring a source in its first week.
create or replace function private.may_link() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_settled() or private.invited_while_young();
end $$;

create or replace function public.trashtalk_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  hot constant uuid[] := array(
    select l.id from private.list_posts(null, 'hot', null, null, null, 6) with ordinality as l (id, keys, place) order by l.place);
  rumors constant uuid[] := private.latest_posts('rumor', hot, 4);
  polls constant uuid[] := private.latest_posts('poll', hot, 4);
  discussions constant uuid[] := private.latest_posts('discussion', hot, 4);
begin
  -- The cards of all four lists at once.
  return (
    with shown as materialized (
      select c.id, c.card from private.post_cards c where c.id = any (hot || rumors || polls || discussions)
    )
    select jsonb_build_object(
      'hot', coalesce(jsonb_agg(s.card order by array_position(hot, s.id)) filter (where s.id = any (hot)), '[]'::jsonb),
      'rumors', coalesce(jsonb_agg(s.card order by array_position(rumors, s.id)) filter (where s.id = any (rumors)), '[]'::jsonb),
      'polls', coalesce(jsonb_agg(s.card order by array_position(polls, s.id)) filter (where s.id = any (polls)), '[]'::jsonb),
      'discussions', coalesce(
        jsonb_agg(s.card order by array_position(discussions, s.id)) filter (where s.id = any (discussions)), '[]'::jsonb))
    from shown s
  );
end $$;

-- The slug in a dated address may be followed by '-' and the end of the id.
create or replace function private.post_by(kind text, on_day date, address text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  found_id uuid := (
    select p.id from public.community_posts p
    where p.day = on_day and p.slug = address and p.type = kind and p.status = 'approved');
  id_part text := coalesce(substring(address from '-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$'), substring(address from '-([0-9a-f]{4,12})$'));
  bare_slug text := left(address, -length(id_part) - 1);
begin
  if found_id is null and id_part is not null then
    found_id := (
      select p.id from public.community_posts p
      where p.day = on_day and p.slug = bare_slug and p.type = kind and p.status = 'approved' and right(p.id::text, length(id_part)) = id_part);
  end if;
  if found_id is not null then return found_id; end if;
  return (select p.id from public.community_posts p where p.id = private.former_post(on_day, address) and p.type = kind and p.status = 'approved');
end $$;

-- The page of a post with all that its card leaves out.
create or replace function public.post_page(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.post_by(p_type, private.as_day(p_day), p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'content', p.content,
      'updated_at', p.updated_at,
      'edited_at', p.edited_at,
      'staff_edited_at', p.staff_edited_at,
      'is_team', p.author_id is not null and p.author_id in (select private.team_members()),
      'mentions', p.mentions,
      'stickers', private.sticker_counts(p.id),
      'previews', private.previews_of(p.id),
      'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'tags', coalesce((
        select jsonb_agg(named.tag order by named.place) filter (where named.tag is not null)
        from (
          select t.place, coalesce(
            (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = t.tag),
            (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = t.tag)) as tag
          from unnest(p.tags) with ordinality as t (tag, place)) named), '[]'::jsonb),
      'rumor_details', (
        select jsonb_build_object('source_url', r.source_url, 'reason', r.verification_reason, 'verification_source', r.verification_source,
          'recheck_at', r.recheck_at, 'updated_at', r.updated_at)
        from public.post_rumors r where r.post_id = wanted))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;

create or replace function private.decide_revision(post uuid, decision text, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
  action uuid;
begin
  perform private.require_moderator();
  update public.community_posts p set moderated_by = auth.uid(), moderated_at = now() where p.id = post
    returning p.author_id into author;
  if decision = 'approve' then
    perform private.publish_revision(post, private.stored_text('post.change_approved'));
    return;
  end if;
  -- As with posts: recorded as 'warned', which does not count as a warning.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id, scope)
    values ('post', post, author, 'warned', why, auth.uid(), 'change') returning id into action;
  update private.post_revisions v set status = 'rejected', rejection_reason = why, decision_id = action, updated_at = now() where v.post_id = post;
  perform private.tell(author, 'post_rejected', private.post_facts(post) || jsonb_build_object('reason', why, 'revision', true) || private.how_decided(action), post);
end $$;

create or replace function private.hot_rank(hearts integer, poops integer, votes integer, comments integer, created_at timestamptz)
returns double precision language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return sign(hearts - poops + votes + comments) * log(greatest(1, abs(hearts - poops + votes + comments))::double precision)
    + extract(epoch from created_at)::double precision / 45000;
end $$;

-- Publishing without approval, and the guard of every write; rights and policies are in table.sql.

create or replace function private.may_publish_at_once() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare rule public.app_settings;
begin
  if private.is_moderator() then return true; end if;
  -- Nobody would see what a new account publishes.
  if private.team_away_since() is not null and not private.is_settled() then return false; end if;
  select * into rule from public.app_settings;
  if exists (
    select from public.moderation_actions a
    where a.target_user_id = auth.uid() and a.counts_as_warning
      and a.created_at > now() - make_interval(days => rule.auto_approve_warning_days)
  ) then return false; end if;
  return (select count(*) >= rule.auto_approve_after_posts from (
    select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit rule.auto_approve_after_posts
  ) approved);
end $$;

-- The right to update the status is every member's: this trigger tells staff from authors.
create or replace function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() and not private.needs_a_human(new.type, new.title, new.content, new.tags, new.rumor_subject)
        and not private.waits_for_classifier(new.type, new.tags)
      then 'approved' else 'pending' end;
    return new;
  end if;
  if new.status is distinct from old.status or new.rejection_reason is distinct from old.rejection_reason then
    if new.author_id is not distinct from auth.uid() or not private.is_moderator() then
      perform private.refuse('post.not_allowed', '42501');
    end if;
    -- Taking a post offline is told with a reason (private.hide_post), which this way has none.
    if old.status = 'approved' and new.status = 'pending' then perform private.refuse('post.not_allowed', '42501'); end if;
    if new.status = 'rejected' and btrim(coalesce(new.rejection_reason, '')) = '' then
      perform private.refuse('post.reason_required');
    end if;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.moderated_by := auth.uid();
    new.moderated_at := now();
  end if;
  return new;
end $$;

create or replace function private.statement_of(speaker text, said text, since timestamptz) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case when said is not null then jsonb_build_object('speaker', speaker, 'text', said, 'at', since) end;
end $$;

create function private.set_statement(post uuid, seen timestamptz, given_speaker text, given text, reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  speaker text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  why constant text := private.staff_reason(reason);
  star uuid;
begin
  perform private.require_moderator();
  perform private.decide_on(rule);
  perform private.require_short(given_speaker, 100, 'post.speaker_length');
  perform private.require_short(given, 2000, 'post.statement_length');
  if said is not null and coalesce(char_length(speaker), 0) not between 2 and 100 then
    perform private.refuse('post.speaker_length');
  end if;
  select * into was from public.community_posts p where p.id = post for update;
  if was.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if was.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if was.statement_at is distinct from seen then return private.outcome(post, 'changed'); end if;
  -- What stands there already may stand.
  if said is not null and speaker is distinct from was.statement_speaker then
    speaker := private.true_speaker(speaker, was.tags);
  end if;
  if (said, case when said is not null then speaker end) is not distinct from (was.statement, was.statement_speaker) then
    return private.outcome(post, 'done');
  end if;
  star := private.star_who_said(was);
  if star is not null and why is null then perform private.refuse('moderation.reason_required'); end if;
  perform private.log_staff_action('set_statement', 'post', post::text, jsonb_build_object('title', was.title, 'speaker', speaker,
    'reason', coalesce(why, case when said is null then 'entfernt' end)));
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then clock_timestamp() end where p.id = post;
  if star is not null then perform private.take_statement(was, star, why); end if;
  if said is not null and was.statement is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
  return private.outcome(post, 'done');
end $$;

create function public.admin_set_statement(
  p_id uuid, p_seen timestamptz, p_speaker text, p_text text, p_reason text default null, p_rule text default null
) returns jsonb
language sql set search_path = '' as $$ select private.set_statement(p_id, p_seen, p_speaker, p_text, p_reason, p_rule) $$;

create function private.as_text(title text, content text, tags uuid[], source_url text, options text[], poll_ends_at timestamptz)
returns private.post_text
language plpgsql immutable set search_path = '' as $$
declare made private.post_text;
begin
  made.title := title;
  made.content := content;
  made.tags := tags;
  made.source_url := source_url;
  made.options := options;
  made.poll_ends_at := poll_ends_at;
  return made;
end $$;

create or replace function private.text_of(post uuid) returns private.post_text
language sql stable security definer set search_path = '' as $$
  select private.as_text(title => p.title, content => p.content, tags => p.tags,
    source_url => (select r.source_url from public.post_rumors r where r.post_id = p.id),
    options => case when p.type = 'poll' then array(select o.text from public.poll_options o where o.post_id = p.id order by o.position) end,
    poll_ends_at => p.poll_ends_at)
  from public.community_posts p where p.id = post
$$;

-- A changed mind leaves as many votes as there were: the poll's counter stays, and only the two options change.
create or replace function private.count_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.post_id = old.post_id then
    if new.option_id <> old.option_id then
      perform private.count_on('option', old.option_id, votes => -1);
      perform private.count_on('option', new.option_id, votes => 1);
    end if;
    perform private.count_on('post', new.post_id, active_at => new.updated_at);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.count_on('option', old.option_id, votes => -1);
    perform private.count_on('post', old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('option', new.option_id, votes => 1);
    perform private.count_on('post', new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;

-- A poll needs at least two answers. Checked at the end of the transaction, because options are inserted after their post.
create function private.require_option_count(post uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.community_posts p where p.id = post and p.type = 'poll')
     and (select count(*) from public.poll_options o where o.post_id = post) not between 2 and 8 then
    perform private.refuse('post.option_count');
  end if;
end $$;

create function private.check_options_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_option_count(new.id);
  return null;
end $$;

create function private.check_options_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_option_count(old.post_id);
  return null;
end $$;

-- A changed mind leaves as many votes as there were: one change of each counter, not one back and one forth.
create or replace function private.count_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.post_id = old.post_id then
    if new.vote <> old.vote then
      perform private.count_on('rumor', new.post_id, agree => (new.vote = 'agree')::integer - (old.vote = 'agree')::integer,
        disagree => (new.vote = 'disagree')::integer - (old.vote = 'disagree')::integer);
    end if;
    perform private.count_on('post', new.post_id, active_at => new.updated_at);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.count_on('rumor', old.post_id, agree => -(old.vote = 'agree')::integer, disagree => -(old.vote = 'disagree')::integer);
    perform private.count_on('post', old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('rumor', new.post_id, agree => (new.vote = 'agree')::integer, disagree => (new.vote = 'disagree')::integer);
    perform private.count_on('post', new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;

create or replace function private.takes_votes(post uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.community_posts p where p.id = post and p.status = 'approved')
    and not exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked');
end $$;

-- The orders of posts that the lists of /trashtalk, the start page and the overview show.

create function private.is_debunked(post uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked');
end $$;

-- One page of posts in order: id and sort keys. Definer functions, because behind row-level security orders by score could not use
-- indexes; they return approved posts only, as the policy for guests does. The most frequent orders have statements of their own,
-- whose plans are cached; others are assembled from fixed parts, so that each combination gets a plan of its own.
create or replace function private.list_tagged_posts(tag uuid, kind text, sort text, top_days integer, last text[], wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  sort_key constant text := case sort when 'hot' then 'p.hot_rank' when 'top' then 'p.top_score'
    when 'active' then 'p.last_activity_at' else 'p.created_at' end;
  key_type constant text := case sort when 'hot' then 'double precision' when 'top' then 'integer' else 'timestamptz' end;
  condition text := 'p.tag_id = $1';
begin
  if kind is not null then condition := condition || ' and p.type = $2'; end if;
  if last is not null then condition := condition || format(' and (%s, p.post_id) < (($3)[1]::%s, ($3)[2]::uuid)', sort_key, key_type); end if;
  if sort = 'top' and top_days is not null then condition := condition || ' and p.created_at >= $5'; end if;
  if sort = 'new' then condition := condition || ' and not private.is_debunked(p.post_id)'; end if;
  return query execute format('select p.post_id, array[%1$s::text, p.post_id::text] from private.tagged_posts p
    where %2$s order by %1$s desc, p.post_id desc limit $4', sort_key, condition)
    using tag, kind, last, wanted, (private.berlin_now()::date - top_days + 1)::timestamp at time zone 'Europe/Berlin';
end $$;

create or replace function private.list_posts(kind text, sort text, top_days integer, tag uuid, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  last constant text[] := private.cursor_parts(after,
    case sort when 'hot' then '{float,uuid}'::text[] when 'top' then '{integer,uuid}' else '{instant,uuid}' end);
  -- Sorts before every row, so that the first page and later ones share one plan.
  from_key constant text := coalesce(last[1], case sort when 'top' then '2147483647' else 'infinity' end);
  from_id constant uuid := coalesce(last[2]::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if tag is not null then
    return query select l.id, l.keys from private.list_tagged_posts(tag, kind, sort, top_days, last, wanted) l;
  elsif sort = 'new' and kind is null then
    return query select p.id, array[p.created_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.created_at, p.id) < (from_key::timestamptz, from_id)
        and not private.is_debunked(p.id)
      order by p.created_at desc, p.id desc limit wanted;
  elsif sort = 'new' then
    return query select p.id, array[p.created_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.created_at, p.id) < (from_key::timestamptz, from_id)
        and not private.is_debunked(p.id)
      order by p.created_at desc, p.id desc limit wanted;
  elsif sort = 'active' and kind is null then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'active' then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'hot' and kind is null then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif sort = 'hot' then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif top_days is not null then
    return query select l.id, l.keys from private.list_top_posts(
      case when kind is null then '{rumor,poll,discussion}' else array[kind] end, top_days, from_key::integer, from_id, wanted) l;
  else
    return query execute format('select p.id, array[(%1$s)::text, p.id::text] from public.community_posts p
      where p.status = ''approved'' and (%1$s, p.id) < ($2, $3)%2$s order by %1$s desc, p.id desc limit $4',
      'p.hearts_count - p.poops_count + p.votes_count + p.comments_count', case when kind is not null then ' and p.type = $1' end)
      using kind, from_key::integer, from_id, wanted;
  end if;
end $$;

create function private.latest_posts(kind text, shown uuid[], wanted integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select n.id from private.list_posts(kind, 'new', null, null, null, wanted + cardinality(shown)) with ordinality as n (id, keys, place)
    where n.id <> all (shown) order by n.place limit wanted);
end $$;

create or replace function private.tag_ref(tag uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = tag),
    (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = tag));
end $$;

create or replace function public.posts_feed(p_type text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
      'created_at', p.created_at, 'author', m.nickname, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'rumor', case when r.post_id is not null then jsonb_build_object('status', r.rumor_status) end) order by l.place), '[]'::jsonb)
    from private.list_posts(nullif(p_type, ''), 'new', null, null, null, 50) with ordinality as l (id, keys, place)
    join public.community_posts p on p.id = l.id
    left join public.post_rumors r on r.post_id = p.id
    left join public.public_profiles m on m.id = p.author_id
  );
end $$;

create or replace function private.comments_for_team(query text, nickname text, kind text, days integer, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
  author uuid;
begin
  perform private.require_moderator();
  if coalesce(nickname, '') <> '' then
    select p.id into author from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(private.trim_text(comments_for_team.nickname));
    if not found then return jsonb_build_object('items', '[]'::jsonb, 'next', null, 'ids', '[]'::jsonb); end if;
  end if;
  return (
    with listed as materialized (
      select c.*, row_number() over () as place
      from private.found_comments(query, author, kind, days, last[1]::timestamptz, last[2]::uuid, wanted + 1) c
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'version', private.target_version('comment:' || l.id), 'text', l.content, 'at', l.created_at, 'author', private.case_author(l.author_id),
            'joined_at', m.created_at, 'is_own', l.author_id is not distinct from auth.uid(),
            'post', jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status),
            'reports', (select count(*) from public.reports r where r.target_comment_id = l.id and r.status = 'pending' and r.counts))
          order by l.place)
        from listed l join public.community_posts p on p.id = l.post_id left join public.profiles m on m.id = l.author_id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      -- Whoever chooses all means all, not what is loaded.
      'ids', case when after is null then coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'author', f.author_id, 'version', private.target_version('comment:' || f.id)))
        from private.found_comments(query, author, kind, days, null, null, 1000) f where f.author_id is distinct from auth.uid()), '[]'::jsonb) end));
end $$;

create or replace function private.reject_held_comment(held uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.held_comments;
  decision uuid;
begin
  select * into waiting from private.held_comments h where h.id = held;
  -- As a rejected post: recorded as 'warned', which does not count as a warning. Without the post, which it is not about.
  insert into public.moderation_actions (target_type, target_comment_id, target_user_id, action, reason, admin_id, content_excerpt)
    values ('comment', held, waiting.author_id, 'warned', why, auth.uid(), left(waiting.content, 100)) returning id into decision;
  update private.held_comments h set rejected_at = now(), decision_id = decision where h.id = held;
  perform private.tell(waiting.author_id, 'post_rejected', private.post_facts(waiting.post_id) || jsonb_build_object('reason', why,
      'comment', true, 'content_excerpt', left(waiting.content, 100)) || private.how_decided(decision),
    waiting.post_id);
end $$;

create function private.decide_held_comments(ids uuid[], approve boolean, reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  held private.held_comments;
  done integer := 0;
begin
  perform private.require_moderator();
  perform private.decide_on(rule);
  why := case when approve then private.stored_text('comment.approved') else private.given_reason(reason) end;
  if cardinality(ids) > 200 then perform private.refuse('moderation.row_count'); end if;
  for held in select * from private.held_comments h where h.id = any (ids) and h.rejected_at is null order by h.held_at, h.id for update loop
    -- Nobody decides about their own.
    continue when held.author_id = auth.uid();
    if not approve then
      perform private.reject_held_comment(held.id, why);
    elsif not private.publish_held_comment(held.id, why) then
      continue;
    end if;
    perform private.log_staff_action(case when approve then 'approve_comment' else 'reject_comment' end, 'comment', held.id::text,
      jsonb_strip_nulls(jsonb_build_object('reason', case when not approve then why end)));
    done := done + 1;
  end loop;
  return jsonb_build_object('done', done, 'skipped', (select count(distinct x) from unnest(ids) x) - done);
end $$;

create function public.admin_decide_held_comments(p_ids uuid[], p_approve boolean, p_reason text default null, p_rule text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$
  select private.decide_held_comments(p_ids, coalesce(p_approve, false), p_reason, p_rule)
$$;

create or replace function private.slow_down_while_away() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Of new accounts three in an hour, of all others ten in five minutes.
  is_known boolean;
  span interval;
  most integer;
  first_of_them timestamptz;
begin
  if private.team_away_since() is null then return new; end if;
  is_known := private.is_settled();
  span := case when is_known then interval '5 minutes' else interval '1 hour' end;
  most := case when is_known then 10 else 3 end;
  select c.created_at into first_of_them from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - span order by c.created_at desc offset most - 1 limit 1;
  if first_of_them is null or private.is_moderator() then return new; end if;
  perform private.refuse_for_now(case when is_known then 'comment.team_away' else 'comment.team_away.new' end,
    private.seconds_until(first_of_them + span));
end $$;

create or replace function private.limit_new_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 10;
  tenth timestamptz;
begin
  if not exists (select from public.profiles m where m.id = auth.uid() and m.created_at > now() - interval '24 hours') then return new; end if;
  select c.created_at into tenth from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - interval '1 minute' order by c.created_at desc offset most - 1 limit 1;
  if tenth is null then return new; end if;
  perform private.refuse_for_now('comment.rate_limited_new', private.seconds_until(tenth + interval '1 minute'));
end $$;

create or replace function private.removed_comments_page(query text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  patterns constant text[] := private.like_patterns(private.search_words(query));
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select r.*, row_number() over (order by r.removed_at desc, r.comment_id desc) as place
      from private.removed_comments r
      where (last is null or (r.removed_at, r.comment_id) < (last[1]::timestamptz, last[2]::uuid))
        and (patterns = '{}' or private.search_fold(r.content) like all (patterns))
      order by r.removed_at desc, r.comment_id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.comment_id, 'text', l.content, 'created_at', c.created_at,
            'author_name', coalesce((select m.nickname from public.profiles m where m.id = l.author_id), private.stored_text('member.unknown')),
            'post', private.commented_post(p),
            'decision_id', d.id, 'reason', d.reason, 'removed_at', l.removed_at,
            'removed_by_name', (select m.nickname from public.profiles m where m.id = l.removed_by),
            'restorable_until', private.restorable_until(l.removed_at),
            'state', coalesce(private.removed_comment_state(d), 'expired')) order by l.place)
        from listed l join public.comments c on c.id = l.comment_id join public.community_posts p on p.id = c.post_id
          left join lateral (
            select m.* from public.moderation_actions m where m.target_comment_id = l.comment_id and m.action = 'deleted'
            order by m.created_at desc, m.id limit 1) d on true
        where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.removed_at::text, l.comment_id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

-- Only for DELETE through the API: cascades and the server really delete.
create or replace function private.empty_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.deleted_at is not null then return null; end if;
  update public.comments set deleted_at = now(), content = '' where id = old.id;
  if old.author_id is distinct from auth.uid() then
    insert into private.removed_comments (comment_id, content, author_id, removed_by) values (old.id, old.content, old.author_id, auth.uid());
    insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, action, reason, admin_id)
      values ('comment', old.post_id, old.id, old.author_id, 'deleted', private.stored_text('comment.deleted_by_team'), auth.uid());
    perform private.earn_karma(old.author_id, 'comment_removed', old.id::text);
  end if;
  return null;
end $$;

-- A page brings the first answers and their number, since a comment can have 500; the rest is paged. An open page that missed
-- changes asks for these instead of replacing what somebody reads or writes (docs/product/comments.md).

create or replace function private.count_replies(post uuid, root uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*)::integer from (select from public.comments c where c.post_id = post and c.parent_id = root limit 1000) counted);
end $$;

create or replace function private.karma_delta(reason text) returns smallint
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (case reason
    when 'post_heart' then 2 when 'comment_heart' then 1 when 'post_poop' then -1 when 'comment_poop' then -1
    when 'post_approved' then 3 when 'post_rejected' then -3 when 'rumor_verified' then 10 when 'rumor_debunked' then -5
    when 'comment_removed' then -3
  end)::smallint;
end $$;

create or replace function private.undo_karma(cause text, reasons text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.karma_events where source = cause and reason = any (reasons);
end $$;

create or replace function private.sticker_counts(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_object_agg(counted.sticker, counted.times), '{}'::jsonb)
  from (select s.sticker, count(*) as times from public.post_stickers s where s.post_id = post group by s.sticker) counted);
end $$;

-- A deletion by staff always leaves an archived copy and a 'deleted' action, even if the client did not ask for the archive.
create or replace function private.archive_on_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_own constant boolean := old.author_id is not distinct from auth.uid();
  why text := case when is_own then private.stored_text('post.deleted_by_author') else private.stored_text('post.deleted_by_team') end;
  stated text;
begin
  select a.reason into stated from public.archived_posts a
    where a.post_id = old.id and a.archived_at > now() - interval '10 minutes' and a.restored_at is null order by a.archived_at desc limit 1;
  if found then
    why := stated;
  else
    begin
      perform private.store_in_archive(old.id, why);
    exception when others then
      -- A failed archive is logged and the deletion proceeds (docs/product/moderation.md).
      raise warning 'archive of post % failed: %', old.id, sqlerrm;
    end;
  end if;
  if is_own then return old; end if;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', old.id, old.author_id, 'deleted', why, auth.uid());
  return old;
end $$;

create or replace function private.admin_archive_page(p_state text, p_query text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select a.*, private.archive_state(a) as state, row_number() over (order by a.archived_at desc, a.id desc) as place
      from public.archived_posts a
      where (a.archived_at, a.id) < (last[1]::timestamptz, last[2]::uuid)
        and case coalesce(p_state, '') when '' then true when 'restored' then a.restored_at is not null
          when 'restorable' then a.restored_at is null and private.restorable_until(a.archived_at) > now() and private.archive_state(a) = 'restorable'
          else private.archive_state(a) = p_state end
        and (cardinality(patterns) = 0 or a.title_key like all (patterns))
      order by a.archived_at desc, a.id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'post_id', l.post_id, 'title', l.title,
          'type', l.record -> 'post' ->> 'type', 'slug', l.record -> 'post' ->> 'slug', 'status', l.record -> 'post' ->> 'status',
          'created_at', l.record -> 'post' -> 'created_at', 'content', coalesce(l.record -> 'post' ->> 'content', ''),
          'author_name', coalesce((select m.nickname from public.profiles m where m.id = l.author_id), private.stored_text('member.unknown')),
          'comments', coalesce(jsonb_array_length(l.record -> 'comments'), 0),
          'votes', coalesce(jsonb_array_length(l.record -> 'rumor_votes'), 0) + coalesce(jsonb_array_length(l.record -> 'poll_votes'), 0),
          'reactions', coalesce(jsonb_array_length(l.record -> 'reactions'), 0),
          'reason', l.reason, 'by_author', l.author_id is not null and l.archived_by is not distinct from l.author_id,
          'archived_by_name', (select m.nickname from public.profiles m where m.id = l.archived_by), 'archived_at', l.archived_at,
          'restored_at', l.restored_at, 'restored_by_name', (select m.nickname from public.profiles m where m.id = l.restored_by),
          'restorable_until', private.restorable_until(l.archived_at), 'state', l.state) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.archived_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.retain_archived_posts() returns void
language sql set search_path = '' as $$
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days')
    -- The same without the account.
    or (author_id is null and archived_by is null and reason = private.stored_text('post.deleted_by_author') and archived_at < now() - interval '30 days');
$$;

create or replace function private.last_staff_action() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return greatest(
    (select a.created_at from public.admin_actions a where a.admin_id is not null order by a.created_at desc limit 1),
    (select m.created_at from public.moderation_actions m where m.admin_id is not null order by m.created_at desc limit 1));
end $$;

create or replace function private.team_away_since() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select began.at from (
    select private.last_staff_action() + make_interval(hours => s.away_after_hours) as at
    from public.app_settings s where s.away_after_hours > 0) began
  where began.at <= now());
end $$;

create function private.program_that_held(kind text, post uuid, comment uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A comment waits only after a rule or the link lock has refused it.
  if kind = 'comment' then
    return (select 'rule' from private.held_comments h where h.id = comment);
  end if;
  if exists (select from private.rule_hits h join private.automod_rules r on r.id = h.rule_id where h.target_id = post and r.action = 'hold') then
    return 'rule';
  end if;
  if exists (select from private.classifications c where c.post_id = post and c.subjects <> '{}') then return 'classifier'; end if;
  return (select 'list' from public.community_posts p left join private.post_revisions v on v.post_id = p.id and v.status = 'pending'
    -- Of what is about somebody, as private.needs_a_human() asks.
    where p.id = post and (p.type = 'rumor' or exists (select from public.stars s where s.id = any (p.tags)))
      and private.sensitive_subjects(case when v.post_id is null then private.said_in(p.id) else concat_ws(' ', v.title, v.content) end) <> '{}');
end $$;

create function private.find_origin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  about constant uuid := case new.target_type when 'post' then new.target_post_id when 'comment' then new.target_comment_id else new.target_user_id end;
  reported text;
begin
  -- What was found out about a post says nothing about the statement above it.
  if new.origin <> 'person' or new.changed && '{statement,statement_gone}' then return new; end if;
  -- A person's report comes before a program's.
  select r.origin into reported from public.reports r
    where (r.id = new.report_id or r.status = 'pending' and r.counts
      and about in (r.target_post_id, r.target_comment_id, r.target_profile_id))
    order by r.origin <> 'person' limit 1;
  new.origin := coalesce(reported,
    case when new.target_type <> 'profile' and (new.action = 'warned' and not new.counts_as_warning or new.action = 'edited'
        and exists (select from public.community_posts p where p.id = about and p.status = 'pending')) then
      private.program_that_held(new.target_type, new.target_post_id, new.target_comment_id) end, 'person');
  return new;
end $$;

-- Most decisions are recorded by triggers, which know nothing but the row that they are about.
create function private.decide_on(ground text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if ground is not null and private.ground_title(ground) is null then perform private.refuse('moderation.case_fields.severity'); end if;
  perform set_config('hot.ground', coalesce(ground, ''), true);
end $$;

create function private.find_ground() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.rule := nullif(current_setting('hot.ground', true), '');
  return new;
end $$;

create function private.how_decided(decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('decided_by', 'human', 'decision_id', m.id, 'origin', nullif(m.origin, 'person'),
    'rule', m.rule, 'reported', private.is_after_notice(m)))
  from public.moderation_actions m where m.id = decision
$$;

create or replace function private.record_post_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only decisions of people; a post published automatically has no moderator.
  if new.moderated_at is null or new.moderated_at is not distinct from old.moderated_at then return null; end if;
  if new.status = 'approved' then
    insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
      values ('post', new.id, new.author_id, 'approved', private.stored_text('post.approved'), new.moderated_by);
  elsif new.status = 'rejected' then
    -- A rejection is recorded as 'warned', which does not count as a warning (docs/product/moderation.md).
    insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
      values ('post', new.id, new.author_id, 'warned', new.rejection_reason, new.moderated_by);
  end if;
  return null;
end $$;

-- Bans that admins set on the profile; bans from a report are recorded with the report.
create or replace function private.record_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', new.id, case when new.is_banned then 'banned' else 'unbanned' end,
      case when new.is_banned then private.stored_text('member.banned') else private.stored_text('member.unbanned') end, auth.uid());
  return null;
end $$;

create or replace function private.own_moderation_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object(
      'is_banned', private.is_banned(p.id),
      'banned_until', case when private.is_banned(p.id) then p.banned_until end,
      'decisions', coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'severity', a.severity, 'reason', a.reason,
          'ban_duration_days', a.ban_duration_days, 'rule', a.rule, 'changed', a.changed, 'content_excerpt', a.content_excerpt, 'reported', private.is_after_notice(a), 'origin', a.origin,
          'created_at', a.created_at, 'target_type', a.target_type,
          'target_post_id', a.target_post_id, 'target_comment_id', a.target_comment_id) order by a.created_at desc)
        from (
          select m.* from public.moderation_actions m
          where m.target_user_id = p.id and (m.counts_as_warning or m.action in ('banned', 'deleted', 'edited'))
          order by m.created_at desc limit 500
        ) a), '[]'::jsonb))
    from public.profiles p where p.id = auth.uid());
end $$;

create function private.hmac_sha256(message bytea, key bytea) returns bytea
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
begin
  for at in 0 .. octet_length(key) - 1 loop
    inner_pad := set_byte(inner_pad, at, get_byte(key, at) # 54);
    outer_pad := set_byte(outer_pad, at, get_byte(key, at) # 92);
  end loop;
  return sha256(outer_pad || sha256(inner_pad || message));
end $$;

create function private.address_hash(address text) returns bytea
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ban_key default values on conflict do nothing;
  return private.hmac_sha256(convert_to(private.mailbox_of(address), 'utf8'), (select k.key from private.ban_key k));
end $$;

create function private.keep_ban(gone auth.users) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member public.profiles;
begin
  select * into member from public.profiles p where p.id = gone.id;
  -- An address that nobody has confirmed may be a stranger's.
  if gone.email_confirmed_at is null or coalesce(gone.email, '') = '' or not private.is_banned(gone.id) then return; end if;
  insert into private.kept_bans as k (address_hash, ends_at, is_for_good, decision_id)
    values (private.address_hash(gone.email), coalesce(member.banned_until, now() + interval '3 years'), member.banned_until is null, (
      select m.id from public.moderation_actions m where m.target_user_id = gone.id and m.action = 'banned' order by m.created_at desc, m.id limit 1))
    on conflict (address_hash) do update set ends_at = greatest(k.ends_at, excluded.ends_at), is_for_good = k.is_for_good or excluded.is_for_good,
      decision_id = coalesce(excluded.decision_id, k.decision_id);
end $$;

create function private.restore_kept_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept private.kept_bans;
  before public.moderation_actions;
begin
  if new.email is null or not exists (select from private.kept_bans) then return null; end if;
  -- Of the team nobody is banned by a mail address; others decide about them.
  if not exists (select from public.profiles p where p.id = new.id and p.role = 'user') then return null; end if;
  -- From here on the account carries its ban itself; what is left of it would come back after the team has lifted it.
  delete from private.kept_bans k where k.address_hash = private.address_hash(new.email) returning * into kept;
  if not found or kept.ends_at <= now() then return null; end if;
  select m.* into before from public.moderation_actions m where m.id = kept.decision_id;
  update public.profiles p set is_banned = true, banned_until = case
      when kept.is_for_good or private.is_banned(p.id) and p.banned_until is null then null
      when private.is_banned(p.id) then greatest(p.banned_until, kept.ends_at) else kept.ends_at end
    where p.id = new.id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, ban_duration_days, rule, origin, admin_id)
    values ('profile', new.id, 'banned',
      left(private.refusal_text('member.ban_kept') || coalesce(' ' || private.refusal_text('member.ban_kept.reason') || ' ' || before.reason, ''), 2000),
      case when not kept.is_for_good then ceil(extract(epoch from kept.ends_at - now()) / 86400)::integer end, before.rule, 'address', null);
  return null;
end $$;

create function private.retain_kept_bans() returns void
language sql set search_path = '' as $$
  delete from private.kept_bans where ends_at <= now();
$$;

-- The rows of the record are inserted again, so that triggers recompute counters and karma.

create or replace function private.restore_post_row(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.community_posts := jsonb_populate_record(null::public.community_posts, record -> 'post');
begin
  -- An archive of before kept neither karma nor mentions: they are found anew.
  if record ? 'karma' then perform private.restore_begins(); end if;
  insert into public.community_posts select r.* from jsonb_populate_record(was, jsonb_build_object(
    'author_id', (select m.id from public.public_profiles m where m.id = was.author_id),
    'moderated_by', (select m.id from public.profiles m where m.id = was.moderated_by),
    'staff_edited_by', (select m.id from public.profiles m where m.id = was.staff_edited_by),
    -- Tags of stars and formats that were deleted meanwhile are dropped.
    'tags', array(select t.tag from unnest(was.tags) with ordinality as t (tag, place)
      where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place),
    'mentions', private.mentioned_slugs(record -> 'post' -> 'mentions'),
    'hearts_count', 0, 'poops_count', 0, 'comments_count', 0, 'votes_count', 0)) r;
  -- The former slug, unless another post has taken it.
  update public.community_posts p set slug = was.slug where p.id = was.id and p.slug <> was.slug
    and private.address_is_free(p.day, was.slug, p.id);
  if record -> 'rumor' <> 'null' then
    delete from public.post_rumors r where r.post_id = was.id;
    insert into public.post_rumors select r.* from jsonb_populate_record(null::public.post_rumors,
      (record -> 'rumor') || '{"agree_count": 0, "disagree_count": 0}') r;
  end if;
  insert into private.post_versions (post_id, title, content, tags, source_url, options, poll_ends_at, rumor_status, replaced_at,
      replaced_by, by_team, was_public)
    select was.id, v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at, v.rumor_status, v.replaced_at,
      (select m.id from public.profiles m where m.id = v.replaced_by), v.by_team, coalesce(v.was_public, false)
    from jsonb_array_elements(coalesce(record -> 'versions', '[]')) with ordinality as e (version, place)
    cross join lateral jsonb_populate_record(null::private.post_versions, e.version) v order by e.place;
  insert into public.poll_options select o.* from jsonb_array_elements(record -> 'poll_options') e,
    jsonb_populate_record(null::public.poll_options, e || '{"votes_count": 0}') o;
  perform private.restore_parts(record);
  perform private.restore_ends();
  perform private.leave_in_bin(was, record -> 'discussions');
end $$;

create or replace function private.archived_parts() returns table (part text, table_name text, member_column text, post_column text)
language sql immutable parallel safe set search_path = '' as $$
  values ('karma', 'public.karma_events', 'user_id', 'source'), ('hits', 'private.rumor_hits', 'member_id', 'post_id'),
    ('saved', 'public.saved_posts', 'user_id', 'post_id'), ('reads', 'public.comment_reads', 'user_id', 'post_id'),
    ('follows', 'private.follows', 'member_id', 'target_id'), ('statement', 'private.star_statements', 'member_id', 'post_id'),
    ('revision', 'private.post_revisions', null, 'post_id'), ('discussions', 'private.news_discussions', null, 'post_id'),
    ('addresses', 'private.post_slug_history', null, 'post_id')
$$;

create or replace function private.close_reports_of_spam(member uuid, why text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- For profiles, and for what was below a removed post and has no decision of its own.
  ban constant uuid := (select a.id from public.moderation_actions a
    where a.target_user_id = member and a.action = 'banned' order by a.created_at desc, a.id limit 1);
  decision uuid;
  closed integer;
begin
  update public.reports r set status = 'resolved', action = case r.target_type when 'profile' then 'banned' else 'deleted' end,
      action_reason = why, resolved_at = now(), resolved_by = auth.uid(),
      decision_id = coalesce((
        select a.id from public.moderation_actions a
        where a.target_user_id = member and a.action = 'deleted' and a.created_at = now() and a.target_type = r.target_type
          and case r.target_type when 'post' then a.target_post_id else a.target_comment_id end = coalesce(r.target_post_id, r.target_comment_id)
        limit 1), ban)
    where r.target_author_id = member and r.status = 'pending' and r.counts;
  get diagnostics closed = row_count;
  for decision in
    select distinct r.decision_id from public.reports r where r.target_author_id = member and r.resolved_at = now() and r.decision_id is not null
  loop
    perform private.notify_reporters(decision, case decision when ban then 'acted' else 'deleted' end, '{}');
  end loop;
  return closed;
end $$;

create or replace function private.admin_ban_spammer(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.stored_text('moderation.spam');
  before public.profiles;
  archives uuid[];
  comments uuid[];
begin
  perform private.lock_admins();
  before := private.other_staff_rule(member);
  if before.role <> 'user' then
    perform private.refuse('moderation.staff_spam', '42501');
  end if;
  -- Whoever is banned already stays so; a moderator bans for 30 days, an admin for good.
  if not private.is_banned(member) then
    perform private.admin_ban_member(member, case when private.is_admin() then null else 30 end, why, 'content');
  end if;
  perform private.decide_on('content');
  perform private.log_staff_action('remove_spam', 'profile', member::text, jsonb_build_object('name', before.nickname, 'reason', why));
  archives := private.remove_posts_of(member, why);
  comments := private.remove_comments_of(member, why);
  insert into private.spam_removals (member_id, archives, comments, bin_id, removed_by)
    values (member, archives, comments, private.put_votes_in_bin(member), auth.uid());
  perform private.close_reports_of_spam(member, why);
  return jsonb_build_object('posts', cardinality(archives), 'comments', cardinality(comments));
end $$;

create or replace function private.put_votes_in_bin(member uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
  part text;
begin
  insert into private.bin (kind, name, removed_by) values ('spam', private.stored_text('moderation.spam_votes'), auth.uid()) returning id into entry;
  foreach part in array private.voting_tables() loop
    execute format('insert into private.binned_rows (bin_id, place, table_name, member_id, content) '
      || 'select $1, (select count(*) from private.binned_rows b where b.bin_id = $1) + row_number() over (), $2, $3, to_jsonb(v) from %1$s v where v.user_id = $3',
      part::regclass) using entry, part, member;
    execute format('delete from %1$s v where v.user_id = $1', part::regclass) using member;
  end loop;
  return entry;
end $$;

create or replace function private.notices_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with notices as materialized (
    select r.reason, r.status, r.action, r.reporter_id, r.target_type, r.created_at, r.confirmed_at, r.resolved_at - coalesce(r.confirmed_at, r.created_at) as took
    from public.reports r where r.created_at >= since and r.created_at < until and r.counts
      -- Notices come from people.
      and r.origin = 'person')
  select jsonb_build_object(
    'total', count(*),
    'on_posts', count(*) filter (where n.target_type = 'post'),
    'on_comments', count(*) filter (where n.target_type = 'comment'),
    'on_profiles', count(*) filter (where n.target_type = 'profile'),
    -- A member's counts as confirmed from the moment it is stored, also after the account is deleted; a guest's never does.
    'by_guests', count(*) filter (where n.reporter_id is null and n.confirmed_at is distinct from n.created_at),
    'open', count(*) filter (where n.status = 'pending'),
    'dismissed', count(*) filter (where n.status = 'dismissed'),
    'acted_on', count(*) filter (where n.status = 'resolved'),
    'median_seconds', private.median_seconds(array_agg(n.took) filter (where n.took is not null)),
    'by_reason', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.reason, 'total', g.total, 'acted_on', g.acted_on) order by g.total desc, g.reason)
      from (select x.reason, count(*) as total, count(*) filter (where x.status = 'resolved') as acted_on from notices x group by x.reason) g),
      '[]'::jsonb))
  from notices n
$$;

create or replace function private.decisions_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with decisions as materialized (
    select a.action, a.target_type, a.counts_as_warning, a.ban_duration_days, r.reason as ground,
      -- A rejection is recorded as 'warned' but does not count as a warning.
      case when a.action = 'warned' and not a.counts_as_warning then 'rejected' else a.action end as kind
    from public.moderation_actions a left join public.reports r on r.id = a.report_id
    where a.created_at >= since and a.created_at < until
      -- A ban that goes on was counted when a person decided it.
      and a.origin <> 'address')
  select jsonb_build_object(
    'by_kind', coalesce((
      select jsonb_agg(jsonb_build_object('kind', g.kind, 'target_type', g.target_type, 'total', g.total) order by g.kind, g.target_type)
      from (select d.kind, d.target_type, count(*) as total from decisions d group by d.kind, d.target_type) g), '[]'::jsonb),
    'by_ground', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.ground, 'total', g.total) order by g.total desc, g.ground)
      from (select d.ground, count(*) as total from decisions d
        where d.kind in ('rejected', 'deleted', 'edited', 'warned', 'banned', 'account_deleted') group by d.ground) g), '[]'::jsonb),
    'bans_for_good', (select count(*) from decisions d where d.kind = 'banned' and d.ban_duration_days is null),
    'published_automatically', (select count(*) from public.community_posts p
      where p.created_at >= since and p.created_at < until and p.status = 'approved' and p.moderated_at is null))
$$;

-- The list of /admin/reports: several reports of one target are one case.
-- Definer functions, because moderators may read neither profiles (ban, role) nor the names of guests who reported.

create or replace function private.case_reports(kind text, subject uuid, decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'details', r.details, 'created_at', r.created_at,
    'origin', r.origin, 'is_confirmed', r.confirmed_at is not null, 'is_child_abuse', r.is_child_abuse, 'reporter', m.ref, 'guest_name', case when r.reporter_id is null then r.reporter_name end,
    -- The star whom the post is about, who has proven it.
    'is_subject', exists (select from public.community_posts p where p.id = coalesce(r.target_post_id, (select c.post_id from public.comments c where c.id = r.target_comment_id))
      and p.tags && array(select private.stars_of(r.reporter_id)))) order by r.created_at, r.id), '[]'::jsonb)
  from (
    select * from public.reports x
    where (x.target_post_id = subject or x.target_comment_id = subject or x.target_profile_id = subject) and x.target_type = kind and x.counts
      and case when decision is null then x.status = 'pending' else x.decision_id = decision end
    order by x.created_at, x.id limit 20
  ) r
  left join private.member_refs m on m.id = r.reporter_id
$$;

create or replace function private.open_cases(kind text, why text, author uuid, urgent boolean, after_rank timestamptz, after_target uuid, wanted integer)
returns table (place_at timestamptz, about_type text, about_id uuid, decided_id uuid, shown jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select c.sort_at, c.target_type, c.target, null::uuid, jsonb_build_object('report_id', l.id, 'count', c.reports,
      'first_at', c.first_at, 'due_at', c.due_at, 'author', private.case_author(l.target_author_id))
  from (
    select g.*, case when urgent then g.due_at else g.first_at end as sort_at
    from (
      select t.target_type, t.target, t.reports, t.first_at,
        -- Tested against reportDueAt(). Inline, because a function would be called for each of thousands of cases.
        t.first_at - t.head_start - least(t.reports - 1, 12) * interval '2 hours' as due_at
      from (
        select r.target_type, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target, count(*) as reports, min(r.created_at) as first_at,
          max(v.head_start) as head_start
        from public.reports r
        join (
          select x.reason, private.report_head_start(x.reason) as head_start
          from (select distinct o.reason from public.reports o where o.status = 'pending') x offset 0
        ) v on v.reason = r.reason
        where r.status = 'pending' and r.counts and (kind is null or r.target_type = kind)
          and (author is null or r.target_author_id = author)
        group by 1, 2
        having why is null or bool_or(r.reason = why)
      ) t
    ) g
    -- offset 0 is an optimisation fence: the checks below run row by row, in order, only until the page is full.
    order by sort_at, g.target offset 0
  ) c
  cross join lateral (
    select r.id, r.target_author_id from public.reports r
    where (r.target_post_id = c.target or r.target_comment_id = c.target or r.target_profile_id = c.target) and r.status = 'pending' and r.counts
    order by r.created_at, r.id limit 1
  ) l
  where (after_rank is null or (c.sort_at, c.target) > (after_rank, after_target))
    -- Reports whose target is gone are skipped.
    and private.report_target_exists(c.target_type, c.target)
  order by c.sort_at, c.target limit wanted;
end $$;

create function private.decide_cases(cases jsonb, action text, reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  given record;
  total integer := 0;
  decided integer := 0;
begin
  perform private.require_moderator();
  if jsonb_typeof(cases) is distinct from 'array' or jsonb_array_length(cases) > 200 then perform private.refuse('moderation.row_count'); end if;
  if coalesce(action, '') not in ('dismiss', 'delete') then
    perform private.refuse('moderation.case_action');
  end if;
  for given in
    select distinct c.report_id, c.target_id, c.target_type from jsonb_to_recordset(cases) as c (report_id uuid, target_id uuid, target_type text)
    order by c.report_id
  loop
    total := total + 1;
    begin
      perform private.moderate_case(given.report_id, given.target_id, given.target_type, action, why, null, null, rule, true,
        case when given.target_type = 'profile' then '{nickname,bio,avatar}'::text[] end);
      decided := decided + 1;
    exception when others then
      -- Decided or gone meanwhile, about oneself, or somebody else of the team is at it.
      if sqlstate not in ('23503', '23514', '42501', 'P0001') then raise; end if;
    end;
  end loop;
  return jsonb_build_object('decided', decided, 'skipped', total - decided);
end $$;

create function public.admin_decide_cases(p_cases jsonb, p_action text, p_reason text, p_rule text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.decide_cases(p_cases, p_action, p_reason, p_rule) $$;

create function private.hold_case(kind text, subject uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('case ' || kind || ' ' || subject, 0))
$$;

create or replace function private.claim_case(kind text, subject uuid, wanted boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  if not wanted then
    delete from private.case_claims c where c.target_type = kind and c.target_id = subject and c.member_id = auth.uid();
  elsif private.report_target_exists(kind, subject) then
    perform private.hold_case(kind, subject);
    -- Of two at once the second waits for the first, finds its row and leaves it.
    insert into private.case_claims as c (target_type, target_id, member_id, claimed_until)
      values (kind, subject, auth.uid(), clock_timestamp() + interval '10 minutes')
      on conflict (target_type, target_id) do update set member_id = excluded.member_id, claimed_until = excluded.claimed_until
      where c.member_id = excluded.member_id or c.claimed_until <= clock_timestamp();
  end if;
  return jsonb_build_object('claim', private.case_claim(kind, subject));
end $$;

create or replace function private.take_case(kind text, subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare claim jsonb;
begin
  perform private.hold_case(kind, subject);
  claim := private.case_claim(kind, subject);
  if not (claim ->> 'is_mine')::boolean then
    perform private.refuse('moderation.case_claimed', '42501', claim ->> 'nickname');
  end if;
  delete from private.case_claims c where c.target_type = kind and c.target_id = subject;
end $$;

create function private.hide_post(post uuid, reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  target public.community_posts;
  decision uuid;
begin
  perform private.require_moderator();
  perform private.decide_on(rule);
  select * into target from public.community_posts p where p.id = post for update;
  if target.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if target.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if target.status <> 'approved' then return private.outcome(post, 'decided', private.post_decider(post)); end if;
  perform private.log_staff_action('hide_post', 'post', post::text, jsonb_build_object('title', target.title, 'reason', why));
  update public.community_posts p set status = 'pending', moderated_by = auth.uid(), moderated_at = now() where p.id = post;
  -- As a rejection is recorded: it can be appealed and does not count as a warning.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id, scope)
    values ('post', post, target.author_id, 'warned', why, auth.uid(), 'hidden') returning id into decision;
  perform private.tell(target.author_id, 'post_rejected', private.post_facts(post)
    || jsonb_build_object('reason', why, 'hidden', true) || private.how_decided(decision), post);
  return private.outcome(post, 'done');
end $$;

create function public.admin_hide_post(p_id uuid, p_reason text, p_rule text default null) returns jsonb
language sql set search_path = '' as $$ select private.hide_post(p_id, p_reason, p_rule) $$;

-- Values that nobody offers are the caller's fault (23514), not the server's.
create function public.report_content(p_id uuid, p_target_type text, p_target uuid, p_reason text, p_details text default null, p_good_faith boolean default false, p_name text default null, p_email text default null,
  p_child_abuse boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare given public.reports;
begin
  perform private.require_short(p_details, 2000, 'moderation.details_length');
  given.id := coalesce(p_id, gen_random_uuid());
  given.target_type := p_target_type;
  given.target_post_id := case when p_target_type = 'post' then p_target end;
  given.target_comment_id := case when p_target_type = 'comment' then p_target end;
  given.target_profile_id := case when p_target_type = 'profile' then p_target end;
  given.good_faith := p_good_faith;
  if private.report_reason_text(p_reason) is null then perform private.refuse('moderation.unknown_type'); end if;
  given.reason := p_reason;
  given.details := nullif(private.trim_text(private.clean_text(coalesce(p_details, ''))), '');
  if p_reason = 'other' and given.details is null then perform private.refuse('moderation.details_missing'); end if;
  given.is_child_abuse := p_reason = 'illegal_content' and coalesce(p_child_abuse, false);
  if p_reason = 'illegal_content' and given.details is null and not given.is_child_abuse then
    perform private.refuse('moderation.details_missing.illegal');
  end if;
  if char_length(given.details) > 2000 then perform private.refuse('moderation.details_length'); end if;
  if p_good_faith is not true and (auth.uid() is null or p_reason = 'illegal_content') then
    perform private.refuse('moderation.good_faith_missing');
  end if;
  if auth.uid() is not null then return private.take_report(given); end if;
  perform private.require_short(p_name, 100, 'moderation.name_missing');
  perform private.require_short(p_email, 254, 'moderation.email_invalid');
  given.reporter_name := nullif(private.clean_line(coalesce(p_name, '')), '');
  given.reporter_email := lower(btrim(coalesce(p_email, '')));
  if given.is_child_abuse and given.reporter_email = '' then
    given.reporter_email := null;
    return private.take_report(given);
  end if;
  if given.reporter_name is null and not given.is_child_abuse or char_length(given.reporter_name) > 100 then
    perform private.refuse('moderation.name_missing');
  end if;
  if given.reporter_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(given.reporter_email) > 254 then
    perform private.refuse('moderation.email_invalid');
  end if;
  return private.take_report(given);
end $$;

create or replace function private.ask_in_case(report uuid, to_author boolean, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := private.note_text(given, 1000);
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  about public.reports;
  subject uuid;
  whom uuid;
  address text;
begin
  perform private.require_moderator();
  select * into about from public.reports r where r.id = report and r.counts and r.status = 'pending';
  if not found then
    perform private.refuse('moderation.report_gone', '42501');
  end if;
  subject := coalesce(about.target_post_id, about.target_comment_id, about.target_profile_id);
  whom := case when to_author then about.target_author_id else about.reporter_id end;
  address := case when whom is not null then (select u.email from auth.users u where u.id = whom and u.email_confirmed_at is not null)
    when not to_author and about.confirmed_at is not null then about.reporter_email end;
  if address is null then
    perform private.refuse('moderation.address_gone', '23503');
  end if;
  perform private.log_staff_action('ask_in_case', about.target_type, subject::text,
    jsonb_build_object('asked', case when to_author then 'author' else 'reporter' end));
  insert into private.case_notes (target_type, target_id, kind, content, author_id, asked, asked_id, report_id, token_hash)
    values (about.target_type, subject, 'question', said, auth.uid(), case when to_author then 'author' else 'reporter' end, whom, about.id,
      encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(address, 'case_question', jsonb_build_object(
    'about', case when to_author then private.stored_text('moderation.asked_author') else private.stored_text('moderation.asked_reporter') end,
    'thing', private.report_thing(about.target_type), 'question', said, 'path', '/melden/antworten#' || token));
  return jsonb_build_object('notes', private.case_notes_of(about.target_type, subject));
end $$;

create or replace function private.notify_reporters(decision uuid, outcome text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given public.reports;
  -- What was taken down or answered, by which rule or law.
  told constant jsonb := facts || case when outcome in ('deleted', 'acted') then coalesce((
    select jsonb_build_object('rule', m.rule) from public.moderation_actions m where m.id = decision and m.rule is not null), '{}') else '{}' end;
begin
  for given in
    -- One notification per person, also for several reports.
    select distinct on (coalesce(r.reporter_id::text, lower(r.reporter_email), r.id::text)) r.*
    from public.reports r where r.decision_id = decision
    order by coalesce(r.reporter_id::text, lower(r.reporter_email), r.id::text), r.created_at
  loop
    perform private.notify_reporter(given, outcome, told);
  end loop;
end $$;

create or replace function private.purge_orphan_reports() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given public.reports;
  purged integer := 0;
begin
  perform private.require_moderator();
  for given in
    delete from public.reports r
    where r.status = 'pending' and not private.report_target_exists(r.target_type, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id))
    returning r.*
  loop
    purged := purged + 1;
    if given.counts then perform private.notify_reporter(given, 'gone', '{}'); end if;
  end loop;
  if purged > 0 then
    perform private.log_staff_action('purge_orphan_reports', 'report', null, jsonb_build_object('count', purged, 'page', '/admin/reports'));
  end if;
  return jsonb_build_object('purged', purged);
end $$;

create or replace function private.take_down_profile(member uuid, parts text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare before public.profiles;
begin
  select * into before from public.profiles p where p.id = member for update;
  insert into private.removed_profiles (member_id, nickname, bio, picture, removed_by)
    values (member, case when 'nickname' = any (parts) then before.nickname end, case when 'bio' = any (parts) then before.bio end,
      'avatar' = any (parts) and before.avatar_url is not null, auth.uid());
  update public.profiles p set
      nickname = case when 'nickname' = any (parts) then private.stored_text('member.reset_nickname', left(replace(gen_random_uuid()::text, '-', ''), 8)) else p.nickname end,
      bio = case when 'bio' = any (parts) then null else p.bio end,
      avatar_url = case when 'avatar' = any (parts) then null else p.avatar_url end
    where p.id = member;
  if not 'avatar' = any (parts) then return; end if;
  -- The files go too, so that the address of the picture answers 404 (as in private.erase_member()).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like member::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
end $$;

create or replace function private.export_reports(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.reports', (select jsonb_agg(l.entry order by l.created_at) from (
      select r.created_at, (to_jsonb(r) - '{reporter_id,target_author_id,resolved_by,counts}'::text[]) || '{"role": "reporter"}' as entry
      from public.reports r where r.reporter_id = me
      union all
      -- Reports about the member: neither who sent them, nor their words and the hour, which would tell.
      select r.created_at, jsonb_strip_nulls(jsonb_build_object('role', 'subject', 'target_type', r.target_type, 'target_post_id', r.target_post_id,
        'target_comment_id', r.target_comment_id, 'reason', r.reason, 'origin', r.origin, 'status', r.status, 'action', r.action,
        'day', private.berlin_day(r.created_at), 'resolved_at', r.resolved_at))
      from public.reports r where r.target_author_id = me and r.reporter_id is distinct from me and r.counts) l),
    'private.removed_profiles', (select jsonb_agg(jsonb_build_object('nickname', x.nickname, 'bio', x.bio, 'picture', x.picture, 'removed_at', x.removed_at))
      from private.removed_profiles x where x.member_id = me),
    'private.case_notes', (select jsonb_agg(l.entry order by l.written_at) from (
      select n.written_at, jsonb_build_object('role', 'asked', 'kind', n.kind, 'text', n.content, 'written_at', n.written_at) as entry
      from private.case_notes n where n.asked_id = me
      union all
      -- What the team noted about the member and their content, without who else stands in it.
      select n.written_at, jsonb_build_object('role', 'subject', 'kind', n.kind, 'text', private.without_others(n.content, me, n.target_id),
        'written_at', n.written_at)
      from private.case_notes n where n.kind = 'note' and n.target_id = any (private.things_of(me))) l))
$$;

create or replace function private.take_down_post(post uuid, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare problem text;
begin
  begin
    perform private.delete_reported_post(post, why);
    return null;
  exception when others then
    problem := sqlerrm;
  end;
  begin
    update public.community_posts p set status = 'rejected', rejection_reason = why, moderated_by = auth.uid(), moderated_at = now()
      where p.id = post;
  exception when others then
    perform private.refuse('moderation.take_down_failed', 'P0001', problem, sqlerrm);
  end;
  return private.stored_text('moderation.deletion_failed', problem);
end $$;

create or replace function private.own_decisions(p_after text, p_limit integer, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_proven();
  return (
    with listed as materialized (
      select m.id, m.created_at, row_number() over (order by m.created_at desc, m.id desc) as place, private.decision_item(m) as item
      from public.moderation_actions m
      where m.target_user_id = me and m.action in ('warned', 'deleted', 'edited', 'banned') and (p_id is null or m.id = p_id)
        and (m.created_at, m.id) < (last[1]::timestamptz, last[2]::uuid)
      order by m.created_at desc, m.id desc limit wanted + 1
    )
    select jsonb_build_object('ban', private.own_ban(),
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.carry_out(decision uuid) returns void
language plpgsql set search_path = '' as $$
declare
  taken constant jsonb := private.take_decision(decision);
  answer jsonb;
  failure text;
  why text;
begin
  if taken is null then return; end if;
  begin
    perform private.require_moderator();
    if not (taken ->> 'changed')::boolean then
      answer := private.call_decision(taken ->> 'kind', taken -> 'args');
    end if;
    if answer is null or private.decision_effect(taken ->> 'kind', answer) = 0 then
      failure := private.stored_text('moderation.decided_meanwhile');
    end if;
  exception when query_canceled or others then
    get stacked diagnostics why = pg_exception_hint;
    -- Busy, not refused: the next run tries again.
    if sqlstate in ('40001', '40P01', '55P03', '57014') and (taken ->> 'attempts')::integer < 5 then
      perform private.postpone_decision(decision);
      return;
    end if;
    failure := case when coalesce(why, '') <> '' then sqlerrm else private.stored_text('moderation.decide_again') end;
    if coalesce(why, '') = '' then raise warning 'decision % failed: %', decision, sqlerrm; end if;
    answer := null;
  end;
  perform private.settle_decision(decision, answer, failure);
end $$;

create or replace function private.pending_by(target text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(m.nickname, private.refusal_text('moderation.somebody')) from private.pending_targets t
  join private.pending_decisions d on d.id = t.decision_id join public.profiles m on m.id = d.decider
  where t.target = pending_by.target
$$;

create function private.hold_decisions() returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  update private.pending_decisions d
    set due_at = greatest(d.due_at, least(clock_timestamp() + interval '10 seconds', d.decided_at + interval '5 minutes'))
    where d.decider = auth.uid() and d.state = 'waiting' and d.carried_out_in is null;
  return private.pending_decisions();
end $$;

create function public.admin_hold_decisions() returns jsonb
language sql set search_path = '' as $$ select private.hold_decisions() $$;

create or replace function private.decision_targets(kind text, args jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct t.target from (
    select case kind when 'posts' then 'post:' else 'comment:' end || x.id as target
      from jsonb_array_elements_text(args -> 'p_ids') as x (id) where kind in ('posts', 'comments', 'held_comments')
    union all
    select (x.one ->> 'target_type') || ':' || (x.one ->> 'target_id')
      from jsonb_array_elements(args -> 'p_cases') as x (one) where kind = 'cases'
    union all
    select case
      when kind in ('case', 'content') then (args ->> 'p_type') || ':' || (args ->> 'p_content_id')
      when kind in ('spam', 'ban') then 'profile:' || (args ->> 'p_id')
      when kind = 'hide' then 'post:' || (args ->> 'p_id')
      when kind in ('appeal', 'star_request', 'concern') then kind || ':' || (args ->> 'p_id') end) t
  where t.target is not null order by 1)
$$;

-- As the caller: the functions check what they always check, and their triggers take this for what it is, an act of staff.
create or replace function private.call_decision(kind text, args jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ids uuid[] := case when args ? 'p_ids' then array(select x::uuid from jsonb_array_elements_text(args -> 'p_ids') with ordinality as l (x, place) order by place) end;
  seen timestamptz[];
  parts text[] := case when jsonb_typeof(args -> 'p_parts') = 'array' then array(select jsonb_array_elements_text(args -> 'p_parts')) end;
begin
  case kind
    when 'posts' then
      seen := array(select x::timestamptz from jsonb_array_elements_text(args -> 'p_seen') with ordinality as l (x, place) order by place);
      return public.admin_decide_posts(ids, seen, args ->> 'p_decision', args ->> 'p_reason', coalesce((args ->> 'p_sensitive_seen')::boolean, false),
        args ->> 'p_rule');
    when 'hide' then
      return public.admin_hide_post((args ->> 'p_id')::uuid, args ->> 'p_reason', args ->> 'p_rule');
    when 'case' then
      return public.moderate_case((args ->> 'p_report_id')::uuid, (args ->> 'p_content_id')::uuid, args ->> 'p_type', args ->> 'p_action', args ->> 'p_reason',
        args ->> 'p_severity', (args ->> 'p_days')::integer, args ->> 'p_rule', coalesce((args ->> 'p_remove')::boolean, false), parts);
    when 'content' then
      return public.moderate_content((args ->> 'p_content_id')::uuid, args ->> 'p_type', args ->> 'p_action', args ->> 'p_reason',
        args ->> 'p_severity', (args ->> 'p_days')::integer, args ->> 'p_rule', coalesce((args ->> 'p_remove')::boolean, false), parts);
    when 'cases' then
      return public.admin_decide_cases(args -> 'p_cases', args ->> 'p_action', args ->> 'p_reason', args ->> 'p_rule');
    when 'comments' then
      return public.admin_remove_comments(ids, args ->> 'p_reason', args ->> 'p_rule');
    when 'held_comments' then
      return public.admin_decide_held_comments(ids, (args ->> 'p_approve')::boolean, args ->> 'p_reason', args ->> 'p_rule');
    when 'spam' then
      return public.admin_ban_spammer((args ->> 'p_id')::uuid);
    when 'ban' then
      return public.admin_ban_member((args ->> 'p_id')::uuid, (args ->> 'p_days')::integer, args ->> 'p_reason', args ->> 'p_rule');
    when 'appeal' then
      return public.admin_decide_appeal((args ->> 'p_id')::uuid, args ->> 'p_outcome', args ->> 'p_reason');
    when 'star_request' then
      return public.admin_decide_star_request((args ->> 'p_id')::uuid, (args ->> 'p_granted')::boolean, args ->> 'p_reason', (args ->> 'p_seen')::timestamptz);
    when 'concern' then
      return public.admin_answer_concern((args ->> 'p_id')::uuid, args ->> 'p_outcome', args ->> 'p_reason');
    else
      perform private.refuse('moderation.unknown_action');
  end case;
end $$;

create or replace function private.decision_effect(kind text, answer jsonb) returns integer
language sql immutable set search_path = '' as $$
  select case
    when kind = 'posts' then (select count(*)::integer from jsonb_array_elements(answer) o where o ->> 'outcome' = 'done')
    when kind in ('hide', 'appeal', 'star_request', 'concern') then (answer ->> 'outcome' = 'done')::integer
    when kind = 'cases' then (answer ->> 'decided')::integer
    when kind = 'comments' then (answer ->> 'removed')::integer
    when kind = 'held_comments' then (answer ->> 'done')::integer
    else 1 end
$$;

-- What its decider has read may be older than what stands when the decision is sent: every list says which version it shows, the
-- decision carries it, and a target that is another one by then is not decided about.

create or replace function private.target_version(target text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  kind constant text := split_part(target, ':', 1);
  wanted constant uuid := private.as_uuid(split_part(target, ':', 2));
begin
  return case kind
    when 'post' then private.decision_state(wanted) ->> 'updated_at'
    when 'comment' then coalesce((select md5(c.content) from public.comments c where c.id = wanted and c.deleted_at is null),
      (select md5(h.content) from private.held_comments h where h.id = wanted))
    when 'profile' then (select md5(concat_ws('|', m.nickname, m.bio, m.avatar_url)) from public.profiles m where m.id = wanted)
    when 'appeal' then (
      -- The post that goes online again is the one that was read.
      select md5(concat_ws('|', a.message, private.appealed_content(m))) from public.appeals a
      join public.moderation_actions m on m.id = a.moderation_action_id where a.id = wanted)
    when 'star_request' then (select r.asked_at::text from private.star_requests r where r.id = wanted)
    when 'concern' then (select coalesce(c.outcome, 'open') from private.concerns c where c.id = wanted) end;
end $$;

create or replace function private.decision_facts(kind text, args jsonb, targets text[], answer jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  first_kind constant text := split_part(targets[1], ':', 1);
  first_id constant uuid := private.as_uuid(split_part(targets[1], ':', 2));
  action constant text := case
    when kind = 'posts' then args ->> 'p_decision'
    when kind in ('case', 'content', 'cases') then args ->> 'p_action'
    when kind = 'held_comments' then case when (args ->> 'p_approve')::boolean then 'approve' else 'reject' end
    when kind = 'comments' then 'delete'
    when kind = 'appeal' then args ->> 'p_outcome'
    when kind = 'star_request' then case when (args ->> 'p_granted')::boolean then 'grant' else 'refuse' end
    when kind = 'concern' then 'answer'
    else kind end;
  author uuid;
  name text;
begin
  author := case first_kind
    when 'post' then (select p.author_id from public.community_posts p where p.id = first_id)
    when 'comment' then coalesce((select c.author_id from public.comments c where c.id = first_id),
      (select h.author_id from private.held_comments h where h.id = first_id))
    when 'profile' then first_id
    when 'appeal' then (select a.user_id from public.appeals a where a.id = first_id) end;
  name := case
    when first_kind = 'concern' then (select c.reference from private.concerns c where c.id = first_id)
    when first_kind = 'star_request' then (select private.star_name(s.first_name, s.nickname, s.last_name)
      from private.star_requests r join public.stars s on s.id = r.star_id where r.id = first_id)
    when first_kind = 'post' and action not in ('warn', 'ban') then (select p.title from public.community_posts p where p.id = first_id)
    else (select m.nickname from public.profiles m where m.id = author) end;
  return jsonb_build_object('action', action, 'type', first_kind, 'name', name, 'count', private.decision_effect(kind, answer),
    'days', case when action = 'ban' then (args ->> 'p_days')::integer end,
    'posts', case when kind = 'spam' then answer -> 'posts' end, 'comments', case when kind = 'spam' then answer -> 'comments' end);
end $$;

create or replace function private.note_rules_of(kind text, target uuid, said text, star_tags uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare rule private.automod_rules;
begin
  for rule in select * from private.rules_for(kind, said, star_tags, '{hold,flag}') loop
    insert into private.rule_hits (rule_id, target_type, target_id) values (rule.id, kind, target) on conflict do nothing;
    continue when not found or rule.action <> 'flag';
    -- In its own name: by default a report is the caller's, who here is the author.
    insert into public.reports (target_type, target_post_id, target_comment_id, reporter_id, origin, reason, details, good_faith, confirmed_at, rule_id)
      values (kind, case kind when 'post' then target end, case kind when 'comment' then target end, null, 'rule', 'other',
        private.stored_text('moderation.rule_hit', rule.name), false, now(), rule.id);
  end loop;
end $$;

create or replace function private.end_restored_series(entry uuid, series uuid, kept_end date) returns void
language plpgsql security definer set search_path = '' as $$
declare last public.calendar_events;
begin
  select * into last from public.calendar_events e where e.series_parent_id = series order by e.event_date desc, e.event_time desc, e.episode_number desc, e.id desc limit 1;
  if not found then return; end if;
  -- With its last episode a series has its planned end again, which may lie behind that.
  update public.calendar_events e set series_end_date = greatest(e.event_date, last.event_date, case when exists (
      select from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.calendar_events' and b.content ->> 'id' = last.id::text)
      then kept_end else e.series_end_date end)
    where e.id = series;
end $$;

create or replace function private.binned_tables() returns table (place integer, table_name text, counted text)
language sql immutable parallel safe set search_path = '' as $$
  values (1, 'public.formats', 'formats'), (2, 'public.format_slug_history', null), (3, 'public.seasons', 'seasons'), (4, 'public.stars', 'stars'),
    (5, 'public.star_slug_history', null), (6, 'public.star_social_accounts', null), (7, 'public.star_social_followers', null),
    (8, 'public.season_participants', 'participants'), (9, 'public.calendar_events', 'events'), (10, 'public.demand_votes', 'votes'),
    (11, 'public.realness_votes', 'votes'), (12, 'public.drama_votes', 'votes'), (13, 'public.star_fans', 'fans'),
    (14, 'private.star_rank_snapshots', null), (15, 'private.star_requests', null), (16, 'public.news', null), (17, 'private.news_versions', null),
    (18, 'private.news_discussions', null), (19, 'private.follows', null), (20, 'public.post_tags', 'posts'),
    (21, 'private.season_slug_history', null), (22, 'private.watch_progress', null), (-1, 'public.broadcasters', null),
    (0, 'public.streaming_providers', null)
$$;

-- A place in a cast can be all that an import made of a star and a season.
create or replace function private.rows_for_bin(things jsonb) returns table (table_name text, member_id uuid, content jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  of_formats constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'formats', '[]'))::uuid);
  of_stars constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'stars', '[]'))::uuid);
  of_news constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'news', '[]'))::uuid);
  of_seasons constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'seasons', '[]'))::uuid
    union select s.id from public.seasons s where s.format_id = any (of_formats));
  of_events constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'events', '[]'))::uuid
    union select e.id from public.calendar_events e where e.format_id = any (of_formats) or e.season_id = any (of_seasons));
begin
  -- Counters start again and grow with the rows they count. Who of the team wrote a text is not kept: their account may go meanwhile.
  return query
  select 'public.formats', null::uuid, to_jsonb(f) - 'seasons_count' from public.formats f where f.id = any (of_formats)
  union all select 'public.format_slug_history', null, to_jsonb(h) from public.format_slug_history h where h.format_id = any (of_formats)
  union all select 'public.seasons', null, to_jsonb(s) - 'participants_count' from public.seasons s where s.id = any (of_seasons)
  union all select 'private.season_slug_history', null, to_jsonb(h) from private.season_slug_history h where h.season_id = any (of_seasons)
  union all select 'public.stars', null, to_jsonb(s) - 'fans_count' from public.stars s where s.id = any (of_stars)
  union all select 'public.star_slug_history', null, to_jsonb(h) from public.star_slug_history h where h.star_id = any (of_stars)
  union all select 'public.star_social_accounts', null, to_jsonb(a) from public.star_social_accounts a where a.star_id = any (of_stars)
  union all select 'public.star_social_followers', null, to_jsonb(f) from public.star_social_accounts a
    join public.star_social_followers f on f.account_id = a.id where a.star_id = any (of_stars)
  union all select 'public.season_participants', null, to_jsonb(p) from public.season_participants p
    where p.season_id = any (of_seasons) or p.star_id = any (of_stars)
      or jsonb_build_object('season_id', p.season_id, 'star_id', p.star_id) in (select jsonb_array_elements(coalesce(things -> 'participants', '[]')))
  -- With the row of their series, which goes when its last episode does.
  union all select 'public.calendar_events', null, to_jsonb(e) from public.calendar_events e where e.id = any (of_events)
    or e.id in (select own.series_parent_id from public.calendar_events own where own.id = any (of_events))
  union all select 'public.demand_votes', v.user_id, to_jsonb(v) from public.demand_votes v where v.star_id = any (of_stars)
  union all select 'public.realness_votes', v.user_id, to_jsonb(v) from public.realness_votes v where v.star_id = any (of_stars)
  union all select 'public.drama_votes', v.user_id, to_jsonb(v) from public.drama_votes v where v.star_id = any (of_stars)
  union all select 'public.star_fans', f.user_id, to_jsonb(f) from public.star_fans f where f.star_id = any (of_stars)
  union all select 'private.star_rank_snapshots', null, to_jsonb(r) from private.star_rank_snapshots r where r.star_id = any (of_stars)
  union all select 'private.star_requests', r.member_id, to_jsonb(r) - 'decided_by' from private.star_requests r where r.star_id = any (of_stars)
  union all select 'public.news', null, to_jsonb(n) - 'author_id' from public.news n where n.id = any (of_news)
  union all select 'private.news_versions', null, to_jsonb(v) - 'replaced_by' from private.news_versions v where v.news_id = any (of_news)
  union all select 'private.news_discussions', null, to_jsonb(d) from private.news_discussions d where d.news_id = any (of_news)
  union all select 'private.follows', f.member_id, to_jsonb(f) from private.follows f where f.target_id = any (of_formats || of_stars)
  union all select 'private.watch_progress', w.member_id, to_jsonb(w) from private.watch_progress w where w.season_id = any (of_seasons)
  union all select 'public.post_tags', null, to_jsonb(t) || jsonb_build_object('position', array_position(p.tags, t.tag_id))
    from public.post_tags t join public.community_posts p on p.id = t.post_id where t.tag_id = any (of_formats || of_stars)
  union all select 'public.broadcasters', null, to_jsonb(b) from public.broadcasters b
    where b.id in (select jsonb_array_elements_text(coalesce(things -> 'broadcasters', '[]'))::uuid)
  union all select 'public.streaming_providers', null, to_jsonb(p) from public.streaming_providers p
    where p.id in (select jsonb_array_elements_text(coalesce(things -> 'providers', '[]'))::uuid);
end $$;

-- Members go on voting and the team goes on deciding while something is put into the bin. Whoever adds a row to a thing holds the
-- thing itself by its foreign key; whoever changes or deletes one holds that row.
create or replace function private.hold_for_bin(things jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_formats constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'formats', '[]'))::uuid);
  of_stars constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'stars', '[]'))::uuid);
  of_news constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'news', '[]'))::uuid);
  of_seasons uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'seasons', '[]'))::uuid);
  of_events constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'events', '[]'))::uuid);
begin
  perform from public.formats f where f.id = any (of_formats) order by f.id for update;
  perform from public.stars s where s.id = any (of_stars) order by s.id for update;
  perform from public.news n where n.id = any (of_news) order by n.id for update;
  perform from public.seasons s where s.id = any (of_seasons) or s.format_id = any (of_formats) order by s.id for update;
  of_seasons := of_seasons || array(select s.id from public.seasons s where s.format_id = any (of_formats));
  perform from public.calendar_events e where e.id = any (of_events) or e.format_id = any (of_formats) or e.season_id = any (of_seasons)
    order by e.id for update;
  perform from public.season_participants p where p.season_id = any (of_seasons) or p.star_id = any (of_stars)
    order by p.season_id, p.star_id for update;
  perform from private.follows f where f.target_id = any (of_formats || of_stars) order by f.member_id, f.target_id for update;
  perform from private.watch_progress w where w.season_id = any (of_seasons) order by w.member_id, w.season_id for update;
  if of_stars = '{}' then return; end if;
  perform from private.star_requests r where r.star_id = any (of_stars) order by r.id for update;
  perform from public.star_social_accounts a where a.star_id = any (of_stars) order by a.id for update;
  perform from public.demand_votes v where v.star_id = any (of_stars) order by v.star_id, v.user_id for update;
  perform from public.realness_votes v where v.star_id = any (of_stars) order by v.star_id, v.user_id for update;
  perform from public.drama_votes v where v.star_id = any (of_stars) order by v.star_id, v.user_id for update;
  perform from public.star_fans f where f.star_id = any (of_stars) order by f.star_id, f.user_id for update;
end $$;

create or replace function private.decide_star_request(request uuid, granted boolean, reason text, seen timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  was private.star_requests;
  address text;
  about public.community_posts;
begin
  perform private.require_moderator();
  if not granted then why := private.given_reason(reason); end if;
  select * into was from private.star_requests r where r.id = request for update;
  if was.id is null then return jsonb_build_object('outcome', 'gone'); end if;
  if was.member_id = auth.uid() then
    perform private.refuse('star.own_case', '42501');
  end if;
  if exists (select from private.pending_targets t join private.pending_decisions d on d.id = t.decision_id
      where t.target = 'star_request:' || request and d.decider <> auth.uid()) then
    perform private.refuse_pending(private.pending_by('star_request:' || request));
  end if;
  -- What was granted can be taken away, when it turns out to be somebody else.
  if was.content is null or (was.state <> 'asked' and not (was.kind = 'claim' and was.state = 'granted' and not granted)) then
    return jsonb_build_object('outcome', 'decided');
  end if;
  -- The proof that was looked at is the proof that counts.
  if was.asked_at is distinct from seen then return jsonb_build_object('outcome', 'changed'); end if;
  if was.kind = 'statement' then
    select * into about from public.community_posts p where p.id = was.post_id for update;
    if granted and (about.status <> 'approved' or not exists (select from private.star_requests c where c.member_id = was.member_id
        and c.kind = 'claim' and c.state = 'granted' and c.star_id = was.star_id and c.star_id = any (about.tags))) then
      perform private.refuse('star.not_this_star.post', '42501');
    end if;
    if granted and about.statement is not null and not exists (select from private.star_statements s
        where s.post_id = was.post_id and s.member_id = was.member_id and s.since = about.statement_at) then
      perform private.refuse('star.statement_taken.team', '42501');
    end if;
  end if;
  perform private.log_staff_action(case when granted then 'grant_star_request' else 'refuse_star_request' end, 'star', was.star_id::text,
    jsonb_strip_nulls(jsonb_build_object('name', was.speaker, 'title', about.title, 'reason', why)));
  update private.star_requests r set state = case when granted then 'granted' else 'refused' end, reason = why, decided_at = now(),
    decided_by = auth.uid() where r.id = request;
  if was.kind = 'statement' and granted then
    perform private.publish_statement(was.post_id, was.member_id,
      (select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s where s.id = was.star_id), was.content);
  end if;
  address := private.mail_address(was.member_id);
  if address is not null then
    perform private.send_mail(address, 'star_request', jsonb_build_object(
      'star', (select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s where s.id = was.star_id),
      'path', '/stars/' || (select s.slug from public.stars s where s.id = was.star_id),
      'outcome', case
        when was.kind = 'statement' and granted then private.stored_text('star.statement_published', private.marked_title(about.id))
        when was.kind = 'statement' then private.stored_text('star.statement_refused', private.marked_title(about.id), why)
        when was.kind = 'facts' and granted then private.stored_text('star.facts_granted')
        when was.kind = 'facts' then private.stored_text('star.facts_refused', why)
        when granted then private.stored_text('star.claim_granted')
        else private.stored_text('star.claim_refused', why) end));
  end if;
  return jsonb_build_object('outcome', 'done');
end $$;

create or replace function private.ask_star_door(star uuid, given_speaker text, given_proof text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  proof constant text := nullif(private.trim_text(private.clean_text(coalesce(given_proof, ''))), '');
  was private.star_requests;
begin
  perform private.require_writer();
  perform private.require_short(given_speaker, 100, 'post.speaker_length');
  perform private.require_short(given_proof, 1000, 'star.proof_length');
  if coalesce(char_length(who), 0) not between 2 and 100 then perform private.refuse('post.speaker_length'); end if;
  if char_length(proof) > 1000 then perform private.refuse('star.proof_length'); end if;
  -- Held, so that it is not merged into another one or put into the bin meanwhile.
  perform from public.stars s where s.id = star and s.is_active for key share;
  if not found then perform private.refuse('star.unknown_star.door', '23503'); end if;
  if (select count(*) from private.star_requests r where r.member_id = auth.uid() and r.kind = 'claim' and r.star_id <> star) >= 10 then
    perform private.refuse('star.too_many_claims');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  select * into was from private.star_requests r where r.member_id = auth.uid() and r.star_id = star and r.kind = 'claim' for update;
  if was.state = 'granted' then return private.star_door(star); end if;
  if was.id is null then
    insert into private.star_requests (star_id, member_id, kind, speaker, code, content)
      values (star, auth.uid(), 'claim', who, 'HOT-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)), proof);
  else
    update private.star_requests r set speaker = who, content = proof, state = 'asked', decided_at = null, decided_by = null, reason = null,
        asked_at = clock_timestamp() where r.id = was.id;
  end if;
  if proof is not null then
    perform private.alert_team('star_door', '{}', star, auth.uid());
  end if;
  return private.star_door(star);
end $$;

create or replace function private.tell_star_facts(star uuid, given text) returns void
language plpgsql security definer set search_path = '' as $$
declare said constant text := private.note_text(given, 1000);
begin
  perform private.require_writer();
  perform from public.stars s where s.id = star for key share;
  if star not in (select private.stars_of(auth.uid())) then
    perform private.refuse('star.not_this_star', '42501');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  insert into private.star_requests (star_id, member_id, kind, content) values (star, auth.uid(), 'facts', said);
  perform private.alert_team('star_door', '{}', star, auth.uid());
end $$;

create or replace function private.publish_statement(post uuid, member uuid, speaker text, said text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was text;
  at constant timestamptz := clock_timestamp();
begin
  select p.statement into was from public.community_posts p where p.id = post for update;
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then at end where p.id = post;
  if said is null then
    delete from private.star_statements s where s.post_id = post;
    return;
  end if;
  insert into private.star_statements (post_id, member_id, since) values (post, member, at)
    on conflict (post_id) do update set member_id = excluded.member_id, since = excluded.since,
      taken = null, taken_at = null, left_at = null, decision_id = null;
  if was is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
end $$;

create or replace function private.export_star_door(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.star_requests', (select jsonb_agg(to_jsonb(r) - '{id,member_id,decided_by}'::text[] order by r.asked_at) from private.star_requests r where r.member_id = me),
    'private.star_statements', (select jsonb_agg(to_jsonb(s) - '{member_id,left_at}'::text[] order by s.since) from private.star_statements s where s.member_id = me))
$$;

create function private.retain_star_statements() returns void
language sql set search_path = '' as $$
  update private.star_statements set taken = null where taken_at < now() - interval '180 days' and taken is not null;
$$;

create or replace function private.settle_classification(post uuid, version timestamptz, seen text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  read record;
begin
  select * into was from public.community_posts p where p.id = post for update;
  select * into read from private.to_classify(post);
  -- Changed while it was read: it is read again.
  if was.id is null or read.version is distinct from version then
    update private.classifications c set due_at = now() where c.post_id = post and c.tries < 3;
    return;
  end if;
  update private.classifications c set subjects = private.joined_subjects(seen, '{}'), due_at = null where c.post_id = post;
  if not found or cardinality(private.joined_subjects(seen, '{}')) > 0 then return; end if;
  if read.is_change then
    -- Somebody voted while it was read: now it is for the team.
    if (select private.question_is_fixed(post, private.text_of_revision(v)) from private.post_revisions v where v.post_id = post) then return; end if;
    perform private.publish_revision(post, private.stored_text('post.change_approved'));
    return;
  end if;
  if was.status <> 'pending' or was.moderated_at is not null then return; end if;
  -- The answers of a poll came after its text.
  if private.sensitive_subjects(private.said_in(post)) <> '{}' then return; end if;
  update public.community_posts p set status = 'approved' where p.id = post;
end $$;

-- By mail the first alert leaves at once; what follows within the hour gathers in one mail, which leaves when the hour is over.

create function private.mail_alert(address text, told jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Room for one more: values of a mail have 8,000 bytes.
  update private.mail_outbox o set data = jsonb_build_object('alerts', ((o.data ->> 'alerts')::jsonb || told)::text)
    where o.template = 'team_alert' and o.recipient = lower(btrim(address)) and o.sent_at is null and o.tries = 0
      and o.data ? 'alerts' and octet_length(o.data::text) < 6500;
  if found then return; end if;
  perform private.send_mail(address, 'team_alert', jsonb_build_object('alerts', jsonb_build_array(told)::text));
end $$;

create or replace function private.alert_team(alert text, facts jsonb, about uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  wishes private.team_mails;
  address text;
  told constant jsonb := facts || jsonb_build_object('alert', alert);
begin
  -- A crowd that reports the same thing, or one member who appeals twice, rings once a day.
  insert into private.team_alerts as t (alert, about) values (alert_team.alert, alert_team.about)
    on conflict on constraint team_alerts_alert_about_key do update set rung_at = now() where t.rung_at < now() - interval '24 hours';
  if not found then return; end if;
  for member in select t.id from private.team_members() as t (id) where t.id is distinct from actor loop
    wishes := private.team_mails_of(member);
    if not alert = any (wishes.silent) then
      perform private.tell(member, 'team_alert', told, target => about);
    end if;
    address := case when alert = any (wishes.mailed) then private.mail_address(member) end;
    if address is not null then
      perform private.mail_alert(address, jsonb_build_object('alert', alert, 'title', (private.wording('team_alert', told, null, 1)).title));
    end if;
  end loop;
end $$;

create or replace function private.alert_of_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.counts or new.status <> 'pending' or new.reason not in ('illegal_content', 'false_claim', 'privacy') then
    return null;
  end if;
  perform private.alert_team(new.reason, '{}', coalesce(new.target_post_id, new.target_comment_id, new.target_profile_id), new.reporter_id);
  return null;
end $$;

create or replace function private.team_alert_kinds() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{illegal_content,false_claim,privacy,appeal,answer,star_door,concern,queue,away,job,mail}'::text[]
$$;

create or replace function private.watch_team() returns void
language plpgsql security definer set search_path = '' as $$
declare
  oldest constant timestamptz := least((select min(w.since) from private.waiting_posts w),
    (select min(coalesce(r.confirmed_at, r.created_at)) from public.reports r where r.status = 'pending' and r.counts),
    (select min(a.created_at) from public.appeals a where a.status = 'pending'),
    (select min(c.held_at) from private.held_comments c where c.rejected_at is null));
  patience constant integer := (select s.alert_after_hours from public.app_settings s);
  broken constant text := (select string_agg(j.name, ', ' order by j.name) from private.jobs j
    where j.last_failed_at > now() - interval '1 day' and j.last_failed_at > coalesce(j.last_succeeded_at, '-infinity'));
  stuck constant integer := private.stuck_mails();
begin
  if oldest < now() - make_interval(hours => patience) then
    perform private.alert_team('queue', private.age_of(oldest), null, null);
  end if;
  if exists (select from private.concerns c where c.outcome is null and c.confirmed_at is not null and c.due_on <= private.berlin_day(now()) + 7) then
    perform private.alert_team('concern', '{"due": "soon"}', null, null);
  end if;
  if private.team_away_since() is not null then
    perform private.alert_team('away', private.age_of(private.last_staff_action()), null, null);
  end if;
  if broken is not null then perform private.alert_team('job', jsonb_build_object('job', left(broken, 200)), null, null); end if;
  if stuck > 0 then
    perform private.alert_team('mail', jsonb_build_object('count', stuck), null, null);
  end if;
  perform private.queue_briefings();
  delete from private.team_alerts t where t.rung_at < now() - interval '30 days';
end $$;

create or replace function private.briefing_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'posts', (select jsonb_build_object('count', count(*), 'oldest', min(w.since)) from private.waiting_posts w),
    'reports', (select jsonb_build_object('count', count(distinct coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id)),
      'oldest', min(coalesce(r.confirmed_at, r.created_at))) from public.reports r where r.status = 'pending' and r.counts),
    'appeals', (select jsonb_build_object('count', count(*), 'oldest', min(a.created_at)) from public.appeals a where a.status = 'pending'),
    'today', coalesce((
      select jsonb_agg(jsonb_build_object('time', to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI'),
        'title', left(coalesce(e.format_name, e.title), 80), 'channel', left(coalesce(e.channel, e.streaming_platform), 40),
        'event_type', e.event_type, 'is_cancelled', e.is_cancelled) order by e.event_date, e.event_time, e.episode_number, e.id)
      from (select * from public.calendar_events x
        where x.is_occurrence and x.event_date between private.television_day() and private.television_day() + 1
          and private.television_day_of(x.event_date, x.event_time) = private.television_day()
          and not private.is_over(x.event_date, x.event_time, x.duration_minutes)
        order by x.event_date, x.event_time, x.episode_number, x.id limit 12) e), '[]'),
    'unusual', private.unusual_yesterday(),
    'broken', coalesce((select jsonb_agg(j.name order by j.name) from (select * from private.jobs x
      where x.last_failed_at > now() - interval '1 day' and x.last_failed_at > coalesce(x.last_succeeded_at, '-infinity') limit 10) j), '[]'))
$$;

create function private.gathered_alerts(address text) returns jsonb
language sql security definer set search_path = '' as $$
  with gathered as (
    -- Both have to fit into the 8,000 bytes of a mail.
    delete from private.mail_outbox o
    where o.template = 'team_alert' and o.recipient = lower(btrim(address)) and o.sent_at is null and o.tries = 0
      and o.data ? 'alerts' and octet_length(o.data::text) < 2000
    returning o.id, (o.data ->> 'alerts')::jsonb as alerts
  )
  select jsonb_build_object('alerts', coalesce(jsonb_agg(a.alert order by g.id, a.place), '[]'))
  from gathered g cross join lateral jsonb_array_elements(g.alerts) with ordinality as a (alert, place)
$$;

create or replace function private.queue_briefings() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.berlin_now()::date;
  facts jsonb;
  member uuid;
  address text;
  queued integer := 0;
begin
  -- A server that was down at seven makes up for it until noon.
  if extract(hour from private.berlin_now()) not between 7 and 11 then return 0; end if;
  insert into private.briefings (day) values (today) on conflict do nothing;
  if not found then return 0; end if;
  delete from private.briefings b where b.day < today - 30;
  if extract(isodow from today) = 1 then queued := private.queue_weekly(today - 7); end if;
  facts := private.briefing_facts();
  if facts -> 'today' = '[]' and facts -> 'unusual' = '[]' and facts -> 'broken' = '[]'
    and '0' = all (array[facts #>> '{posts,count}', facts #>> '{reports,count}', facts #>> '{appeals,count}']) then return queued; end if;
  for member in select t.id from private.team_members() as t (id) loop
    address := case when (private.team_mails_of(member)).briefing then private.mail_address(member) end;
    continue when address is null;
    perform private.send_mail(address, 'briefing', jsonb_build_object('facts', (facts || private.gathered_alerts(address))::text));
    queued := queued + 1;
  end loop;
  return queued;
end $$;

create or replace function private.export_team_mails(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.team_alerts', (select jsonb_agg(jsonb_build_object('alert', t.alert, 'day', private.berlin_day(t.rung_at)) order by t.rung_at)
      from private.team_alerts t where t.about = any (private.things_of(me))))
$$;

create function private.concerns_page(wanted_state text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
  is_open constant boolean := wanted_state is distinct from 'decided';
  today constant date := private.berlin_day(now());
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select x.*, row_number() over () as place from (
        -- The oldest is due first.
        (select c.*, c.asked_at as sort_at from private.concerns c
          where is_open and c.outcome is null and c.confirmed_at is not null
            and (last[1] is null or (c.asked_at, c.id) > (last[1]::timestamptz, last[2]::uuid))
          order by c.asked_at, c.id limit wanted + 1)
        union all
        (select c.*, c.decided_at from private.concerns c
          where not is_open and c.outcome is not null and (last[1] is null or (c.decided_at, c.id) < (last[1]::timestamptz, last[2]::uuid))
          order by c.decided_at desc, c.id desc limit wanted + 1)) x
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'reference', l.reference, 'page', l.page, 'wish', l.wish, 'person', l.speaks_for, 'name', l.name,
            -- As of guests who report: moderators answer without.
            'email', case when private.is_admin() then l.email end,
            'text', l.content, 'asked_at', l.asked_at, 'due', l.due_on, 'days_left', l.due_on - today, 'outcome', l.outcome, 'answer', l.answer,
            'decided_at', l.decided_at, 'decided_by', (select m.nickname from public.profiles m where m.id = l.decided_by)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.sort_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create function public.admin_concerns(p_status text default null, p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.concerns_page(p_status, p_after, p_limit) $$;

create function private.answer_concern(concern uuid, result text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.staff_reason(reason);
  was private.concerns;
begin
  perform private.require_moderator();
  if result is null or result not in ('granted', 'partly', 'refused') then perform private.refuse('moderation.unknown_action'); end if;
  if why is null and result <> 'granted' then perform private.refuse('moderation.reason_required'); end if;
  select * into was from private.concerns c where c.id = concern and c.confirmed_at is not null for update;
  if was.id is null then return jsonb_build_object('outcome', 'gone'); end if;
  -- An answer to a message is what it says.
  if was.wish = 'contact' and why is null then perform private.refuse('moderation.reason_required'); end if;
  if was.outcome is not null then return jsonb_build_object('outcome', 'decided'); end if;
  if exists (select from private.pending_targets t join private.pending_decisions d on d.id = t.decision_id
      where t.target = 'concern:' || concern and d.decider <> auth.uid()) then
    perform private.refuse_pending(private.pending_by('concern:' || concern));
  end if;
  perform private.log_staff_action('answer_concern', 'concern', concern::text,
    jsonb_build_object('title', was.reference, 'status', result, 'reason', why));
  update private.concerns c set outcome = result, answer = why, decided_at = now(), decided_by = auth.uid() where c.id = concern;
  perform private.send_mail(was.email, 'concern_outcome', jsonb_build_object('reference', was.reference,
    'about', case when was.wish = 'contact' then private.stored_text('concern.message') else coalesce(was.page, private.stored_text('concern.everything')) end, 'outcome', concat_ws(' ', case when was.wish = 'contact' then null else case result
    when 'granted' then private.stored_text('concern.granted')
    when 'partly' then private.stored_text('concern.partly')
    else private.stored_text('concern.refused') end end, why)));
  return jsonb_build_object('outcome', 'done');
end $$;

create function public.admin_answer_concern(p_id uuid, p_outcome text, p_reason text default null) returns jsonb
language sql set search_path = '' as $$ select private.answer_concern(p_id, p_outcome, p_reason) $$;

create function private.german_day(given date) returns text
language sql stable strict parallel safe set search_path = '' as $$ select to_char(given, 'FMDD.FMMM.YYYY') $$;

create function private.tell_concern(
  given_id uuid, given_page text, given_wish text, given_person text, given_name text, given_email text, given_text text, good_faith boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  told private.concerns;
begin
  perform private.require_short(given_person, 100, 'moderation.person_length');
  perform private.require_short(given_page, 500, 'moderation.page_invalid');
  if given_wish is null or given_wish not in ('correct', 'remove', 'object', 'access') then perform private.refuse('moderation.unknown_wish'); end if;
  told := private.given_concern(given_id, given_wish, given_name, given_email, given_text);
  told.page := nullif(private.clean_line(coalesce(given_page, '')), '');
  told.speaks_for := nullif(private.clean_line(coalesce(given_person, '')), '');
  if (told.page is null and told.wish <> 'access') or told.page !~ '^/([^/\\].*)?$' or char_length(told.page) > 500 then perform private.refuse('moderation.page_invalid'); end if;
  if char_length(told.speaks_for) > 100 then perform private.refuse('moderation.person_length'); end if;
  if good_faith is not true then perform private.refuse('moderation.good_faith_missing'); end if;
  -- Sent again, because the answer was lost: it is still one, and one mail.
  if exists (select from private.concerns c where c.id = told.id) then return jsonb_build_object('state', 'confirm'); end if;
  perform private.use_guest_mail(told.email);
  insert into private.concerns (id, page, wish, speaks_for, name, email, content, token_hash, due_on)
    values (told.id, told.page, told.wish, told.speaks_for, told.name, told.email, told.content, encode(sha256(convert_to(token, 'utf8')), 'hex'), told.due_on)
    on conflict do nothing returning * into told;
  if found then
    -- Without a word of the sender: the address may be somebody else's.
    perform private.send_mail(told.email, 'concern_confirmation', jsonb_build_object('reference', told.reference,
      'due', private.german_day(told.due_on), 'path', '/es-geht-um-mich/bestaetigen#' || token));
  end if;
  return jsonb_build_object('state', 'confirm');
end $$;

create function public.tell_concern(
  p_id uuid, p_page text, p_wish text, p_person text, p_name text, p_email text, p_text text, p_good_faith boolean default false
) returns jsonb
language sql set search_path = '' as $$
  select private.tell_concern(p_id, p_page, p_wish, p_person, p_name, p_email, p_text, p_good_faith)
$$;

-- The contact form: anybody about anything. What is written is kept here, so that no mail that is lost loses it; the address is not
-- proven first, because the way has to be quick (section 5 (1) no. 2 DDG).
create function private.contact_operator(given_id uuid, given_name text, given_email text, given_text text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  operator constant text := private.contact_address();
  told private.concerns;
  known private.concerns;
begin
  if operator is null then perform private.refuse('moderation.contact_closed'); end if;
  told := private.given_concern(given_id, 'contact', given_name, given_email, given_text);
  -- Sent again, because the answer was lost: it is still one.
  select * into known from private.concerns c where c.id = told.id;
  if known.wish = 'contact' and known.email = told.email then return private.concern_answer(known, 'sent'); end if;
  if known.id is not null then told.id := gen_random_uuid(); end if;
  perform private.use_guest_mail(told.email);
  insert into private.concerns (id, wish, name, email, content, token_hash, due_on, confirmed_at)
    values (told.id, 'contact', told.name, told.email, told.content, encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid(), 'utf8')), 'hex'),
      told.due_on, clock_timestamp())
    returning * into told;
  perform private.send_mail(operator, 'contact_message', jsonb_build_object('reference', told.reference, 'name', told.name, 'sender', told.email, 'message', told.content));
  -- Without a word of the sender: the address may be somebody else's.
  perform private.send_mail(told.email, 'contact_receipt', jsonb_build_object('reference', told.reference, 'due', private.german_day(told.due_on)));
  return private.concern_answer(told, 'sent');
end $$;

create function public.contact_operator(p_id uuid, p_name text, p_email text, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.contact_operator(p_id, p_name, p_email, p_text) $$;

create function private.confirm_concern(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare known private.concerns;
begin
  select * into known from private.concerns c where c.token_hash = encode(sha256(convert_to(token, 'utf8')), 'hex') for update;
  if known.id is null then return jsonb_build_object('state', 'unknown', 'reference', null, 'due', null); end if;
  if known.confirmed_at is not null then return private.concern_answer(known, 'already'); end if;
  update private.concerns c set confirmed_at = now() where c.id = known.id;
  perform private.send_mail(known.email, 'concern_receipt', jsonb_build_object('reference', known.reference, 'due', private.german_day(known.due_on),
    'about', coalesce(known.page, private.stored_text('concern.everything'))));
  perform private.alert_team('concern', '{}', known.id, auth.uid());
  return private.concern_answer(known, 'confirmed');
end $$;

create function public.confirm_concern(p_code text) returns jsonb
language sql set search_path = '' as $$ select private.confirm_concern(coalesce(p_code, '')) $$;

create function private.retain_concerns() returns void
language sql set search_path = '' as $$
  delete from private.concerns where confirmed_at is null and asked_at < now() - interval '7 days';
  -- As long as claims arising from the answer, or from there being none, can be brought.
  delete from private.concerns where wish <> 'contact' and coalesce(decided_at, confirmed_at) < now() - interval '3 years';
  delete from private.concerns where wish = 'contact'
    and (decided_at < now() - interval '12 months' or confirmed_at < now() - interval '24 months');
$$;

create or replace function private.post_facts(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('post_title', p.title, 'post_created_at', p.created_at, 'post_type', p.type, 'post_slug', p.slug,
    'post_mark', r.rumor_status))
  from public.community_posts p left join public.post_rumors r on r.post_id = p.id where p.id = post
$$;

create function private.marked_title(post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select concat(private.title_mark(r.rumor_status), p.title)
  from public.community_posts p left join public.post_rumors r on r.post_id = p.id where p.id = post);
end $$;

create or replace function private.notify_post_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.moderated_at is null or new.moderated_at is not distinct from old.moderated_at then return null; end if;
  if new.status = 'approved' then
    perform private.tell(new.author_id, 'post_approved', private.post_facts(new.id), new.id);
  elsif new.status = 'rejected' then
    perform private.tell(new.author_id, 'post_rejected',
      private.post_facts(new.id) || jsonb_build_object('reason', new.rejection_reason, 'decided_by', 'human')
        || coalesce(private.how_decided((
          select a.id from public.moderation_actions a
          where a.target_post_id = new.id and a.created_at = now() and a.action = 'warned' and not a.counts_as_warning
          limit 1)), '{}'), new.id);
  end if;
  return null;
end $$;

-- Warnings, removals, edits and bans: a statement of reasons, which nobody can switch off.
create or replace function private.notify_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell(new.target_user_id, 'warning', jsonb_strip_nulls(jsonb_build_object('action', new.action, 'reason', new.reason,
    'severity', new.severity, 'rule', new.rule, 'target_type', new.target_type,
    'content_excerpt', new.content_excerpt, 'ban_duration_days', new.ban_duration_days,
    'statement', case when 'statement_gone' = any (new.changed) then 'gone' when 'statement' = any (new.changed) then 'changed' end,
    'changed', (select jsonb_agg(jsonb_build_object('part', x.part, 'join', case when x.place > 1 then
        case when x.place = cardinality(new.changed) then 'last' else 'next' end end) order by x.place)
      from unnest(new.changed) with ordinality as x (part, place)))) || private.how_decided(new.id));
  return null;
end $$;

create or replace function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object('type', 'all', 'changeable', true, 'channel', 'push', 'enabled', not exists (
      select from public.notification_preferences a where a.user_id = auth.uid() and a.type = 'all' and not a.enabled)))
    || jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, t.usual <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(t.usual, 'off'), 'push') else 'push' end)
    order by t.place)
  from private.notification_types() t
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
  where not t.of_team or auth.uid() in (select private.team_members())
$$;

create function private.is_paused(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.notification_preferences p where p.user_id = member and p.type = 'all' and not p.enabled)
$$;

create or replace function private.retain_notifications() returns void
language sql set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  -- Unread ones of who never came back go with the decision.
  delete from public.notifications where created_at < now() - interval '3 years';
$$;

create function private.retell_title(post uuid) returns void
language sql security definer set search_path = '' as $$
  update public.notifications n set data = said.data, title = coalesce(said.title, n.title), message = coalesce(said.message, n.message)
  from (
    select x.id, x.data || f.facts as data, nullif(w.title, '') as title, nullif(w.message, '') as message
    from public.notifications x cross join (select private.post_facts(post) as facts) f
    cross join lateral private.wording(x.type, x.data || f.facts, x.actor_id, x.actors_count) w
    where x.post_id = post and x.actors_count > 0 and x.data ? 'post_title'
  ) said
  where n.id = said.id
$$;

create or replace function private.notification_types() returns table (place integer, type text, changeable boolean, usual text, of_post boolean, of_team boolean)
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
    (23, 'report_receipt', true, 'app', false, false),
    (24, 'report_outcome', true, 'push', false, false),
    (25, 'warning', false, 'push', false, false),
    (26, 'team_role', false, 'push', false, false),
    (27, 'team_alert', true, 'push', false, true);
end $$;

create or replace function private.notification_words(kind text, f jsonb, out title text, out message text)
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
    when 'report_receipt' then
      title := 'Deine Meldung ist da';
      message := regexp_replace(concat(case coalesce(f ->> 'count', '') when '' then concat('Deine Meldung eines illegalen Inhalts', case when f ->> 'post_title' <> '' then concat(' zu „', case coalesce(f ->> 'post_mark', '') when 'unverified' then 'Gerücht: ' when 'verified' then 'Bestätigt: ' when 'debunked' then 'Widerlegt: ' end, f ->> 'post_title', '“') end, ' ist da') else concat(f ->> 'count', ' Meldungen illegaler Inhalte von dir sind da') end, '. Das Team prüft sie und sagt dir, was daraus wird'), '([^.!?…])$', '\1.');
    when 'report_outcome' then
      title := 'Deine Meldung ist geprüft';
      message := regexp_replace(case coalesce(f ->> 'outcome', '') when 'ignored' then concat('Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. ', case coalesce(f ->> 'target_type', '') when 'profile' then 'Das' else 'Der' end, ' ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' bleibt online. Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') when 'deleted' then concat('Wir haben geprüft und ', case coalesce(f ->> 'target_type', '') when 'profile' then 'das Profil zurückgesetzt' else concat('den ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' entfernt') end, '.', case coalesce(f ->> 'rule', '') when '' then '' else concat(' ', case coalesce(f ->> 'rule', '') when 'tone' then 'Regel: 1. Der Ton' when 'rumors' then 'Regel: 2. Gerüchte' when 'privacy' then 'Regel: 3. Privates bleibt privat' when 'content' then 'Regel: 4. Was sonst nicht geht' when 'law_insult' then 'Gesetz: Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)' when 'law_hate' then 'Gesetz: Volksverhetzung (§ 130 StGB)' when 'law_threat' then 'Gesetz: Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)' when 'law_personality' then 'Gesetz: Persönlichkeitsrecht (§§ 823, 1004 BGB)' when 'law_picture' then 'Gesetz: Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)' when 'law_data' then 'Gesetz: Datenschutz (Art. 6, 8 und 9 DSGVO)' when 'law_copyright' then 'Gesetz: Urheberrecht (§ 97 UrhG)' when 'law_children' then 'Gesetz: Darstellungen von Kindesmissbrauch (§ 184b StGB)' when 'law_symbols' then 'Gesetz: Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)' when 'law_other' then 'Gesetz: ein anderes, das im Grund steht' end, '.') end, ' Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') when 'gone' then concat(case coalesce(f ->> 'target_type', '') when 'profile' then 'Das' else 'Der' end, ' ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' ist inzwischen nicht mehr online.') else concat('Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen.', case coalesce(f ->> 'rule', '') when '' then '' else concat(' ', case coalesce(f ->> 'rule', '') when 'tone' then 'Regel: 1. Der Ton' when 'rumors' then 'Regel: 2. Gerüchte' when 'privacy' then 'Regel: 3. Privates bleibt privat' when 'content' then 'Regel: 4. Was sonst nicht geht' when 'law_insult' then 'Gesetz: Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)' when 'law_hate' then 'Gesetz: Volksverhetzung (§ 130 StGB)' when 'law_threat' then 'Gesetz: Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)' when 'law_personality' then 'Gesetz: Persönlichkeitsrecht (§§ 823, 1004 BGB)' when 'law_picture' then 'Gesetz: Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)' when 'law_data' then 'Gesetz: Datenschutz (Art. 6, 8 und 9 DSGVO)' when 'law_copyright' then 'Gesetz: Urheberrecht (§ 97 UrhG)' when 'law_children' then 'Gesetz: Darstellungen von Kindesmissbrauch (§ 184b StGB)' when 'law_symbols' then 'Gesetz: Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)' when 'law_other' then 'Gesetz: ein anderes, das im Grund steht' end, '.') end, ' Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') end, '([^.!?…])$', '\1.');
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

create function private.outcome_of_report(f jsonb) returns text
language sql stable strict parallel safe set search_path = '' as $$
  select case coalesce(f ->> 'outcome', '') when 'ignored' then concat('Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. ', case coalesce(f ->> 'target_type', '') when 'profile' then 'Das' else 'Der' end, ' ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' bleibt online. Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') when 'deleted' then concat('Wir haben geprüft und ', case coalesce(f ->> 'target_type', '') when 'profile' then 'das Profil zurückgesetzt' else concat('den ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' entfernt') end, '.', case coalesce(f ->> 'rule', '') when '' then '' else concat(' ', case coalesce(f ->> 'rule', '') when 'tone' then 'Regel: 1. Der Ton' when 'rumors' then 'Regel: 2. Gerüchte' when 'privacy' then 'Regel: 3. Privates bleibt privat' when 'content' then 'Regel: 4. Was sonst nicht geht' when 'law_insult' then 'Gesetz: Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)' when 'law_hate' then 'Gesetz: Volksverhetzung (§ 130 StGB)' when 'law_threat' then 'Gesetz: Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)' when 'law_personality' then 'Gesetz: Persönlichkeitsrecht (§§ 823, 1004 BGB)' when 'law_picture' then 'Gesetz: Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)' when 'law_data' then 'Gesetz: Datenschutz (Art. 6, 8 und 9 DSGVO)' when 'law_copyright' then 'Gesetz: Urheberrecht (§ 97 UrhG)' when 'law_children' then 'Gesetz: Darstellungen von Kindesmissbrauch (§ 184b StGB)' when 'law_symbols' then 'Gesetz: Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)' when 'law_other' then 'Gesetz: ein anderes, das im Grund steht' end, '.') end, ' Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') when 'gone' then concat(case coalesce(f ->> 'target_type', '') when 'profile' then 'Das' else 'Der' end, ' ', case coalesce(f ->> 'target_type', '') when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end, ' ist inzwischen nicht mehr online.') else concat('Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen.', case coalesce(f ->> 'rule', '') when '' then '' else concat(' ', case coalesce(f ->> 'rule', '') when 'tone' then 'Regel: 1. Der Ton' when 'rumors' then 'Regel: 2. Gerüchte' when 'privacy' then 'Regel: 3. Privates bleibt privat' when 'content' then 'Regel: 4. Was sonst nicht geht' when 'law_insult' then 'Gesetz: Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)' when 'law_hate' then 'Gesetz: Volksverhetzung (§ 130 StGB)' when 'law_threat' then 'Gesetz: Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)' when 'law_personality' then 'Gesetz: Persönlichkeitsrecht (§§ 823, 1004 BGB)' when 'law_picture' then 'Gesetz: Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)' when 'law_data' then 'Gesetz: Datenschutz (Art. 6, 8 und 9 DSGVO)' when 'law_copyright' then 'Gesetz: Urheberrecht (§ 97 UrhG)' when 'law_children' then 'Gesetz: Darstellungen von Kindesmissbrauch (§ 184b StGB)' when 'law_symbols' then 'Gesetz: Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)' when 'law_other' then 'Gesetz: ein anderes, das im Grund steht' end, '.') end, ' Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.') end
$$;

create function private.account_deletion_text(f jsonb) returns text
language sql stable strict parallel safe set search_path = '' as $$
  select concat(case when f ->> 'nickname' <> '' then concat('Es geht um das Konto „', f ->> 'nickname', '“. ') end, 'Grund: ', regexp_replace(f ->> 'reason', '([^.!?…])$', '\1.'), ' ', case coalesce(f ->> 'wished', '') when 'true' then 'Du hast darum gebeten.' else concat(case coalesce(f ->> 'rule', '') when '' then '' else concat(case coalesce(f ->> 'rule', '') when 'tone' then 'Regel: 1. Der Ton' when 'rumors' then 'Regel: 2. Gerüchte' when 'privacy' then 'Regel: 3. Privates bleibt privat' when 'content' then 'Regel: 4. Was sonst nicht geht' when 'law_insult' then 'Gesetz: Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)' when 'law_hate' then 'Gesetz: Volksverhetzung (§ 130 StGB)' when 'law_threat' then 'Gesetz: Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)' when 'law_personality' then 'Gesetz: Persönlichkeitsrecht (§§ 823, 1004 BGB)' when 'law_picture' then 'Gesetz: Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)' when 'law_data' then 'Gesetz: Datenschutz (Art. 6, 8 und 9 DSGVO)' when 'law_copyright' then 'Gesetz: Urheberrecht (§ 97 UrhG)' when 'law_children' then 'Gesetz: Darstellungen von Kindesmissbrauch (§ 184b StGB)' when 'law_symbols' then 'Gesetz: Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)' when 'law_other' then 'Gesetz: ein anderes, das im Grund steht' end, '. ') end, 'Entschieden hat ein Mensch aus dem Team', case coalesce(f ->> 'reported', '') when 'true' then ' nach einer Meldung' end, '.', case coalesce(f ->> 'origin', '') when '' then '' else concat(' ', case coalesce(f ->> 'origin', '') when 'rule' then 'Aufgefallen ist es einem Programm, nach einer Regel, die das Team aufgestellt hat.' when 'list' then 'Aufgefallen ist es einem Programm, das auf Wörter zu heiklen Themen achtet.' when 'classifier' then 'Aufgefallen ist es einem Programm, das Beiträge auf heikle Themen liest.' when 'address' then 'Wiedererkannt hat dich ein Programm, an deiner Mail-Adresse.' end) end) end, case when f ->> 'banned_until' <> '' then concat(' Deine Sperre bleibt: Registrierst du dich bis zum ', f ->> 'banned_until', ' wieder mit dieser Adresse, ', case coalesce(f ->> 'for_good', '') when 'true' then 'bist du von Neuem dauerhaft gesperrt' else 'gilt sie bis dahin weiter' end, '.') end)
$$;

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

create or replace function private.effect_text(effect text) returns text
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

create function private.title_mark(rumor_status text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case rumor_status
    when 'unverified' then 'Gerücht: '
    when 'verified' then 'Bestätigt: '
    when 'debunked' then 'Widerlegt: ' end
$$;

create or replace function private.announce_cancellations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One of each format: who cancels a whole series rings once.
  insert into private.announcements (kind, event_id)
    select distinct on (e.format_id) 'cancellation', e.id from after e join before b on b.id = e.id
    where e.is_cancelled and not b.is_cancelled and e.is_occurrence and not e.is_rerun and private.berlin_instant(e.event_date, e.event_time) > now()
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_date, e.event_time, e.episode_number, e.id
    on conflict do nothing;
  return null;
end $$;

create or replace function private.news_of_cancellation(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'broadcast_cancelled',
      'target', t.id, 'data', jsonb_strip_nulls(jsonb_build_object('topic', t.name, 'format_slug', t.slug,
        'day', to_char(e.event_date, 'FMDD.FMMM.'), 'event_time', shown.at, 'change_note', e.change_note)),
      'wish', private.date_wish(f.member_id, f.channel, 'broadcast_cancelled'))) order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (select to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI') as at) shown
  cross join lateral (
    select x.member_id, x.channel from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  -- Whoever cancelled by mistake has taken it back before anybody was told.
  where e.id = event and e.is_cancelled
$$;

create function private.date_wish(member uuid, chosen text, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select case when chosen = 'push' then 'push'
    when exists (select from public.notification_preferences p where p.user_id = member and p.type = date_wish.kind) then null
    when private.type_channel(member, 'format_today') = 'push' then 'push' end
$$;

create function private.announce_moves() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One of each format: who moves a whole series rings once. Moved twice, its row is told again, against what was known first.
  insert into private.announcements as a (kind, event_id, was)
    select distinct on (e.format_id) 'move', e.id, jsonb_build_object('day', b.event_date, 'time', b.event_time,
      'minutes', b.duration_minutes, 'others', count(*) over (partition by e.format_id) - 1)
    from after e join before b on b.id = e.id
    where e.is_occurrence and not e.is_rerun and not e.is_cancelled and not b.is_cancelled
      and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
      and not private.is_over(b.event_date, b.event_time, b.duration_minutes, now() - interval '3 hours')
      and ((e.event_date, e.event_time) is distinct from (b.event_date, b.event_time)
        -- Lengths are filled in long before; what people have planned tonight is another matter.
        or e.duration_minutes > b.duration_minutes and private.berlin_instant(e.event_date, e.event_time) < now() + interval '24 hours')
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_date, e.event_time, e.episode_number, e.id
    on conflict (event_id, kind) do update set told_up_to = '00000000-0000-0000-0000-000000000000', done_at = null, created_at = now(),
      was = case when a.created_at > now() - interval '24 hours' then a.was else excluded.was end;
  return null;
end $$;

create function private.news_of_move(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'broadcast_moved',
      'target', e.id, 'data', told.facts, 'wish', private.date_wish(f.member_id, f.channel, 'broadcast_moved'), 'joins', true)) order by f.member_id)
  from private.announcements a
  join public.calendar_events e on e.id = a.event_id and not e.is_cancelled and not e.is_rerun
    and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
  join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (
    select (a.was ->> 'day')::date as day, (a.was ->> 'time')::time as wall,
      (e.event_date, e.event_time) is distinct from ((a.was ->> 'day')::date, (a.was ->> 'time')::time) as moved,
      coalesce(e.duration_minutes > (a.was ->> 'minutes')::integer, false) as longer) was
  cross join lateral (
    select jsonb_strip_nulls(jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'day', to_char(e.event_date, 'FMDD.FMMM.'),
      'event_time', to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI'),
      'change', case when not was.moved and not was.longer then 'back' when not was.moved then 'longer' when was.day = e.event_date then 'time' else 'day' end,
      'was_day', case when was.moved then to_char(was.day, 'FMDD.FMMM.') end,
      'was_time', case when was.moved then to_char(private.shown_time(was.day, was.wall), 'HH24:MI') end,
      'until', case when e.duration_minutes is not null then
        to_char(private.broadcast_end(e.event_date, e.event_time, e.duration_minutes) at time zone 'Europe/Berlin', 'HH24:MI') end,
      'more', nullif((a.was ->> 'others')::integer, 0), 'change_note', e.change_note)) as facts) told
  cross join lateral (
    select x.member_id, x.channel from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
      -- Back where it was: only for those who have heard otherwise.
      and (was.moved or was.longer or exists (
        select from public.notifications n where n.user_id = x.member_id and n.type = 'broadcast_moved' and n.target_id = e.id))
    order by x.member_id limit most) f
  where a.event_id = event and a.kind = 'move'
$$;

create function private.retell_today(event uuid, members uuid[]) returns void
language sql security definer set search_path = '' as $$
  with told as (
    select n.id, n.actor_id, n.data, left_over.facts
    from public.calendar_events e
    join public.notifications n on n.user_id = any (members) and n.type = 'format_today' and n.target_id = e.format_id and not n.read
      and private.television_day(n.created_at) = private.television_day()
    left join lateral (
      select f.facts from public.calendar_events x cross join lateral private.times_told(x.id) f (facts)
      where x.format_id = e.format_id and x.is_occurrence and not x.is_cancelled and not x.is_rerun
        and x.event_date between private.television_day() and private.television_day() + 1
        and private.television_day_of(x.event_date, x.event_time) = private.television_day()
        and private.berlin_instant(x.event_date, x.event_time) > now()
      order by x.event_date, x.event_time, x.episode_number, x.id limit 1) left_over on true
    where e.id = event
  ), worded as (
    select t.id, t.facts is null as gone, case when t.facts is null then '{"unread": true}'::jsonb else
      jsonb_build_object('topic', t.data -> 'topic', 'format_slug', t.data -> 'format_slug') || t.facts end as facts, t.actor_id
    from told t
  )
  update public.notifications n set title = said.title, message = said.message, data = w.facts, read = n.read or w.gone,
    actors_count = case when w.gone then 0 else n.actors_count end
  from worded w cross join lateral private.wording(case when w.gone then 'withdrawn' else 'format_today' end, w.facts, w.actor_id, 1) said
  where n.id = w.id
$$;

create or replace function private.broadcasts_to_tell(at timestamptz default now()) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct on (e.format_id) e.id from public.calendar_events e
  where e.is_occurrence and not e.is_cancelled and not e.is_rerun and e.event_date between private.television_day(at) and private.television_day(at) + 1
    and private.television_day_of(e.event_date, e.event_time) = private.television_day(at)
    and private.berlin_instant(e.event_date, e.event_time) > at
    and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
  order by e.format_id, e.event_date, e.event_time, e.episode_number, e.id
$$;

-- All of one day for one sentence: "läuft heute um 12:00 (Wiederholung), um 20:15 und nachts um 00:05 bei RTL".
create or replace function private.times_told(event uuid, at timestamptz default now()) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  with shown as (
    -- Episodes that begin together are one time.
    select e.event_date, e.event_time, coalesce(e.channel, e.streaming_platform) as station, e.is_rerun as repeated,
      min(case when told.event_type not in ('episode', 'rerun') then told.event_type end) as occasion
    from public.calendar_events told
    join public.calendar_events e on e.format_id = told.format_id
      and e.event_date between told.event_date - 1 and told.event_date + 1
      and private.television_day_of(e.event_date, e.event_time) = private.television_day_of(told.event_date, told.event_time)
    where told.id = event and e.is_occurrence and not e.is_cancelled and private.berlin_instant(e.event_date, e.event_time) > times_told.at
    group by e.event_date, e.event_time, coalesce(e.channel, e.streaming_platform), e.is_rerun
  ), coming as (
    select to_char(private.shown_time(s.event_date, s.event_time), 'HH24:MI') as clock, s.station, s.repeated, s.event_time < '05:00' as night,
      s.occasion, row_number() over (order by s.event_date, s.event_time, s.repeated, s.station) as place, count(*) over () as times,
      min(coalesce(s.station, '')) over () = max(coalesce(s.station, '')) over () as same_station
    from shown s
  )
  select jsonb_strip_nulls(jsonb_build_object('event_time', min(c.clock) filter (where c.place = 1),
    'station', min(c.station) filter (where c.place = 1), 'only_station', min(c.station) filter (where c.same_station),
    'occasion', min(c.occasion), 'tonight', nullif(bool_or(c.night and c.place = 1), false), 'more', nullif(greatest(max(c.times) - 8, 0), 0),
    'times', jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', c.clock, 'station', case when not c.same_station then c.station end,
      'rerun', nullif(c.repeated, false), 'night', nullif(c.night and c.place > 1 and not c.after_night, false),
      'join', case when c.place = 1 then null when c.place = c.times then 'last' else 'next' end)) order by c.place)))
  from (select w.*, coalesce(lag(w.night) over (order by w.place), false) as after_night from coming w) c
  where c.place <= 8
  having count(*) > 0
$$;

create or replace function private.type_channel(member uuid, type text) returns text
language sql stable security definer set search_path = '' as $$
  select case when private.is_paused(member) and private.is_changeable_type(type) then 'off'
    else coalesce((select case when p.enabled then p.channel else 'off' end from public.notification_preferences p
      where p.user_id = member and p.type = type_channel.type), private.usual_channel(type)) end
$$;

create function private.is_told(kind text) returns boolean
language sql stable set search_path = '' as $$
  select to_regprocedure(format('private.%I(uuid,uuid,integer)', 'news_of_' || kind)) is not null
$$;

create or replace function private.deliver_announcements(most integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  given private.announcements;
  news private.news[];
  told integer := 0;
begin
  for given in select * from private.announcements a where a.done_at is null order by a.id limit 5 for update skip locked loop
    news := private.news_of(given, most);
    if coalesce(cardinality(news), 0) = 0 then
      -- Whoever was told last is of no use any more, and may have voted in what it is about.
      update private.announcements a set done_at = now(), told_up_to = default where a.id = given.id;
      continue;
    end if;
    perform private.tell_all(news);
    if given.kind in ('move', 'cancellation') then
      perform private.retell_today(given.event_id, array(select n.member from unnest(news) n));
    end if;
    told := told + cardinality(news);
    update private.announcements a set told_up_to = (news[cardinality(news)]).member where a.id = given.id;
  end loop;
  return told;
end $$;

create or replace function private.announce_broadcasts() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements as a (kind, event_id) select 'broadcast', told from private.broadcasts_to_tell() told
    -- Announced on another day, and moved to this one since.
    on conflict (event_id, kind) do update set told_up_to = '00000000-0000-0000-0000-000000000000', done_at = null, created_at = now()
      where private.television_day(a.created_at) < private.television_day()
$$;

create or replace function private.is_push_wanted(device uuid, notification uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.notifications n join public.push_devices d on d.id = device and d.user_id = n.user_id
    where n.id = notification and not n.read
      and not (private.is_paused(n.user_id) and private.is_changeable_type(private.setting_of(n.type, n.data)))
      and not exists (
        select from public.notification_preferences p where p.user_id = n.user_id and p.type = private.setting_of(n.type, n.data) and not p.enabled))
$$;

create or replace function private.export_digests(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    -- Without their texts, which are gone once sent and may hold links that only the mailbox should have.
    'private.mail_outbox', (select jsonb_agg(jsonb_build_object('template', o.template, 'created_at', o.created_at, 'sent_at', o.sent_at) order by o.created_at)
      from private.mail_outbox o where o.recipient = (select lower(u.email) from auth.users u where u.id = me)))
$$;

create or replace function private.mail_values(template text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select case template
    -- target: 'Beitrag' or 'Kommentar'; path: what the button opens, on this site
    when 'report_confirmation' then '{target,reason,path}'::text[]
    -- outcome: one or two German sentences on what the team decided
    -- and about, where it is known: the page on this site where it stood, or where else
    when 'report_outcome' then '{target,reason,outcome}'::text[]
    -- about: what it is about, thing: 'Beitrag', 'Kommentar' or 'Profil'; question: what the team asks; path: where to answer
    when 'case_question' then '{about,thing,question,path}'::text[]
    -- star: name; outcome: what the team decided, in German sentences; path: the star's page
    when 'star_request' then '{star,outcome,path}'::text[]
    -- reference: what both sides call it; due: the day by which there is an answer; path: what the button opens
    when 'concern_confirmation' then '{reference,due,path}'::text[]
    -- about: the page on this site, or what else
    when 'concern_receipt' then '{reference,due,about}'::text[]
    -- outcome: what the team did and why, in German sentences
    when 'concern_outcome' then '{reference,outcome,about}'::text[]
    -- sender: the address to answer to
    when 'contact_message' then '{reference,name,sender,message}'::text[]
    -- statement: which account the team deleted, why, by which rule, and what stays of a ban, in German sentences
    when 'account_deleted' then '{statement}'::text[]
    when 'contact_receipt' then '{reference,due}'::text[]
    -- left: how many codes are not used
    when 'recovery_code_used' then '{left}'::text[]
    -- items: notifications as JSON; total: how many there are; code: that of private.digests
    when 'digest' then '{items,total,code}'::text[]
    -- alerts: [{alert, title}] as JSON: one of the kinds of private.alert_team(), and what happened
    when 'team_alert' then '{alerts}'::text[]
    -- facts: private.briefing_facts() or private.week_of() as JSON
    when 'briefing' then '{facts}'::text[]
    when 'weekly' then '{facts}'::text[]
  end
$$;

create function private.mail_deletion(recipient text, told jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_mail(recipient, 'account_deleted', jsonb_build_object('statement', private.account_deletion_text(told)));
end $$;

create or replace function private.clear_mails() returns void
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox where created_at < now() - interval '7 days';
  delete from private.report_senders where sent_at < now() - interval '1 day';
  -- Also erases the e-mail addresses of guests who never confirmed them. What counts without loses them too, and its link.
  delete from public.reports where not counts and created_at < now() - interval '7 days';
  delete from private.report_confirmations c using public.reports r
    where r.id = c.report_id and r.confirmed_at is null and c.created_at < now() - interval '7 days';
  update public.reports set reporter_name = null, reporter_email = null
    where confirmed_at is null and created_at < now() - interval '7 days' and coalesce(reporter_name, reporter_email) is not null;
  -- Six months is how long an outcome can be appealed.
  update public.reports set reporter_name = null, reporter_email = null
    where status <> 'pending' and resolved_at < now() - interval '6 months' and reporter_email is not null;
$$;

-- Duty comes first, in the order in which it was written, and never waits for what the team or a digest has used up
-- (docs/decisions/143-mails-of-duty.md).
create function private.mail_lane(template text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when template in ('report_confirmation', 'concern_confirmation', 'contact_receipt') then 'asked' when template in ('team_alert', 'briefing', 'weekly') then 'team'
    when template = 'digest' then 'digest' else 'duty' end
$$;

create function private.mail_rooms(per_hour integer) returns table (lane text, place integer, room integer)
language sql stable security definer set search_path = '' as $$
  with sent as (
    select count(*)::integer as all_of_them, count(*) filter (where s.lane = 'team')::integer as team,
      count(*) filter (where s.lane = 'asked')::integer as asked, count(*) filter (where s.lane in ('asked', 'duty'))::integer as duty
    from (select private.mail_lane(o.template) as lane from private.mail_outbox o where o.tried_at > now() - interval '1 hour') s
  )
  select r.lane, r.place, case when per_hour is not null then greatest(r.room, 0) end
  from sent s cross join lateral (values
    -- per_hour is the third of what the mail server takes: duty may use all of it, of which strangers' wishes leave a third.
    ('duty', 1, greatest(3 * per_hour - s.duty, per_hour - (s.duty - s.asked))),
    ('asked', 1, 2 * per_hour - s.asked),
    -- A flood of the others leaves the team a few, or nobody would hear of it.
    ('team', 2, greatest(per_hour - s.all_of_them, per_hour / 3 - s.team)),
    ('digest', 3, per_hour - s.all_of_them)) as r (lane, place, room)
$$;

create or replace function private.claim_mails(wanted integer, per_hour integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := least(greatest(wanted, 1), 100);
  mails jsonb;
begin
  -- Of two servers the second counts what the first has taken.
  perform pg_advisory_xact_lock(hashtextextended('mail outbox', 0));
  perform private.freshen_digests();
  with placed as (
    select o.id, r.place as lane_place, r.room, row_number() over (partition by r.lane order by o.next_try_at, o.id) as place
    from private.mail_outbox o join private.mail_rooms(per_hour) r on r.lane = private.mail_lane(o.template)
    where o.sent_at is null and o.tries < 10 and o.next_try_at <= now() and not private.gathers_alerts(o)
  ), due as (
    select o.id, p.lane_place, o.next_try_at as due_at from private.mail_outbox o join placed p on p.id = o.id
    where p.room is null or p.place <= p.room
    order by p.lane_place, o.next_try_at, o.id limit most
    for update of o skip locked
  ), taken as (
    -- 2, 4, 8 … minutes: if the server dies meanwhile, the mail becomes due again by itself.
    update private.mail_outbox o set tries = o.tries + 1, tried_at = now(),
        next_try_at = now() + interval '1 minute' * power(2, o.tries + 1)
      from due where o.id = due.id
      returning o.id, o.recipient, o.template, o.data, due.lane_place, due.due_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'recipient', t.recipient, 'template', t.template, 'data', t.data)
    order by t.lane_place, t.due_at, t.id), '[]'::jsonb) into mails from taken t;
  return jsonb_build_object('mails', mails, 'operator', private.operator_data() ->> 'operator', 'held', case when per_hour is not null and jsonb_array_length(mails) < most then (
    select count(*) from private.mail_outbox o
    where o.sent_at is null and o.tries < 10 and o.next_try_at <= now() and not private.gathers_alerts(o)) else 0 end);
end $$;

create or replace function public.admin_news_item(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'body', n.body, 'image_url', n.image_url,
      'image_alt', n.image_alt, 'image_credit', n.image_credit, 'image_source', n.image_source, 'image_license', n.image_license,
      'tag_refs', private.tags_of(n.tags),
      'versions', private.news_versions_of(n.id),
      'url', n.url, 'published_at', n.published_at, 'state', private.news_state(n.published_at), 'updated_at', n.updated_at)
    from public.news n where n.id = private.as_uuid(p_id));
end $$;

create or replace function public.admin_save_news(p_id uuid, p_seen timestamptz, p_values jsonb, p_publish_now boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.news;
  item public.news;
  saved jsonb;
begin
  perform private.require_moderator();
  select * into was from public.news n where n.id = p_id;
  item := jsonb_populate_record(was, p_values);
  item.title := coalesce(private.clean_line(item.title), '');
  item.excerpt := nullif(private.trim_text(private.clean_text(item.excerpt)), '');
  item.body := coalesce(private.trim_text(private.clean_text(item.body)), '');
  item.url := nullif(private.clean_line(item.url), '');
  item.image_alt := nullif(private.clean_line(item.image_alt), '');
  item.image_credit := nullif(private.clean_line(item.image_credit), '');
  item.image_source := nullif(private.clean_line(item.image_source), '');
  item.image_license := nullif(item.image_license, '');
  item.tags := coalesce(item.tags, '{}');
  if p_publish_now then item.published_at := now(); end if;
  if item.title = '' then perform private.refuse('news.title_missing'); end if;
  if char_length(item.title) > 200 then perform private.refuse('news.title_length'); end if;
  if char_length(item.excerpt) > 500 then perform private.refuse('news.excerpt_length'); end if;
  if char_length(item.body) > 50000 then perform private.refuse('news.content_length'); end if;
  if char_length(item.image_alt) > 300 then perform private.refuse('news.image_alt_length'); end if;
  if char_length(item.image_credit) > 200 then perform private.refuse('news.image_credit_length'); end if;
  if cardinality(item.tags) > 5 then perform private.refuse('post.too_many_tags'); end if;
  if exists (select from unnest(item.tags) t where not exists (select from public.stars s where s.id = t)
      and not exists (select from public.formats f where f.id = t)) then
    perform private.refuse('news.unknown_tag');
  end if;
  if item.image_source is not null and (char_length(item.image_source) > 500 or not private.is_web_address(item.image_source)) then
    perform private.refuse('news.image_source_invalid');
  end if;
  if item.url is not null and (char_length(item.url) > 500 or not private.is_web_address(item.url)) then
    perform private.refuse('news.source_url_invalid');
  end if;
  if p_id is not null and was.id is null then
    perform private.refuse('news.target_gone', '23503');
  end if;
  perform private.check_picture(item.image_url, was.image_url);
  saved := private.save_row('public.news', p_id::text,
    private.given_columns(to_jsonb(item), p_values || '{"published_at": null}'), coalesce(p_seen, '-infinity'));
  if saved is null then
    perform private.refuse('news.changed_meanwhile');
  end if;
  return jsonb_build_object('id', saved -> 'id', 'updated_at', saved -> 'updated_at',
    'state', private.news_state((saved ->> 'published_at')::timestamptz));
end $$;

create or replace function private.latest_news(before timestamptz, before_id uuid, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with listed as materialized (
      select x.n, row_number() over (order by (x.n).published_at desc, (x.n).id) as place
      from (
        select w as n from public.news w
        where w.published_at is not null and w.published_at <= now()
          and (before is null or w.published_at < before or (w.published_at = before and w.id > before_id))
        order by w.published_at desc, w.id limit wanted + 1
      ) x
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(private.news_card(l.n) order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of((l.n).published_at::text, (l.n).id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)))
  );
end $$;

create or replace function public.news_article(p_slug text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.news_card(n) || jsonb_build_object('body', n.body, 'image_credit', n.image_credit, 'image_source', n.image_source, 'image_license', n.image_license,
    'updated_at', n.updated_at,
    'tags', private.tags_of(n.tags), 'discussion', private.discussion_of(n.id),
    'more', coalesce((
      select jsonb_agg(private.news_card(o.x) order by (o.x).published_at desc, (o.x).id)
      from (select x from public.news x where x.published_at <= now() and x.id <> n.id order by x.published_at desc, x.id limit 3) o), '[]'::jsonb))
  from public.news n where n.slug = p_slug and n.published_at <= now()
$$;

create function private.note_site(public_site boolean, mails boolean, operator jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.site_state as s (is_public, sends_mails, operator) values (public_site, mails, coalesce(operator, '{}'))
    on conflict (id) do update set is_public = excluded.is_public, sends_mails = excluded.sends_mails, operator = excluded.operator,
      noted_at = clock_timestamp();
  select private.open_site() where public_site;
$$;

create function public.note_site(p_public boolean, p_mails boolean, p_operator jsonb) returns void
language sql set search_path = '' as $$ select private.note_site(p_public, p_mails, p_operator) $$;

create function private.operator_data() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(private.site_text('operator'), (select s.operator from private.site_state s), '{}')
$$;

create function private.contact_address() returns text
language sql stable security definer set search_path = '' as $$
  select nullif(btrim(private.operator_data() ->> 'email'), '') where (select s.sends_mails from private.site_state s)
$$;

create function private.legal_missing() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(needed.field order by needed.place) filter (where needed.field is not null), '{}')
  from (
    select f.field, f.place from unnest('{operator,street,city,email,responsible,hoster,supervisory_authority}'::text[]) with ordinality as f (field, place)
    where coalesce(btrim(private.operator_data() ->> f.field), '') = ''
    union all
    -- A second quick way besides e-mail (section 5 (1) no. 2 DDG; ECJ C-298/07).
    select 'contact', 99 where coalesce(btrim(private.operator_data() ->> 'phone'), '') = '' and private.contact_address() is null
  ) needed
$$;

create function private.sign_up_shut() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.is_public from private.site_state s), false) and cardinality(private.legal_missing()) > 0
$$;

-- Hotness grows with the time of posting: below the bound there are no posts of the last seven days.
create or replace function private.hottest_post(kind text, only_open boolean) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select p.id
    from public.community_posts p
    where p.status = 'approved' and p.type = kind
      and p.hot_rank >= extract(epoch from now() - interval '7 days')::double precision / 45000 - 7
      and p.created_at >= now() - interval '7 days'
      and (not only_open or p.poll_ends_at is null or p.poll_ends_at > now())
      and not private.is_debunked(p.id)
    order by p.hot_rank desc, p.id desc
    limit 1
  );
end $$;

-- Trending formats are tiles in two or three columns: five left a hole.
create or replace function public.home_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  television_day constant date := private.television_day();
  poll_of_day constant uuid := private.hottest_post('poll', true);
  lead uuid := private.hottest_post('rumor', false);
begin
  if lead is null then lead := (select l.id from private.list_posts('rumor', 'new', null, null, null, 1) l); end if;
  return jsonb_build_object(
    'today', coalesce((
      select jsonb_agg(e.item order by e.event_date, e.event_time, e.episode_number, e.id)
      from private.event_items e
      where e.event_date between television_day - 1 and television_day + 1
        and (private.television_day_of(e.event_date, e.event_time) = television_day
          -- What began before five and still runs.
          or not e.is_cancelled and private.is_on_air(e.event_date, e.event_time, e.duration_minutes))), '[]'::jsonb),
    'trending', coalesce((
      select jsonb_agg(t.card order by t.next_date is null, t.participants desc, t.name_key, t.id)
      from (
        select f.id, f.card, f.next_date, f.participants, private.search_fold(f.name) as name_key
        from private.format_cards f
        order by f.next_date is null, f.participants desc, name_key, f.id
        limit 6
      ) t), '[]'::jsonb),
    'top_stars', public.chart_stars(null, 5) -> 'items',
    'waiting', private.star_votes_waiting(),
    'lead', (select card from private.post_cards where id = lead),
    'rumor', (
      select c.card from private.list_posts('rumor', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from lead order by l.place limit 1),
    'poll', (
      select c.card from private.list_posts('poll', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from poll_of_day order by l.place limit 1),
    'discussion', private.post_list('discussion', 'new', null, null, null, 1) -> 'items' -> 0,
    'poll_of_day', (select card from private.post_cards where id = poll_of_day),
    'news', private.latest_news(null, null, 6) -> 'items');
end $$;

-- Source of the sitemap that the web server serves. lastmod is when what a page says was last changed, so that search engines can
-- rely on it: votes do not count. Null where that cannot be told: scores, casts and episodes change without the row.

create or replace function private.sitemap_part(p_kind text, after uuid, wanted integer) returns table (id uuid, path text, lastmod timestamptz)
language plpgsql stable rows 1000 set search_path = '' as $$
begin
  case p_kind
    when 'star' then
      return query select s.id, '/stars/' || s.slug, null::timestamptz from public.stars s where s.is_active and s.id > after order by s.id limit wanted;
    when 'format' then
      return query select f.id, '/formate/' || f.slug, null::timestamptz from public.formats f where f.is_active and f.id > after order by f.id limit wanted;
    when 'season' then
      return query select s.id, '/formate/' || f.slug || '/staffel/' || s.slug, null::timestamptz
        from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
        where s.id > after order by s.id limit wanted;
    when 'post' then
      return query select p.id, '/trashtalk/' || case p.type when 'rumor' then 'geruechte' when 'poll' then 'umfragen' else 'diskussionen' end
          || to_char(p.day, '/YYYY/MM/DD/') || p.slug, greatest(p.updated_at, (
            select max(c.created_at) from public.comments c where c.post_id = p.id and c.deleted_at is null))
        from public.community_posts p where p.status = 'approved' and p.id > after
          -- Whoever searches for the people in it need not find what is not true.
          and not exists (select from public.post_rumors r where r.post_id = p.id and r.rumor_status = 'debunked')
        order by p.id limit wanted;
    when 'member' then
      return query select m.id, '/user/' || m.slug, greatest(m.joined, (
          select max(p.created_at) from public.community_posts p where p.author_id = m.id and p.status = 'approved')) from public.public_profiles m
        where m.id > after and private.is_listed(m.id)
        order by m.id limit wanted;
    when 'news' then
      return query select n.id, '/news/' || n.slug, n.updated_at from public.news n
        where n.published_at <= now() and n.body <> '' and n.id > after order by n.id limit wanted;
    else null;
  end case;
end $$;

-- /admin/settings. A trigger on app_settings writes the log.

create or replace function public.admin_settings_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('signup_mode', s.signup_mode, 'extra_mail_domains', s.extra_mail_domains,
      'auto_approve_after_posts', s.auto_approve_after_posts, 'auto_approve_warning_days', s.auto_approve_warning_days,
      'posts_quota', s.posts_quota, 'votes_quota', s.votes_quota, 'alert_after_hours', s.alert_after_hours, 'away_after_hours', s.away_after_hours, 'updated_at', s.updated_at, 'updated_by', m.ref, 'youth', private.youth_for_admins())
    from public.app_settings s left join private.member_refs m on m.id = s.updated_by);
end $$;

create or replace function private.site_text(name text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select t.content from private.site_texts t where t.name = site_text.name);
end $$;

create function private.checked_markup(given jsonb) returns text
language sql immutable strict set search_path = '' as $$
  select case when jsonb_typeof(given) = 'string' and char_length(given #>> '{}') <= 20000 then private.clean_text(given #>> '{}') end
$$;

create or replace function private.checked_guidelines(given jsonb) returns jsonb
language sql immutable strict set search_path = '' as $$
  select to_jsonb(written) from private.checked_markup(given) written
  -- Decisions cite these chapters.
  where (select array_agg(numbered.title order by numbered.place) from (
      select found.place || '. ' || private.trim_text(found.heading[1]) as title, found.place
      from regexp_matches(written, '^## +([^\n]+)', 'gn') with ordinality as found (heading, place) limit 4) numbered)
    = array(select private.ground_title(r.rule) from unnest('{tone,rumors,privacy,content}'::text[]) with ordinality as r (rule, place) order by r.place)
$$;

create function private.checked_accessibility(given jsonb) returns jsonb
language sql immutable strict set search_path = '' as $$ select to_jsonb(nullif(private.checked_markup(given), '')) $$;

create or replace function private.checked_operator(given jsonb) returns jsonb
language plpgsql immutable strict set search_path = '' as $$
declare cleaned jsonb;
begin
  if jsonb_typeof(given) <> 'object' then return null; end if;
  cleaned := (select coalesce(jsonb_object_agg(e.key, private.clean_line(e.value)), '{}') from jsonb_each_text(given) e
    where private.clean_line(e.value) <> '');
  if exists (select from jsonb_each_text(cleaned) e where char_length(e.value) > 300 or e.value ~ '[<>]'
      or (e.key like '%email' and e.value !~ '^[^[:space:]@<>":]+@[^[:space:]@<>"]+[.][^[:space:]@<>"]+$')
      or e.key <> all ('{operator,representative,street,city,country,email,phone,register,vat_id,business_id,responsible,privacy_email,privacy_officer,supervisory_authority,accessibility_email,accessibility_authority,hoster,processors}'::text[])) then
    return null;
  end if;
  return cleaned;
end $$;

create or replace function private.shown_texts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('guidelines', private.site_text('guidelines'), 'accessibility', private.site_text('accessibility'), 'operator', private.site_text('operator'),
    'contact', private.contact_address() is not null,
    -- Of the last day: a restart is no reason to say that nobody reads.
    'classifier', (select c.host from private.classifier c where c.seen_at > now() - interval '1 day'))
$$;

create or replace function private.texts_page() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_object_agg(n.name, (
    select jsonb_build_object('content', t.content, 'updated_at', t.updated_at,
      'updated_by_name', (select m.nickname from public.profiles m where m.id = t.updated_by))
    from private.site_texts t where t.name = n.name)) from unnest('{reasons,guidelines,accessibility,operator}'::text[]) n (name));
end $$;

create or replace function private.save_site_text(name text, seen timestamptz, content jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known timestamptz;
  checked constant jsonb := case name when 'reasons' then private.checked_reasons(content) when 'guidelines' then private.checked_guidelines(content)
    when 'accessibility' then private.checked_accessibility(content) when 'operator' then private.checked_operator(content) end;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('site_texts', 0));
  select t.updated_at into known from private.site_texts t where t.name = save_site_text.name;
  if known is distinct from seen then perform private.refuse('settings.changed_meanwhile'); end if;
  if content is not null and content <> 'null' and checked is null then perform private.refuse('settings.text_invalid'); end if;
  perform private.log_staff_action(case when checked is null then 'reset_site_text' else 'save_site_text' end, 'app_settings', null,
    jsonb_build_object('name', left(name, 40)));
  -- Without one of its own, an installation has what comes with HoT.
  if checked is null then
    delete from private.site_texts t where t.name = save_site_text.name;
  else
    insert into private.site_texts as t (name, content, updated_at, updated_by) values (save_site_text.name, checked, clock_timestamp(), auth.uid())
      on conflict on constraint site_texts_pkey do update set content = excluded.content, updated_at = excluded.updated_at, updated_by = excluded.updated_by;
  end if;
  return private.texts_page();
end $$;

-- Running and coming broadcasts of found formats, and those among the next hundred whose format and title have every word ("Love Island Finale").
create or replace function private.find_dates(words text[], formats uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  -- What began up to two days ago may still be running.
  first_day constant date := private.berlin_now()::date - 2;
  patterns constant text[] := private.like_patterns(words);
begin
  return query
    with hit as materialized (
      (select e.id, e.event_date, extract(epoch from e.event_time)::integer as second,
          coalesce(e.episode_number, 10000) as number from public.calendar_events e
        where e.format_id = any (formats) and e.is_occurrence and e.event_date >= first_day
          and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
        order by e.event_date, e.event_time, e.episode_number, e.id limit 300)
      union
      select n.id, n.event_date, extract(epoch from n.event_time)::integer, coalesce(n.episode_number, 10000) from (
        select e.id, e.event_date, e.event_time, e.episode_number, e.title, e.format_name from public.calendar_events e
        where e.is_occurrence and e.event_date >= first_day
          and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
        order by e.event_date, e.event_time, e.episode_number, e.id limit 100
      ) n where private.search_fold(concat_ws(' ', n.format_name, n.title)) like all (patterns)
    )
    select h.id, array[h.event_date::text, h.second::text, h.number::text, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.event_date, h.second, h.number, h.id) > (after[1]::date, after[2]::integer, after[3]::integer, after[4]::uuid)
    order by h.event_date, h.second, h.number, h.id limit wanted;
end $$;

-- At least one word must be near a word of the name; the others are near or begin one. Words of seven letters and more may have two errors
-- that leave a common rest. Names that only some of the words fit come last: for a query that finds nothing else. A definer function,
-- because the tables are not for clients; they hold what is public.
create function private.near_names(query text, wanted integer) returns table (kind text, id uuid, errors integer, is_whole boolean)
language plpgsql stable security definer rows 10 set search_path = '' as $$
declare
  folded constant text := private.search_fold(left(coalesce(query, ''), 200));
  words constant text[] := (private.words_of(folded))[1:8];
  whole constant text := left(array_to_string(words, ''), 40);
begin
  if whole = '' then return; end if;
  return query
    with typed as materialized (
      select w.word, w.place from unnest(words) with ordinality as w (word, place)
      union all
      -- Place 0: the whole name in one word.
      select whole, 0 where cardinality(words) > 1
    ), close as materialized (
      select f.place, f.near, f.errors from (
        select c.place, c.word, c.near, private.typing_errors(c.word, c.near) as errors
        from (
          select distinct t.place, t.word, n.word as near
          from typed t cross join lateral private.rests_of(t.word) r (left_over) join private.near_words n on n.rest = r.left_over
          where char_length(t.word) >= 3
        ) c
      ) f
      where f.errors <= case when char_length(f.word) >= 7 then 2 else 1 end
    ), candidate as materialized (
      select distinct n.kind, n.owner_id from close c join private.name_words n on n.word = c.near limit 1000
    ), fit as (
      select n.kind, n.owner_id, t.place, t.word,
        min(case when n.word = t.word then 0 when c.near is not null then 2 * c.errors else 1 end)::integer as errors
      from candidate d
      join private.name_words n on n.kind = d.kind and n.owner_id = d.owner_id
      join typed t on true
      left join close c on c.place = t.place and c.near = n.word
      where c.near is not null or (t.place > 0 and starts_with(n.word, t.word))
      group by n.kind, n.owner_id, t.place, t.word
    )
    select g.kind, g.owner_id, coalesce(g.errors, g.some_errors)::integer, g.errors is not null from (
      select f.kind, f.owner_id, min(f.errors) filter (where f.place = 0) as whole_errors,
        sum(f.errors) filter (where f.place > 0) as word_errors, count(*) filter (where f.place > 0) as places,
        sum(f.errors) filter (where f.is_telling) as some_errors, sum(char_length(f.word)) filter (where f.is_telling) as letters
      from (
        -- A word that tells a name alone: a short one as it is, a long one with errors, never one that many names have.
        select f.*, f.place > 0 and f.word <> all ('{der,die,das,und,von}')
          and char_length(f.word) >= case when f.errors = 0 then 3 when f.errors = 1 then 4 else 6 end as is_telling
        from fit f
      ) f
      group by f.kind, f.owner_id
    ) x cross join lateral (
      select x.kind, x.owner_id, least(x.whole_errors, case when x.places = cardinality(words) then x.word_errors end)::integer as errors,
        x.some_errors, x.letters
    ) g
    left join private.star_search s on s.star_id = g.owner_id
    where g.errors is not null or g.letters is not null
    order by g.errors nulls last, case when g.errors is null then -g.letters end, g.some_errors, s.place, g.owner_id limit wanted;
end $$;

create or replace function private.start_patterns(words text[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select coalesce(array_agg('% ' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}') from unnest(words) as word);
end $$;

create or replace function private.match_tier(key text, phrase text, starts text[]) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when starts_with(key, phrase) then 1
    when (' ' || translate(key, '„“”"»«(-:', '         ')) like all (starts) then 2
    else 3 end;
end $$;

-- Exact answers stay as they are: names that are only near are looked for when no star and no format has every word.
create or replace function public.search_all(p_query text, p_limit integer default 5) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 5, 50);
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  stars uuid[];
  formats uuid[];
  posts uuid[];
  some_stars uuid[];
  some_formats uuid[];
begin
  if cardinality(words) = 0 then
    return jsonb_build_object('stars', '[]'::jsonb, 'formats', '[]'::jsonb, 'posts', '[]'::jsonb);
  end if;
  stars := array(select l.id from private.list_stars('hot', null, words, null, wanted) l);
  formats := array(
    select f.id from private.format_refs f where f.search_key like all (patterns)
    order by private.match_tier(f.search_key, array_to_string(words, ' '), private.start_patterns(words)), f.search_key, f.id limit wanted);
  if cardinality(stars) = 0 and cardinality(formats) = 0 then
    select coalesce((array_agg(n.id order by n.at) filter (where n.kind = 'star' and n.is_whole))[:wanted], '{}'),
      coalesce((array_agg(n.id order by n.at) filter (where n.kind = 'format' and n.is_whole))[:wanted], '{}'),
      (array_agg(n.id order by n.at) filter (where n.kind = 'star' and not n.is_whole))[:wanted],
      (array_agg(n.id order by n.at) filter (where n.kind = 'format' and not n.is_whole))[:wanted]
    into stars, formats, some_stars, some_formats
    from private.near_names(p_query, 40) with ordinality as n (kind, id, errors, is_whole, at);
  end if;
  -- Outside of the query, because the planner would call it once more to estimate rows.
  posts := private.matching_posts(words, stars || formats, wanted);
  -- One bad word finds nothing: then the names that the other words find.
  if cardinality(stars || formats || posts) = 0 then
    stars := coalesce(some_stars, '{}');
    formats := coalesce(some_formats, '{}');
  end if;
  return jsonb_build_object(
    'stars', coalesce((
      select jsonb_agg(c.ref order by array_position(stars, c.id)) from private.star_cards c where c.id = any (stars)), '[]'::jsonb),
    'formats', coalesce((
      select jsonb_agg(f.ref order by array_position(formats, f.id)) from private.format_refs f where f.id = any (formats)), '[]'::jsonb),
    'posts', coalesce((
      select jsonb_agg(h.hit order by h.last_activity_at desc, h.id desc)
      from private.post_hits h where h.id = any (posts)), '[]'::jsonb));
end $$;

-- `formats` and `tags`: whose seasons, dates and posts are found with them. A statement for each kind, since one of all seven would
-- be set up whole for each of them.
create function private.found(
  kind text, query text, words text[], near_stars uuid[], near_formats uuid[], formats uuid[], tags uuid[], after text, wanted integer
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  phrase constant text := array_to_string(words, ' ');
  last constant text[] := private.cursor_parts(after, case kind
    when 'stars' then '{integer,integer,text,uuid}'::text[] when 'formats' then '{integer,text,uuid}'
    when 'seasons' then '{text,integer,uuid}' when 'members' then '{text,uuid}' when 'dates' then '{day,integer,integer,uuid}'
    else '{integer,instant,uuid}' end);
  ids uuid[];
  keys jsonb;
  total bigint;
begin
  case kind
    when 'stars' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_stars(words, phrase, near_stars, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'formats' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_formats(words, phrase, near_formats, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'seasons' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_seasons(words, formats, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'posts' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_posts(words, phrase, tags, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'members' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_members(query, last, wanted + 1) with ordinality f (id, keys, total, place);
    when 'news' then
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_news(words, phrase, last, wanted + 1) with ordinality f (id, keys, total, place);
    else
      select array_agg(f.id order by f.place), jsonb_agg(f.keys order by f.place), max(f.total) into ids, keys, total
      from private.find_dates(words, formats, last, wanted + 1) with ordinality f (id, keys, total, place);
  end case;
  if ids is null then return '{"items": [], "total": 0, "next": null}'; end if;
  return jsonb_build_object(
    'items', coalesce((select jsonb_agg(c.item order by array_position(ids, c.id)) from private.found_cards(kind, ids[:wanted]) c), '[]'::jsonb),
    'total', total,
    'next', case when cardinality(ids) > wanted then private.cursor_of(variadic
      array(select k from jsonb_array_elements_text(keys -> (wanted - 1)) with ordinality as k (k, at) order by at)) end);
end $$;

create or replace function public.search_page(p_query text, p_kind text default null, p_after text default null, p_limit integer default 5) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  kinds constant text[] := '{stars,formats,seasons,posts,members,news,dates}';
  nothing constant jsonb := '{"items": [], "total": 0, "next": null}';
  wanted constant integer := private.page_limit(p_limit, 5, 50);
  query constant text := left(coalesce(p_query, ''), 100);
  -- Words without a letter or digit have no trigrams, and would read every text.
  words constant text[] := array(select w from unnest(private.search_words(query)) w where w ~ '\w');
  phrase constant text := array_to_string(words, ' ');
  near_stars uuid[] := '{}';
  near_formats uuid[] := '{}';
  some_stars uuid[] := '{}';
  some_formats uuid[] := '{}';
  formats uuid[] := '{}';
  tags uuid[] := '{}';
  answer jsonb := '{}';
  kind text;
begin
  -- A name that is only near is looked for when no star, format or season has every word.
  if cardinality(words) > 0 and not exists (select from private.find_stars(words, phrase, '{}', null, 1))
    and not exists (select from private.find_formats(words, phrase, '{}', null, 1))
    and not exists (select from private.find_seasons(words, '{}', null, 1)) then
    select coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'star' and n.is_whole), '{}'),
      coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'format' and n.is_whole), '{}'),
      coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'star' and not n.is_whole), '{}'),
      coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'format' and not n.is_whole), '{}')
    into near_stars, near_formats, some_stars, some_formats
    from private.near_names(query, 20) with ordinality as n (kind, id, errors, is_whole, at);
  end if;
  if cardinality(words) > 0 and coalesce(nullif(p_kind, ''), 'posts') in ('seasons', 'dates', 'posts') then
    formats := array(select f.id from private.find_formats(words, phrase, near_formats, null, 10) f);
    if coalesce(nullif(p_kind, ''), 'posts') = 'posts' then
      tags := formats || array(select s.id from private.find_stars(words, phrase, near_stars, null, 10) s);
    end if;
  end if;
  foreach kind in array kinds loop
    answer := answer || jsonb_build_object(kind, case
      when cardinality(words) = 0 or coalesce(nullif(p_kind, ''), kind) <> kind then nothing
      else private.found(kind, query, words, near_stars, near_formats, formats, tags, case when p_kind = kind then p_after end, wanted) end);
  end loop;
  -- One bad word finds nothing: then what the other words find, names with what belongs to them.
  if cardinality(some_stars || some_formats) > 0
    and not exists (select from jsonb_each(answer) found where found.value ->> 'total' <> '0') then
    near_stars := some_stars;
    near_formats := some_formats;
    foreach kind in array '{stars,formats,seasons,posts,dates}'::text[] loop
      if coalesce(nullif(p_kind, ''), kind) = kind then
        answer := answer || jsonb_build_object(kind, private.found(
          kind, query, words, near_stars, near_formats, near_formats, near_formats || near_stars, case when p_kind = kind then p_after end, wanted));
      end if;
    end loop;
  end if;
  return answer || jsonb_build_object('near', cardinality(near_stars || near_formats) > 0);
end $$;

-- Definer, because the sums of all members are nobody's to read; it tells a place and a number of the caller only. Whoever is in
-- the chart has the place that is shown there: names, which decide between equals, may have changed since the last job.
create function private.place_of_caller(chart_key text, all_time boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    with measured as (
      select m.author_id as member_id, case when all_time then m.ever else m.last_30 end::bigint as value
      from private.opinion_sums m where chart_key = 'opinion_makers'
      union all
      select m.user_id, case when all_time then m.ever else m.last_30 end
      from private.karma_sums m where chart_key = 'karma'
    ), mine as (
      select s.value, o.slug from measured s join public.public_profiles o on o.id = s.member_id
      where s.member_id = auth.uid() and s.value > 0
    )
    select jsonb_build_object('value', coalesce((select m.value from mine m), 0), 'rank', coalesce(
      (select r.rank from private.member_ranks r
       where r.chart = chart_key and r.time_window = case when all_time then 'all' else '30' end and r.member_id = auth.uid()),
      (select 1 + (
         select count(*) from measured s join public.public_profiles o on o.id = s.member_id
         where s.value > m.value or s.value = m.value and o.slug < m.slug)
       from mine m)))
  );
end $$;

create function public.own_chart_place(p_chart text, p_window text default '30') returns jsonb
language sql stable set search_path = '' as $$
  select private.place_of_caller(p_chart, p_window is not distinct from 'all')
$$;

-- /charts and its five pages.

create or replace function public.chart_stars(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant integer := coalesce((private.cursor_parts(p_after, '{integer}'))[1]::integer, 0);
begin
  return (
    with listed as materialized (
      select c.rank, c.card, row_number() over (order by c.rank) as place
      from private.star_cards c where c.rank is not null and c.rank > last
      order by c.rank limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.card order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.rank::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      'waiting', private.star_votes_waiting()));
end $$;

create or replace function public.chart_formats() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    with months as (
      select (date_trunc('month', now() at time zone 'Europe/Berlin') - make_interval(months => 11 - n))::date as month_start, n
      from generate_series(0, 11) n
    ), events as (
      select e.format_id, count(*) as events from public.calendar_events e where e.is_occurrence and not e.is_rerun and not e.is_cancelled and e.format_id is not null group by e.format_id
    ), by_month as (
      select e.format_id, date_trunc('month', e.event_date)::date as month_start, count(*) as events
      from public.calendar_events e
      where e.is_occurrence and not e.is_rerun and not e.is_cancelled and e.event_date >= (select min(month_start) from months)
        and e.event_date < (select max(month_start) from months) + interval '1 month'
      group by 1, 2
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'format', f.ref,
      'participants', k.participants,
      'seasons', (select count(*) from public.seasons s where s.format_id = f.id),
      'average_score', k.average_score,
      'posts', k.posts,
      'events', coalesce(e.events, 0),
      'events_by_month', (
        select jsonb_agg(coalesce(b.events, 0) order by m.n)
        from months m left join by_month b on b.format_id = f.id and b.month_start = m.month_start)
    ) order by k.participants desc, f.search_key, f.id), '[]'::jsonb)
    from private.format_refs f
    join private.format_facts k on k.format_id = f.id
    left join events e on e.format_id = f.id
  );
end $$;

create or replace function public.charts_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'stars', public.chart_stars(null, 3) -> 'items',
      'waiting', private.star_votes_waiting(),
      'formats', coalesce((select jsonb_agg(f.item order by f.place) from jsonb_array_elements(public.chart_formats()) with ordinality as f (item, place) where f.place <= 3), '[]'::jsonb),
      'social', public.chart_social(null, null, 3) -> 'items',
      'opinion_makers', public.chart_opinion_makers('30', 3),
      'karma', public.chart_karma('30', 3),
      'sleuths', public.chart_sleuths(3))
  );
end $$;

create or replace function private.refresh_charts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('hot charts'));
  perform private.count_charts(now());
  delete from private.member_ranks;
  perform private.rank_opinion_makers();
  perform private.rank_karma();
  perform private.rank_sleuths();

  -- Star ranks have changed since the facts were computed.
  perform private.refresh_format_facts(array(select id from public.formats));

  -- Last, because concurrent changes of karma wait for its lock.
  perform private.refresh_ranked_members();
end $$;

create function private.charts_lack_something() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare young constant boolean := private.is_young_site();
begin
  return (young or not exists (select from private.member_ranks r where r.chart = 'opinion_makers' and r.time_window = '30'))
      and exists (select from private.act_changes)
    or (young or not exists (select from private.member_ranks r where r.chart = 'karma' and r.time_window = '30'))
      and exists (select from private.karma_changes)
    or not exists (select from private.member_ranks r where r.chart = 'sleuths') and exists (
      select from private.hit_rates h join public.public_profiles m on m.id = h.member_id
      where h.decided >= private.votes_for_a_sleuth() and not h.hidden);
end $$;

create function private.fill_charts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- A star with a score and without a rank: the first of all, or any of a young site.
  if (private.is_young_site() or not exists (select from public.star_scores c where c.rank is not null))
      and exists (select from public.star_scores c join public.stars s on s.id = c.star_id and s.is_active
        where c.hot_score is not null and c.rank is null) then
    perform private.lock_ranking();
    perform private.rank_stars();
  end if;
  if private.charts_lack_something() then perform private.refresh_charts(); end if;
end $$;

create function private.admin_end_youth() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.lock_ranking();
  perform from private.site_youth for update;
  if not private.is_young_site() then return false; end if;
  perform private.log_staff_action('end_youth', 'app_settings', null, '{}');
  perform private.close_youth();
  -- The thresholds are higher now, and whoever ends it looks at the charts next.
  perform private.rescore_all_stars(), private.refresh_charts();
  return true;
end $$;

create function public.admin_end_youth() returns boolean
language sql set search_path = '' as $$ select private.admin_end_youth() $$;

create function private.votes_for_a_sleuth() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_young_site() then 1 else 10 end;
end $$;

create or replace function private.rank_sleuths() returns void
language sql security definer set search_path = '' as $$
  with recent as (
    select h.member_id, count(*) filter (where h.hit) as hits, count(*) as decided from private.rumor_hits h
    where h.decided_at > now() - interval '7 days' group by h.member_id
  ), measured as (
    select m.id, m.slug, private.wilson(r.hits, r.decided) as score, r.decided,
      case when r.decided - coalesce(w.decided, 0) >= private.votes_for_a_sleuth()
        then private.wilson(r.hits - coalesce(w.hits, 0), r.decided - coalesce(w.decided, 0)) end as score_before
    from private.hit_rates r join public.public_profiles m on m.id = r.member_id left join recent w on w.member_id = r.member_id
    where r.decided >= private.votes_for_a_sleuth() and not r.hidden
  ), ranked as (
    select x.*, row_number() over (order by x.score desc, x.decided desc, x.slug) as rank,
      case when x.score_before is not null then row_number() over (
        partition by x.score_before is null order by x.score_before desc, x.decided desc, x.slug) end as rank_before
    from measured x
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
    select 'sleuths', 'all', r.rank, r.id, round(r.score * 1000), r.rank_before from ranked r where r.rank <= 100
$$;

create or replace function private.chart_of_sleuths(wanted integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('member', m.ref, 'rank', r.rank, 'hits', h.hits, 'decided', h.decided,
    'rank_week_ago', r.rank_week_ago) order by r.rank), '[]'::jsonb)
  from private.member_ranks r join private.ranked_members m on m.member_id = r.member_id
  join private.hit_rates h on h.member_id = r.member_id and not h.hidden
  where r.chart = 'sleuths' and r.rank <= wanted);
end $$;

create or replace function private.roll_up_analytics() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- Events are accepted up to a day after they happened, so the day before yesterday is the last that can no longer change.
  last_day constant date := private.berlin_day(now()) - 2;
  wanted constant date := coalesce((select max(v.day) + 1 from private.analytics_daily_visits v),
    private.berlin_day((select min(e.created_at) from private.counted_events e)));
  first_day constant date := greatest(wanted, last_day - 90);
begin
  delete from private.analytics_daily_types where day < last_day - 90;
  delete from private.analytics_daily_visits where day < last_day - 90;
  delete from private.analytics_daily_pages where day < last_day - 90;
  delete from private.analytics_daily_vitals where day < last_day - 90;
  if wanted is null or first_day > last_day then return 0; end if;
  insert into private.analytics_daily_types (day, event_type, events, unique_sessions) select day, event_type, events, unique_sessions from private.count_types(first_day, last_day);
  insert into private.analytics_daily_pages (day, path, views) select day, path, views from private.count_pages(first_day, last_day);
  insert into private.analytics_daily_vitals (day, name, bucket, samples) select day, name, bucket, samples from private.count_vitals(first_day, last_day);
  insert into private.analytics_daily_visits (day, visitors, sessions, begun, guests, guests_begun)
    select d.day, coalesce(v.visitors, 0), coalesce(v.sessions, 0), coalesce(v.begun, 0), coalesce(v.guests, 0), coalesce(v.guests_begun, 0)
    from (select first_day + n as day from generate_series(0, last_day - first_day) n) d
    left join private.count_visits(first_day, last_day) v on v.day = d.day;
  return last_day - first_day + 1;
end $$;

-- PostgREST's resolution=ignore-duplicates names the key, which requires the right to read it, and guests have none.
create or replace function private.receive_analytics_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null and private.has_refused(new.user_id) then return null; end if;
  -- The previous month too: a batch may be sent before midnight on its last day and repeated after.
  if exists (select from public.analytics_events e where e.id = new.id
      and e.month in (new.month, (new.month - interval '1 month')::date)) then
    return null;
  end if;
  if new.created_at is null or new.created_at > now() or new.created_at < now() - interval '1 day' then
    new.created_at := now();
  end if;
  return new;
end $$;

create or replace function private.receive_user_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.has_refused(new.user_id) then return null; end if;
  if new.session_start is null or new.session_start > now() or new.session_start < now() - interval '7 days' then
    -- The start of a visit never changes after the first write.
    new.session_start := case tg_op when 'UPDATE' then old.session_start else now() end;
  end if;
  if new.session_end > now() then new.session_end := now(); end if;
  if new.session_end < new.session_start then new.session_end := new.session_start; end if;
  return new;
end $$;

-- Only the device knows the visit's id; it names its beginning, which finds its events among those of that time.
create function private.forget_visit(visit text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare begun timestamptz;
begin
  if visit !~ '^session_[0-9]{13}_[0-9a-z]{1,40}$' then return false; end if;
  -- A visit in which nothing happens for half an hour is over; a clock may be wrong by a day (receive_analytics_event).
  begun := greatest(to_timestamp(substr(visit, 9, 13)::bigint / 1000.0), now() - interval '2 days') - interval '1 minute';
  delete from public.analytics_events e where e.created_at >= begun and e.session_id = visit and e.user_id is null;
  return found;
end $$;

create function public.forget_visit(p_visit text) returns boolean
language sql set search_path = '' as $$ select private.forget_visit(p_visit) $$;

create function private.apply_import(tables jsonb, preview boolean, unlock text[] default '{}', remove text[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant jsonb := private.unlocked_tables(tables, coalesce(unlock, '{}'));
  missing constant text := private.import_missing(tables);
  before jsonb;
  channels jsonb;
  taken jsonb;
  counts jsonb := '{}';
begin
  if missing is not null then
    perform private.refuse('import.import_dangling.format', '23503', missing);
  end if;
  if preview then return private.import_preview(chosen); end if;
  perform set_config('hot.importing', 'true', true);
  before := (select jsonb_object_agg(r.table_name || ':' || r.row_id || ':' || r.part_id, r.stored) from private.import_found(chosen) r);
  taken := private.remove_absent(tables, coalesce(remove, '{}'));
  channels := private.import_channels(chosen);
  if tables ? 'formats' then counts := counts || jsonb_build_object('formats', private.import_formats(chosen)); end if;
  if tables ? 'seasons' then counts := counts || jsonb_build_object('seasons', private.import_seasons(chosen)); end if;
  if tables ? 'stars' then counts := counts || jsonb_build_object('stars', private.import_stars(chosen)); end if;
  if tables ? 'participants' then counts := counts || jsonb_build_object('participants', private.import_participants(chosen)); end if;
  if tables ? 'episodes' then counts := counts || jsonb_build_object('episodes', private.import_episodes(chosen)); end if;
  counts := counts || coalesce((
    select jsonb_object_agg(t.key, counts -> t.key || jsonb_build_object('removed', t.value)) from jsonb_each(taken -> 'counts') t), '{}');
  perform private.note_import(chosen, coalesce(before, '{}'), counts, channels, (taken ->> 'bin')::uuid);
  delete from private.hand_edits h where concat_ws(':', h.table_name, h.row_id, h.part_id, h.column_name) = any (unlock);
  perform set_config('hot.importing', '', true);
  -- The embedded database has no autovacuum, and the next page reads thousands of new rows.
  execute 'analyze public.formats, public.stars, public.star_scores, public.seasons, public.season_participants, public.calendar_events';
  return counts;
end $$;

create function private.remove_absent(tables jsonb, remove text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  going jsonb;
  entry uuid;
  series uuid[];
begin
  if cardinality(remove) = 0 then return '{"counts": {}}'; end if;
  perform private.require_admin();
  going := (select jsonb_build_object(
      'participants', coalesce(jsonb_agg(jsonb_build_object('season_id', a.row_id, 'star_id', a.part_id)) filter (where a.table_name = 'participants'), '[]'),
      'events', coalesce(jsonb_agg(a.row_id) filter (where a.table_name = 'episodes'), '[]'))
    from private.import_absent(tables) a where concat_ws(':', a.table_name, a.row_id, a.part_id) = any (remove));
  if jsonb_array_length(going -> 'participants') + jsonb_array_length(going -> 'events') <> cardinality(remove) then
    perform private.refuse('import.import_changed');
  end if;
  perform private.put_in_bin('import', private.stored_text('import.removed', to_char(now() at time zone 'Europe/Berlin', 'DD.MM.YYYY, HH24:MI')), going);
  -- Imports wait for each other, so the latest entry is this one.
  entry := (select b.id from private.bin b where b.kind = 'import' order by b.removed_at desc, b.id desc limit 1);
  delete from public.season_participants p using jsonb_to_recordset(going -> 'participants') as d (season_id uuid, star_id uuid)
    where p.season_id = d.season_id and p.star_id = d.star_id;
  with gone as (
    delete from public.calendar_events e where e.id in (select jsonb_array_elements_text(going -> 'events')::uuid) returning e.series_parent_id
  ) select array_agg(distinct g.series_parent_id) filter (where g.series_parent_id is not null) into series from gone g;
  perform private.end_series(s.id) from unnest(series) s (id);
  return jsonb_build_object('bin', entry, 'counts', jsonb_strip_nulls(jsonb_build_object(
    'participants', nullif(jsonb_array_length(going -> 'participants'), 0), 'episodes', nullif(jsonb_array_length(going -> 'events'), 0))));
end $$;

create function private.note_import(tables jsonb, before jsonb, counts jsonb, channels jsonb, removed_bin uuid) returns void
language sql security definer set search_path = '' as $$
  with now_there as materialized (
    select r.*, before -> (r.table_name || ':' || r.row_id || ':' || r.part_id) as was from private.import_found(tables) r
  ), made as (
    select coalesce(jsonb_object_agg(m.table_name, m.ids), '{}') || channels as created from (
      select n.table_name, jsonb_agg(case when n.table_name = 'participants'
        then jsonb_build_object('season_id', n.row_id, 'star_id', n.part_id) else to_jsonb(n.row_id) end) as ids
      from now_there n where n.was is null group by n.table_name) m
  ), replaced as (
    select coalesce(jsonb_agg(jsonb_build_object('table', n.table_name, 'id', n.row_id, 'part', n.part_id, 'column', f.column_name,
      'old', n.was -> f.column_name, 'new', n.stored -> f.column_name)), '[]') as changed
    from now_there n join private.import_fields() f on f.table_name = n.table_name
    where n.was is not null and n.was -> f.column_name is distinct from n.stored -> f.column_name
  ), said as (
    -- What was asked and answered, where the key itself does not say it.
    select n.table_name, n.key, n.row_id
    from (values ('formats', 'key'), ('stars', 'key'), ('episodes', 'external_key')) t (name, key)
    cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) d
    join private.import_names(tables) n on n.table_name = t.name and n.key = d ->> t.key and n.row_id = private.as_uuid(d ->> 'same')
  ), noted as (
    insert into private.imports (applied_by, counts, created, changed, removed_bin)
      select auth.uid(), counts, made.created, replaced.changed, note_import.removed_bin from made, replaced
      where made.created <> '{}' or replaced.changed <> '[]' or note_import.removed_bin is not null or exists (select from said)
      returning id
  )
  insert into private.import_keys as k (table_name, key, row_id, import_id) select s.table_name, s.key, s.row_id, i.id from said s, noted i
    on conflict (table_name, key) do update set row_id = excluded.row_id, import_id = excluded.import_id where k.row_id <> excluded.row_id
      or exists (select from private.imports u where u.id = k.import_id and u.undone_at is not null)
$$;

create function private.admin_apply_import(p_tables jsonb, p_preview boolean, p_unlock text[], p_seen text, p_remove text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare counts jsonb;
begin
  perform private.require_moderator();
  if greatest(cardinality(p_unlock), cardinality(p_remove)) > 500 then perform private.refuse('import.row_count'); end if;
  -- Concurrent imports could create a star twice, or deadlock.
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  if not coalesce(p_preview, true) and p_seen is distinct from private.import_seen(p_tables) then
    perform private.refuse('import.import_changed');
  end if;
  counts := private.apply_import(p_tables, coalesce(p_preview, true), p_unlock, p_remove);
  if not coalesce(p_preview, true) then
    perform private.log_staff_action('import', 'import', null, counts);
  end if;
  return counts;
end $$;

create function public.admin_apply_import(p_tables jsonb, p_preview boolean default true, p_unlock text[] default '{}', p_seen text default null,
  p_remove text[] default '{}') returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.admin_apply_import(p_tables, p_preview, p_unlock, p_seen, p_remove) $$;

create or replace function private.import_participants(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'participants');
  known constant jsonb := (select coalesce(jsonb_agg(jsonb_build_object('season_id', s.id, 'star_id', star.row_id, 'placement', d.given -> 'placement',
      'sort_order', d.given -> 'sort_order', 'nth', d.nth) order by d.nth), '[]')
    from jsonb_array_elements(given) with ordinality as d (given, nth)
    join private.import_names(tables) f on f.table_name = 'formats' and f.key = d.given ->> 'format_key'
    join public.seasons s on s.format_id = f.row_id and s.season_number = (d.given ->> 'season_number')::integer
    join private.import_names(tables) star on star.table_name = 'stars' and star.key = d.given ->> 'star_key');
  changed integer;
  made integer;
begin
  if jsonb_array_length(known) <> jsonb_array_length(given) then
    perform private.refuse('import.import_dangling.participation', '23503');
  end if;
  update public.season_participants p set placement = coalesce(r.given ->> 'placement', p.placement), sort_order = (r.given ->> 'sort_order')::integer
    from private.import_found(tables, 'participants') r
    where p.season_id = r.row_id and p.star_id = r.part_id
      and (p.placement, p.sort_order) is distinct from (coalesce(r.given ->> 'placement', p.placement), (r.given ->> 'sort_order')::integer);
  get diagnostics changed = row_count;
  insert into public.season_participants (season_id, star_id, placement, sort_order)
    select d.season_id, d.star_id, d.placement, d.sort_order
    from jsonb_to_recordset(known) as d (season_id uuid, star_id uuid, placement text, sort_order integer)
    where not exists (select from public.season_participants p where p.season_id = d.season_id and p.star_id = d.star_id)
    -- Two keys may mean one star.
    on conflict (season_id, star_id) do nothing;
  get diagnostics made = row_count;
  return private.import_counted(jsonb_array_length(given), changed + made, made);
end $$;

create or replace function private.import_episodes(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  rows constant jsonb := (select coalesce(jsonb_agg(to_jsonb(r) order by r.nth), '[]') from private.import_episodes_there(tables) r);
  changed integer;
  made integer;
begin
  if exists (select from jsonb_array_elements(rows) r where r ->> 'season_id' is null) then
    perform private.refuse('import.import_dangling.episode', '23503');
  end if;
  update public.calendar_events e set title = coalesce(r.given ->> 'title', e.title), season_id = (r.given ->> 'season_id')::uuid,
      episode_number = coalesce((r.given ->> 'episode_number')::integer, e.episode_number), event_date = coalesce((r.given ->> 'date')::date, e.event_date),
      -- The seconds of a time that is the same in the file stay.
      event_time = case when r.given ->> 'time' <> to_char(e.event_time, 'HH24:MI') then (r.given ->> 'time')::time else e.event_time end,
      event_type = coalesce(r.given ->> 'kind', e.event_type),
      duration_minutes = coalesce((r.given ->> 'duration_minutes')::integer, e.duration_minutes)
    from private.import_found(tables, 'episodes') r
    where e.id = r.row_id
      and (e.title, e.season_id, e.episode_number, e.event_date, to_char(e.event_time, 'HH24:MI'), e.event_type, e.duration_minutes) is distinct from
      (coalesce(r.given ->> 'title', e.title), (r.given ->> 'season_id')::uuid, coalesce((r.given ->> 'episode_number')::integer, e.episode_number),
       coalesce((r.given ->> 'date')::date, e.event_date), coalesce(r.given ->> 'time', to_char(e.event_time, 'HH24:MI')),
       coalesce(r.given ->> 'kind', e.event_type), coalesce((r.given ->> 'duration_minutes')::integer, e.duration_minutes));
  get diagnostics changed = row_count;
  insert into public.calendar_events
      (external_key, title, season_id, episode_number, event_date, event_time, event_type, duration_minutes, broadcaster_id, streaming_provider_id)
    select r.given ->> 'external_key', coalesce(r.given ->> 'title', r.given ->> 'usual_title'), r.season_id, (r.given ->> 'episode_number')::integer,
      (r.given ->> 'date')::date, coalesce((r.given ->> 'time')::time, t.usual), coalesce(r.given ->> 'kind', 'episode'),
      (r.given ->> 'duration_minutes')::integer, f.broadcaster_id, f.streaming_provider_id
    from jsonb_to_recordset(rows) as r (nth bigint, given jsonb, format_id uuid, season_id uuid, event_id uuid)
    join public.formats f on f.id = r.format_id
    join private.import_times(tables) t on t.format_key = r.given ->> 'format_key'
    where r.event_id is null and r.given ->> 'date' is not null order by r.nth;
  get diagnostics made = row_count;
  return private.import_counted((
    select count(*)::integer from jsonb_array_elements(rows) r where r ->> 'event_id' is not null or r #>> '{given,date}' is not null), changed + made, made);
end $$;

create function private.episodes_for_file(of_seasons uuid[]) returns table (event_id uuid, key text)
language sql stable security definer set search_path = '' as $$
  with listed as materialized (
    select e.id, e.external_key, e.is_rerun, e.episode_number, k.key || '/' || s.season_number || '/' || e.episode_number as usual_key,
      count(*) over (partition by e.season_id, e.episode_number, e.is_rerun) as alike
    from public.calendar_events e join public.seasons s on s.id = e.season_id
    join private.keys_for_file() k on k.table_name = 'formats' and k.row_id = s.format_id
    where e.season_id = any (of_seasons) and e.is_occurrence
  )
  -- Season and number say which one is meant, unless it is shown twice, has none, or something else was imported as that.
  select l.id, case
    when not l.is_rerun and l.episode_number is not null and l.alike = 1
      and not exists (select from public.calendar_events o where o.external_key = l.usual_key and o.id <> l.id)
      and not exists (select from private.import_keys k where k.table_name = 'episodes' and k.key = l.usual_key and k.row_id <> l.id) then null
    when private.usable_key(l.external_key, 200) then l.external_key
    else l.id::text end
  from listed l
$$;

create function private.tables_for_file(of_format uuid, of_season uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  everything constant boolean := of_format is null and of_season is null;
  seasons constant uuid[] := array(select s.id from public.seasons s where everything or s.format_id = of_format or s.id = of_season);
  formats constant uuid[] := array(select f.id from public.formats f where everything or f.id = of_format
    union select s.format_id from public.seasons s where s.id = of_season);
begin
  perform private.require_moderator();
  if cardinality(formats) = 0 and not everything then perform private.refuse('format.target_gone.format', '23503'); end if;
  return (
    with keys as materialized (select * from private.keys_for_file()),
    cast_rows as materialized (select p.*, k.key from public.season_participants p
      join keys k on k.table_name = 'stars' and k.row_id = p.star_id where p.season_id = any (seasons))
    select jsonb_build_object(
      'formats', (select coalesce(jsonb_agg(jsonb_build_object('key', k.key, 'name', f.name, 'short_name', f.short_name, 'broadcaster', b.name,
          'streaming_provider', p.name, 'description', f.description) order by f.name, f.id), '[]')
        from public.formats f join keys k on k.table_name = 'formats' and k.row_id = f.id
        left join public.broadcasters b on b.id = f.broadcaster_id left join public.streaming_providers p on p.id = f.streaming_provider_id
        where f.id = any (formats)),
      'seasons', (select coalesce(jsonb_agg(jsonb_build_object('format_key', k.key, 'season_number', s.season_number, 'title', s.title,
          'start_date', s.start_date, 'end_date', s.end_date, 'location', s.location) order by k.key, s.season_number), '[]')
        from public.seasons s join keys k on k.table_name = 'formats' and k.row_id = s.format_id where s.id = any (seasons)),
      'stars', (select coalesce(jsonb_agg(jsonb_build_object('key', k.key, 'first_name', x.first_name, 'last_name', x.last_name, 'nickname', x.nickname,
          'date_of_birth', x.birthdate) order by x.sort_key, x.id), '[]')
        from public.stars x join keys k on k.table_name = 'stars' and k.row_id = x.id
        where everything or exists (select from cast_rows c where c.star_id = x.id)),
      'participants', (select coalesce(jsonb_agg(jsonb_build_object('format_key', k.key, 'season_number', s.season_number, 'star_key', c.key,
          'placement', c.placement) order by k.key, s.season_number, c.sort_order, c.key), '[]')
        from cast_rows c join public.seasons s on s.id = c.season_id join keys k on k.table_name = 'formats' and k.row_id = s.format_id),
      'episodes', (select coalesce(jsonb_agg(jsonb_build_object('key', x.key, 'format_key', k.key, 'season_number', s.season_number,
          'episode_number', e.episode_number, 'title', e.title, 'date', e.event_date, 'time', to_char(e.event_time, 'HH24:MI'), 'kind', e.event_type,
          'duration_minutes', e.duration_minutes) order by k.key, s.season_number, e.event_date, e.event_time, e.episode_number, e.id), '[]')
        from private.episodes_for_file(seasons) x join public.calendar_events e on e.id = x.event_id join public.seasons s on s.id = e.season_id
        join keys k on k.table_name = 'formats' and k.row_id = s.format_id)));
end $$;

create function public.admin_export_tables(p_format uuid default null, p_season uuid default null) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.tables_for_file(p_format, p_season) $$;

create or replace function private.import_fields() returns table (
  place integer, table_name text, target text, field text, given_key text, column_name text
)
language sql immutable parallel safe set search_path = '' as $$
  values (1, 'formats', 'public.formats', 'name', 'name', 'name'), (1, 'formats', 'public.formats', 'short_name', 'short_name', 'short_name'),
    (1, 'formats', 'public.formats', 'description', 'description', 'description'),
    (1, 'formats', 'public.formats', 'broadcaster', 'broadcaster', 'broadcaster_id'),
    (1, 'formats', 'public.formats', 'streaming_provider', 'streaming_provider', 'streaming_provider_id'),
    (2, 'seasons', 'public.seasons', 'title', 'title', 'title'), (2, 'seasons', 'public.seasons', 'start_date', 'start_date', 'start_date'),
    (2, 'seasons', 'public.seasons', 'end_date', 'end_date', 'end_date'), (2, 'seasons', 'public.seasons', 'location', 'location', 'location'),
    (3, 'stars', 'public.stars', 'first_name', 'first_name', 'first_name'), (3, 'stars', 'public.stars', 'last_name', 'last_name', 'last_name'),
    (3, 'stars', 'public.stars', 'nickname', 'nickname', 'nickname'), (3, 'stars', 'public.stars', 'date_of_birth', 'birthdate', 'birthdate'),
    (4, 'participants', 'public.season_participants', 'place', 'placement', 'placement'),
    (4, 'participants', 'public.season_participants', null, 'sort_order', 'sort_order'),
    (5, 'episodes', 'public.calendar_events', 'title', 'title', 'title'), (5, 'episodes', 'public.calendar_events', 'date', 'date', 'event_date'),
    (5, 'episodes', 'public.calendar_events', 'time', 'time', 'event_time'), (5, 'episodes', 'public.calendar_events', 'kind', 'kind', 'event_type'),
    (5, 'episodes', 'public.calendar_events', 'duration_minutes', 'duration_minutes', 'duration_minutes'),
    (5, 'episodes', 'public.calendar_events', 'episode_number', 'episode_number', 'episode_number'),
    (5, 'episodes', 'public.calendar_events', null, 'season_id', 'season_id')
$$;

create function private.squash(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(normalize(value, nfc),
    '[\t-\r \u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' ');
end $$;

create function private.import_names(tables jsonb) returns table (table_name text, key text, row_id uuid)
language plpgsql stable rows 20000 security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with given as materialized (
    select g.table_name, g.key, min(g.same::text)::uuid as same from (
      select 'formats' as table_name, d ->> 'key' as key, private.as_uuid(d ->> 'same') as same
        from jsonb_array_elements(private.import_rows(tables, 'formats')) d
      union all select 'stars', d ->> 'key', private.as_uuid(d ->> 'same') from jsonb_array_elements(private.import_rows(tables, 'stars')) d
      union all select 'episodes', d ->> 'external_key', private.as_uuid(d ->> 'same')
        from jsonb_array_elements(private.import_rows(tables, 'episodes')) d
      union all select 'stars', d ->> 'star_key', null from jsonb_array_elements(private.import_rows(tables, 'participants')) d
      union all select 'formats', d ->> 'format_key', null
        from (values ('seasons'), ('participants'), ('episodes')) t (name) cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) d
    ) g where g.key is not null group by g.table_name, g.key
  ), means as (
    select 1 as rank, g.table_name, g.key, f.id from given g join public.formats f on f.external_key = g.key where g.table_name = 'formats'
    union all select 1, g.table_name, g.key, s.id from given g join public.stars s on s.external_key = g.key where g.table_name = 'stars'
    union all select 1, g.table_name, g.key, e.id from given g join public.calendar_events e on e.external_key = g.key
      where g.table_name = 'episodes' and e.is_occurrence
    union all select 2, g.table_name, g.key, k.row_id from given g
      join private.import_keys k on k.table_name = g.table_name and k.key = g.key
      where not exists (select from private.imports i where i.id = k.import_id and i.undone_at is not null)
    union all select 3, g.table_name, g.key, g.same from given g where g.same is not null
    -- An address means what it leads to, also in files that were exported before anybody gave a key.
    union all select 4, g.table_name, g.key, f.id from given g join public.formats f on f.slug = g.key where g.table_name = 'formats'
    union all select 4, g.table_name, g.key, s.id from given g join public.stars s on s.slug = g.key where g.table_name = 'stars'
    union all select 5, g.table_name, g.key, h.format_id from given g join public.format_slug_history h on h.old_slug = g.key where g.table_name = 'formats'
    union all select 5, g.table_name, g.key, h.star_id from given g join public.star_slug_history h on h.old_slug = g.key where g.table_name = 'stars'
    union all select 6, g.table_name, g.key, private.as_uuid(g.key) from given g where private.as_uuid(g.key) is not null
  )
  select distinct on (m.table_name, m.key) m.table_name, m.key, m.id from means m
  where case m.table_name when 'formats' then exists (select from public.formats f where f.id = m.id)
    when 'stars' then exists (select from public.stars s where s.id = m.id)
    else exists (select from public.calendar_events e where e.id = m.id and e.is_occurrence) end
  order by m.table_name, m.key, m.rank;
end $$;

create function private.usable_key(key text, most integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select key is not null and char_length(key) <= most and key <> '' and private.squash(key) = key
$$;

create function private.keys_for_file() returns table (table_name text, row_id uuid, key text)
language sql stable security definer set search_path = '' as $$
  select 'formats', f.id, case when private.usable_key(f.external_key, 100) then f.external_key
    when char_length(f.slug) <= 100 and not exists (select from public.formats o where o.external_key = f.slug)
      and not exists (select from private.import_keys k where k.table_name = 'formats' and k.key = f.slug) then f.slug
    else f.id::text end
  from public.formats f
  union all
  select 'stars', s.id, case when private.usable_key(s.external_key, 100) then s.external_key
    when char_length(s.slug) <= 100 and not exists (select from public.stars o where o.external_key = s.slug)
      and not exists (select from private.import_keys k where k.table_name = 'stars' and k.key = s.slug) then s.slug
    else s.id::text end
  from public.stars s
$$;

create function private.broadcaster_named(wanted text) returns uuid
language sql stable strict set search_path = '' as $$
  select b.id from public.broadcasters b where private.search_fold(b.name) = private.search_fold(wanted) order by b.name <> wanted, b.name limit 1
$$;

create function private.provider_named(wanted text) returns uuid
language sql stable strict set search_path = '' as $$
  select p.id from public.streaming_providers p where private.search_fold(p.name) = private.search_fold(wanted) order by p.name <> wanted, p.name limit 1
$$;

create function private.import_episodes_there(tables jsonb) returns table (
  nth bigint, given jsonb, format_id uuid, season_id uuid, event_id uuid
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with names as materialized (select * from private.import_names(tables)), rows as materialized (
    select d.nth, d.given, fn.row_id as format_id, s.id as season_id, own.row_id as own_id, coalesce(d.given ->> 'kind', 'episode') as kind,
      (d.given ->> 'episode_number')::integer as number, (d.given ->> 'date')::date as day
    from jsonb_array_elements(private.import_rows(tables, 'episodes')) with ordinality as d (given, nth)
    left join names fn on fn.table_name = 'formats' and fn.key = d.given ->> 'format_key'
    left join public.seasons s on s.format_id = fn.row_id and s.season_number = (d.given ->> 'season_number')::integer
    left join names own on own.table_name = 'episodes' and own.key = d.given ->> 'external_key'
  ), alike as (
    select distinct on (r.nth) r.nth, e.id
    from rows r join public.calendar_events e on e.season_id = r.season_id and e.is_occurrence
      -- What is shown again, and what has no number, is told apart by its day.
      and case when r.kind = 'rerun' or r.number is null
        then e.event_type = r.kind and e.event_date = r.day and e.episode_number is not distinct from r.number
        else e.episode_number = r.number and not e.is_rerun end
    where r.own_id is null and not exists (select from rows o where o.own_id = e.id)
    order by r.nth, e.event_date is distinct from r.day, e.event_date, e.event_time, e.id
  ), one_each as (
    select distinct on (a.id) a.nth, a.id from alike a order by a.id, a.nth
  )
  select r.nth, r.given, r.format_id, r.season_id, coalesce(r.own_id, o.id) from rows r left join one_each o on o.nth = r.nth;
end $$;

create function private.import_matched(tables jsonb, part text) returns table (
  table_name text, row_id uuid, part_id uuid, row_name text, nth bigint, given jsonb, known jsonb, stored jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if coalesce(part, 'formats') = 'formats' and tables ? 'formats' then
    return query
    select 'formats', f.id, '00000000-0000-0000-0000-000000000000'::uuid, f.name, d.nth,
      -- Written as it is written here.
      d.given || jsonb_strip_nulls(jsonb_build_object(
        'broadcaster', case when private.search_fold(d.given ->> 'broadcaster') = private.search_fold(b.name) then b.name
          else (select x.name from public.broadcasters x where x.id = private.broadcaster_named(d.given ->> 'broadcaster')) end,
        'streaming_provider', case when private.search_fold(d.given ->> 'streaming_provider') = private.search_fold(p.name) then p.name
          else (select x.name from public.streaming_providers x where x.id = private.provider_named(d.given ->> 'streaming_provider')) end)),
      to_jsonb(f) || jsonb_build_object('broadcaster', b.name, 'streaming_provider', p.name), to_jsonb(f)
    from jsonb_array_elements(private.import_rows(tables, 'formats')) with ordinality as d (given, nth)
    join private.import_names(tables) n on n.table_name = 'formats' and n.key = d.given ->> 'key'
    join public.formats f on f.id = n.row_id
    left join public.broadcasters b on b.id = f.broadcaster_id
    left join public.streaming_providers p on p.id = f.streaming_provider_id;
  end if;
  if coalesce(part, 'seasons') = 'seasons' and tables ? 'seasons' then
    return query
    select 'seasons', s.id, '00000000-0000-0000-0000-000000000000'::uuid, f.name || ', Staffel ' || s.season_number, d.nth, d.given, to_jsonb(s), to_jsonb(s)
    from jsonb_array_elements(private.import_rows(tables, 'seasons')) with ordinality as d (given, nth)
    join private.import_names(tables) n on n.table_name = 'formats' and n.key = d.given ->> 'format_key'
    join public.formats f on f.id = n.row_id
    join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer;
  end if;
  if coalesce(part, 'stars') = 'stars' and tables ? 'stars' then
    return query
    select 'stars', s.id, '00000000-0000-0000-0000-000000000000'::uuid, s.full_name, d.nth, d.given, to_jsonb(s), to_jsonb(s)
    from jsonb_array_elements(private.import_rows(tables, 'stars')) with ordinality as d (given, nth)
    join private.import_names(tables) n on n.table_name = 'stars' and n.key = d.given ->> 'key'
    join public.stars s on s.id = n.row_id;
  end if;
  if coalesce(part, 'participants') = 'participants' and tables ? 'participants' then
    return query
    select 'participants', p.season_id, p.star_id, x.full_name || ', ' || f.name || ', Staffel ' || s.season_number, d.nth,
      -- The order of a cast that somebody made by hand changes only with a place.
      d.given || case when coalesce(d.given ->> 'placement', p.placement) is not distinct from p.placement
        then jsonb_build_object('sort_order', p.sort_order) else '{}' end, to_jsonb(p), to_jsonb(p)
    from jsonb_array_elements(private.import_rows(tables, 'participants')) with ordinality as d (given, nth)
    join private.import_names(tables) n on n.table_name = 'formats' and n.key = d.given ->> 'format_key'
    join public.formats f on f.id = n.row_id
    join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer
    join private.import_names(tables) star on star.table_name = 'stars' and star.key = d.given ->> 'star_key'
    join public.stars x on x.id = star.row_id
    join public.season_participants p on p.season_id = s.id and p.star_id = x.id;
  end if;
  if coalesce(part, 'episodes') = 'episodes' and tables ? 'episodes' then
    return query
    select 'episodes', e.id, '00000000-0000-0000-0000-000000000000'::uuid,
      concat_ws(', ', e.format_name, private.stored_text('format.season', e.season_number::text),
        coalesce(private.stored_text('calendar.episode', d.given ->> 'episode_number'), e.title)), d.nth,
      -- A season that the same import makes is another one than now.
      d.given || jsonb_build_object('season_id', coalesce(d.season_id::text, 'new')),
      to_jsonb(e) || jsonb_build_object('date', e.event_date, 'time', to_char(e.event_time, 'HH24:MI'), 'kind', e.event_type), to_jsonb(e)
    from private.import_episodes_there(tables) d join public.calendar_events e on e.id = d.event_id;
  end if;
end $$;

create function private.import_found(tables jsonb, part text default null) returns table (
  table_name text, row_id uuid, part_id uuid, row_name text, nth bigint, given jsonb, known jsonb, stored jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with matched as materialized (select * from private.import_matched(tables, part)), spelled as (
    select m.table_name, m.nth, jsonb_object_agg(f.given_key, m.known -> f.given_key) as as_known
    from matched m join private.import_fields() f on f.table_name = m.table_name
    where m.given ->> f.given_key <> m.known ->> f.given_key and private.squash(m.given ->> f.given_key) = private.squash(m.known ->> f.given_key)
    group by m.table_name, m.nth
  )
  select m.table_name, m.row_id, m.part_id, m.row_name, m.nth, m.given || coalesce(s.as_known, '{}'), m.known, m.stored
  from matched m left join spelled s on s.table_name = m.table_name and s.nth = m.nth;
end $$;

create or replace function private.import_changes(tables jsonb) returns table (
  place integer, table_name text, row_name text, field text, given_key text, old_value text, new_value text, nth bigint, lock_key text, locked boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select f.place, r.table_name, r.row_name, f.field, f.given_key, r.known ->> f.given_key, r.given ->> f.given_key, r.nth,
    concat_ws(':', r.table_name, r.row_id, r.part_id, f.column_name),
    exists (select from private.hand_edits h where h.table_name = r.table_name and h.row_id = r.row_id and h.part_id = r.part_id
      and h.column_name = f.column_name)
  from private.import_found(tables) r
  join private.import_fields() f on f.table_name = r.table_name and f.field is not null
  where r.given ->> f.given_key is not null and r.given ->> f.given_key is distinct from r.known ->> f.given_key;
end $$;

create or replace function private.import_preview(tables jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as materialized (
    select r.table_name, r.nth,
      bool_or(r.given ->> f.given_key is not null and r.given ->> f.given_key is distinct from r.known ->> f.given_key) as differs
    from private.import_found(tables) r join private.import_fields() f on f.table_name = r.table_name
    group by r.table_name, r.nth
  ), made as materialized (select n.table_name, count(*) as rows from private.import_new(tables) n group by n.table_name)
  select coalesce(jsonb_object_agg(t.name, (
    select private.import_counted((count(*) + coalesce(m.rows, 0))::integer, (count(*) filter (where f.differs) + coalesce(m.rows, 0))::integer,
      coalesce(m.rows, 0)::integer)
    from found f where f.table_name = t.name)), '{}')
  from (select distinct f.table_name as name from private.import_fields() f) t left join made m on m.table_name = t.name where tables ? t.name
$$;

-- What an import leaves alone: empty cells, and what stands here but in no row.

create function private.import_kept(tables jsonb) returns table (place integer, table_name text, row_name text, field text, value text)
language sql stable security definer set search_path = '' as $$
  select f.place, r.table_name, r.row_name, f.field, r.known ->> f.given_key
  from private.import_found(tables) r join private.import_fields() f on f.table_name = r.table_name and f.field is not null
  -- A column that the file does not have has no empty cells.
  where r.given ? f.given_key and r.given ->> f.given_key is null and r.known ->> f.given_key is not null
$$;

create function private.import_absent(tables jsonb) returns table (place integer, table_name text, row_id uuid, part_id uuid, row_name text)
language sql stable security definer set search_path = '' as $$
  with names as materialized (select * from private.import_names(tables)),
  found as materialized (select f.table_name, f.row_id, f.part_id from private.import_found(tables) f where f.table_name in ('participants', 'episodes')),
  -- A file speaks for the seasons it names.
  seasons as (
    select distinct t.name, s.id, f.name as format_name, s.season_number
    from (values ('participants'), ('episodes')) t (name)
    cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) d
    join names n on n.table_name = 'formats' and n.key = d ->> 'format_key'
    join public.formats f on f.id = n.row_id
    join public.seasons s on s.format_id = f.id and s.season_number = (d ->> 'season_number')::integer
  )
  select 4, 'participants', p.season_id, p.star_id, x.full_name || ', ' || s.format_name || ', Staffel ' || s.season_number
  from seasons s join public.season_participants p on p.season_id = s.id join public.stars x on x.id = p.star_id
  where s.name = 'participants'
    and not exists (select from found f where f.table_name = s.name and f.row_id = p.season_id and f.part_id = p.star_id)
  union all
  select 5, 'episodes', e.id, '00000000-0000-0000-0000-000000000000'::uuid,
    concat_ws(', ', s.format_name || ', Staffel ' || s.season_number, private.stored_text('calendar.episode', e.episode_number::text), e.title, to_char(e.event_date, 'DD.MM.YYYY'))
  from seasons s join public.calendar_events e on e.season_id = s.id and e.is_occurrence
  where s.name = 'episodes' and not exists (select from found f where f.table_name = s.name and f.row_id = e.id)
    -- A list without kinds is one of numbered episodes.
    and (e.episode_number is not null and not e.is_rerun
      or exists (select from jsonb_array_elements(private.import_rows(tables, 'episodes')) d where d ? 'kind'))
$$;

create or replace function private.admin_import_changes(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- More are read by nobody, and a first import of thousands of rows changes none.
declare most constant integer := 500;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      -- Those to decide about first.
      select c.*, row_number() over (order by c.locked desc, c.place, c.row_name, c.field) as listed_at from private.import_changes(tables) c
    ), kept as materialized (
      select k.*, row_number() over (order by k.place, k.row_name, k.field) as listed_at from private.import_kept(tables) k
    ), absent as materialized (
      select a.*, row_number() over (order by a.place, a.row_name, a.row_id) as listed_at from private.import_absent(tables) a
    )
    select jsonb_build_object('seen', private.import_seen(tables), 'total', (select count(*) from listed), 'locked', (select count(*) from listed l where l.locked),
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.lock_key, 'table', l.table_name, 'row', l.row_name, 'field', l.field,
        'old', l.old_value, 'new', l.new_value, 'locked', l.locked) order by l.listed_at) from listed l where l.listed_at <= most), '[]'),
      'kept', jsonb_build_object('total', (select count(*) from kept), 'items', coalesce((
        select jsonb_agg(jsonb_build_object('table', k.table_name, 'row', k.row_name, 'field', k.field, 'value', k.value) order by k.listed_at)
        from kept k where k.listed_at <= most), '[]')),
      'absent', jsonb_build_object('total', (select count(*) from absent), 'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', concat_ws(':', a.table_name, a.row_id, a.part_id), 'table', a.table_name, 'row', a.row_name)
          order by a.listed_at) from absent a where a.listed_at <= most), '[]'))));
end $$;

-- New rows are named, so that a person who is there already does not come a second time unseen.

create function private.import_new(tables jsonb, part text default null) returns table (table_name text, nth bigint, given jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select t.name, d.nth, d.given
  from (select distinct f.table_name as name from private.import_fields() f) t
  cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) with ordinality as d (given, nth)
  where (part is null or t.name = part) and (t.name, d.nth) not in (select r.table_name, r.nth from private.import_matched(tables, part) r)
    -- Without a day nothing enters the calendar.
    and (t.name <> 'episodes' or d.given ->> 'date' is not null);
end $$;

create function private.unanswered(tables jsonb, part text) returns jsonb
language sql stable set search_path = '' as $$
  select case when tables ? part then tables || jsonb_build_object(part, (
    select coalesce(jsonb_agg(d.given - 'same' order by d.nth), '[]') from jsonb_array_elements(private.import_rows(tables, part)) with ordinality as d (given, nth)))
    else tables end
$$;

create function private.import_doubles(tables jsonb) returns table (table_name text, nth bigint, id uuid, name text, slug text, facts jsonb)
language sql stable security definer set search_path = '' as $$
  with made as materialized (
    select n.table_name, n.nth, w.folded
    from private.import_new(private.unanswered(private.unanswered(tables, 'formats'), 'stars')) n
    cross join lateral (
      select private.search_fold(n.given ->> 'name') as folded where n.table_name = 'formats'
      union select private.search_fold(n.given ->> 'short_name') where n.table_name = 'formats'
      union select private.search_fold(coalesce(nullif(btrim(concat_ws(' ', n.given ->> 'first_name', n.given ->> 'last_name')), ''), n.given ->> 'nickname'))
        where n.table_name = 'stars'
    ) w where n.table_name in ('formats', 'stars') and w.folded <> ''
  ), there as materialized (
    select 'formats' as table_name, f.id, private.search_fold(f.name) as folded from public.formats f
    union select 'formats', f.id, private.search_fold(f.short_name) from public.formats f
    union select 'stars', s.id, private.search_fold(s.first_name || ' ' || s.last_name) from public.stars s
    union select 'stars', s.id, private.search_fold(s.nickname) from public.stars s
  ), alike as materialized (
    select distinct m.table_name, m.nth, t.id from made m join there t on t.table_name = m.table_name and t.folded = m.folded
  )
  select a.table_name, a.nth, f.id, f.name, f.slug, jsonb_build_object('channel', b.name, 'seasons', (
      select coalesce(jsonb_agg(s.season_number order by s.season_number desc), '[]') from public.seasons s where s.format_id = f.id))
    from alike a join public.formats f on f.id = a.id left join public.broadcasters b on b.id = f.broadcaster_id where a.table_name = 'formats'
  union all
  select a.table_name, a.nth, x.id, x.full_name, x.slug, jsonb_build_object('born', x.birthdate, 'shows', (
      select coalesce(jsonb_agg(f.name || ' ' || s.season_number order by s.start_date desc nulls last, f.name), '[]')
      from public.season_participants p join public.seasons s on s.id = p.season_id join public.formats f on f.id = s.format_id where p.star_id = x.id))
    from alike a join public.stars x on x.id = a.id where a.table_name = 'stars'
$$;

create function private.import_alike_episodes(tables jsonb) returns table (table_name text, nth bigint, id uuid, name text, slug text, facts jsonb)
language sql stable security definer set search_path = '' as $$
  with rows as materialized (select * from private.import_episodes_there(private.unanswered(tables, 'episodes')))
  select 'episodes', r.nth, e.id, e.title, null::text, jsonb_build_object('date', e.event_date, 'time', to_char(e.event_time, 'HH24:MI'), 'channel', e.channel)
  from rows r join public.formats f on f.id = r.format_id
  join public.calendar_events e on e.event_date = (r.given ->> 'date')::date and e.is_occurrence and not e.is_rerun and e.episode_number is null
    and (e.season_id is null or e.season_id = r.season_id)
    and (e.format_id = f.id or e.format_id is null and private.search_fold(coalesce(e.format_name, e.title)) = private.search_fold(f.name))
  where r.event_id is null and r.given ->> 'episode_number' is not null and coalesce(r.given ->> 'kind', 'episode') <> 'rerun'
    and not exists (select from rows o where o.event_id = e.id)
$$;

create function private.usual_time(format uuid) returns time
language sql stable set search_path = '' as $$
  select mode() within group (order by e.event_time) from (
    select e.event_time from public.calendar_events e where e.format_id = format and e.is_occurrence and not e.is_rerun
    order by e.event_date desc, e.event_time desc limit 30) e
$$;

create function private.import_times(tables jsonb) returns table (format_key text, format_name text, usual time, origin text)
language sql stable security definer set search_path = '' as $$
  select k.key, coalesce(f.name, (select d ->> 'name' from jsonb_array_elements(private.import_rows(tables, 'formats')) d where d ->> 'key' = k.key limit 1), k.key),
    coalesce(private.usual_time(f.id), k.in_file, '20:15'),
    case when private.usual_time(f.id) is not null then 'calendar' when k.in_file is not null then 'file' else 'default' end
  from (
    select d ->> 'format_key' as key, mode() within group (order by (d ->> 'time')::time) as in_file
    from jsonb_array_elements(private.import_rows(tables, 'episodes')) d group by d ->> 'format_key') k
  left join private.import_names(tables) n on n.table_name = 'formats' and n.key = k.key
  left join public.formats f on f.id = n.row_id
$$;

create function private.import_told_new(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with made as materialized (select * from private.import_new(tables))
    select jsonb_build_object(
      'rows', coalesce((select jsonb_object_agg(t.table_name, t.rows) from (
        select n.table_name, jsonb_agg(n.nth order by n.nth) as rows from made n group by n.table_name) t), '{}'),
      'doubles', coalesce((select jsonb_agg(jsonb_build_object('table', d.table_name, 'nth', d.nth, 'id', d.id, 'name', d.name, 'slug', d.slug)
          || d.facts order by d.table_name, d.nth, d.name, d.id)
        from (select * from private.import_doubles(tables) union all select * from private.import_alike_episodes(tables)) d), '[]'),
      'times', coalesce((select jsonb_agg(jsonb_build_object('format', t.format_name, 'time', to_char(t.usual, 'HH24:MI'), 'origin', t.origin,
          'episodes', t.episodes) order by t.format_name) from (
        select t.format_name, t.usual, t.origin, count(*) as episodes from private.import_times(tables) t
        join made n on n.table_name = 'episodes' and n.given ->> 'format_key' = t.format_key and n.given ->> 'time' is null
        group by t.format_name, t.usual, t.origin) t), '[]')));
end $$;

create or replace function private.admin_import_new(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return private.import_told_new(tables);
end $$;

-- Without this check, a row whose format, season or star is missing would silently drop out of a join.
create or replace function private.import_missing(tables jsonb) returns text
language sql stable set search_path = '' as $$
  with names as materialized (select * from private.import_names(tables))
  select d.format_key
  from jsonb_to_recordset(private.import_rows(tables, 'seasons')) as d (format_key text)
  where not exists (select from names n where n.table_name = 'formats' and n.key = d.format_key)
    and not exists (select from jsonb_array_elements(private.import_rows(tables, 'formats')) n where n ->> 'key' = d.format_key)
  limit 1
$$;

create function private.import_channels(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'formats');
  broadcasters uuid[];
  providers uuid[];
begin
  with made as (
    insert into public.broadcasters (name)
    select distinct on (private.search_fold(d ->> 'broadcaster')) d ->> 'broadcaster' from jsonb_array_elements(given) d
    where d ->> 'broadcaster' is not null and private.broadcaster_named(d ->> 'broadcaster') is null
    order by private.search_fold(d ->> 'broadcaster'), d ->> 'broadcaster' on conflict (name) do nothing returning id
  ) select array_agg(m.id) into broadcasters from made m;
  with made as (
    insert into public.streaming_providers (name)
    select distinct on (private.search_fold(d ->> 'streaming_provider')) d ->> 'streaming_provider' from jsonb_array_elements(given) d
    where d ->> 'streaming_provider' is not null and private.provider_named(d ->> 'streaming_provider') is null
    order by private.search_fold(d ->> 'streaming_provider'), d ->> 'streaming_provider' on conflict (name) do nothing returning id
  ) select array_agg(m.id) into providers from made m;
  return jsonb_strip_nulls(jsonb_build_object('broadcasters', to_jsonb(broadcasters), 'providers', to_jsonb(providers)));
end $$;

create or replace function private.import_formats(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  changed integer;
  made integer;
begin
  update public.formats f set name = d.name, short_name = coalesce(d.short_name, f.short_name), description = coalesce(d.description, f.description),
      broadcaster_id = coalesce(d.broadcaster_id, f.broadcaster_id), streaming_provider_id = coalesce(d.provider_id, f.streaming_provider_id)
    from (
      select r.row_id, r.given ->> 'name' as name, r.given ->> 'short_name' as short_name, r.given ->> 'description' as description,
        private.broadcaster_named(r.given ->> 'broadcaster') as broadcaster_id, private.provider_named(r.given ->> 'streaming_provider') as provider_id
      from private.import_found(tables, 'formats') r) d
    where f.id = d.row_id and (f.name, f.short_name, f.description, f.broadcaster_id, f.streaming_provider_id) is distinct from
      (d.name, coalesce(d.short_name, f.short_name), coalesce(d.description, f.description), coalesce(d.broadcaster_id, f.broadcaster_id),
       coalesce(d.provider_id, f.streaming_provider_id));
  get diagnostics changed = row_count;
  insert into public.formats (external_key, name, short_name, description, broadcaster_id, streaming_provider_id)
    select n.given ->> 'key', n.given ->> 'name', n.given ->> 'short_name', n.given ->> 'description',
      private.broadcaster_named(n.given ->> 'broadcaster'), private.provider_named(n.given ->> 'streaming_provider')
    from private.import_new(tables, 'formats') n order by n.nth;
  get diagnostics made = row_count;
  return private.import_counted(jsonb_array_length(private.import_rows(tables, 'formats')), changed + made, made);
end $$;

create or replace function private.import_seasons(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  changed integer;
  made integer;
begin
  update public.seasons s set title = coalesce(r.given ->> 'title', s.title), start_date = coalesce((r.given ->> 'start_date')::date, s.start_date),
      end_date = coalesce((r.given ->> 'end_date')::date, s.end_date), location = coalesce(r.given ->> 'location', s.location)
    from private.import_found(tables, 'seasons') r
    where s.id = r.row_id and (s.title, s.start_date, s.end_date, s.location) is distinct from
      (coalesce(r.given ->> 'title', s.title), coalesce((r.given ->> 'start_date')::date, s.start_date),
       coalesce((r.given ->> 'end_date')::date, s.end_date), coalesce(r.given ->> 'location', s.location));
  get diagnostics changed = row_count;
  insert into public.seasons (external_key, format_id, season_number, title, start_date, end_date, location)
    -- A season that was given another number keeps the key of the old one.
    select case when not exists (select from public.seasons o where o.external_key = n.given ->> 'external_key') then n.given ->> 'external_key' end,
      k.row_id, (n.given ->> 'season_number')::integer, n.given ->> 'title', (n.given ->> 'start_date')::date, (n.given ->> 'end_date')::date,
      n.given ->> 'location'
    from private.import_new(tables, 'seasons') n
    join private.import_names(tables) k on k.table_name = 'formats' and k.key = n.given ->> 'format_key' order by n.nth;
  get diagnostics made = row_count;
  return private.import_counted(jsonb_array_length(private.import_rows(tables, 'seasons')), changed + made, made);
end $$;

-- The slug of a new star ends with part of its id, so another id is drawn if the slug is taken.
create or replace function private.import_stars(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'stars');
  missing constant jsonb := (select coalesce(jsonb_agg(n.given order by n.nth), '[]') from private.import_new(tables, 'stars') n);
  changed integer;
  entered integer;
  made integer := 0;
begin
  update public.stars s set first_name = d.first_name, last_name = d.last_name,
      nickname = coalesce(d.nickname, s.nickname), birthdate = coalesce(d.birthdate, s.birthdate)
    from (
      select r.row_id, r.given ->> 'first_name' as first_name, r.given ->> 'last_name' as last_name, r.given ->> 'nickname' as nickname,
        (r.given ->> 'birthdate')::date as birthdate
      from private.import_found(tables, 'stars') r) d
    where s.id = d.row_id and (s.first_name, s.last_name, s.nickname, s.birthdate) is distinct from
      (d.first_name, d.last_name, coalesce(d.nickname, s.nickname), coalesce(d.birthdate, s.birthdate));
  get diagnostics changed = row_count;
  loop
    with drawn as materialized (
      select gen_random_uuid() as id, d.*
      from jsonb_to_recordset(missing) as d (key text, first_name text, last_name text, nickname text, birthdate date)
      where not exists (select from public.stars s where s.external_key = d.key)
    ), slugged as (
      select distinct on (slug) drawn.*, private.star_slug(drawn.id, drawn.first_name, drawn.nickname, drawn.last_name) as slug from drawn
    )
    insert into public.stars (id, external_key, first_name, last_name, nickname, birthdate)
      select n.id, n.key, n.first_name, n.last_name, n.nickname, n.birthdate
      from slugged n where not exists (select from public.stars s where s.slug = n.slug);
    get diagnostics entered = row_count;
    made := made + entered;
    -- The slug of a new star ends with part of its id: whoever met one that is taken draws another.
    exit when entered = 0;
  end loop;
  return private.import_counted(jsonb_array_length(given), changed + made, made);
end $$;

create or replace function private.retain_imports() returns void
language sql set search_path = '' as $$
  delete from private.import_keys k using private.imports i
    where i.id = k.import_id and i.undone_at is not null and i.applied_at < now() - interval '30 days';
  delete from private.imports where applied_at < now() - interval '30 days';
  delete from private.import_keys k where not exists (select from public.formats f where f.id = k.row_id)
    and not exists (select from public.stars s where s.id = k.row_id) and not exists (select from public.calendar_events e where e.id = k.row_id)
    and not exists (select from private.binned_rows b where b.content ->> 'id' = k.row_id::text);
  delete from private.hand_edits h where not exists (select from public.formats f where f.id = h.row_id)
    and not exists (select from public.seasons s where s.id = h.row_id) and not exists (select from public.stars s where s.id = h.row_id)
    and not exists (select from public.calendar_events e where e.id = h.row_id)
    -- What lies in the bin comes back with them.
    and not exists (select from private.binned_rows b where b.content ->> 'id' = h.row_id::text);
$$;

create function private.unused_channels(made jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with going as (
    select array(select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid) as formats,
      array(select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid) as seasons,
      array(select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid) as events
  ), staying as materialized (
    select f.broadcaster_id, f.streaming_provider_id from public.formats f, going g where f.id <> all (g.formats)
    union select e.broadcaster_id, e.streaming_provider_id from public.calendar_events e, going g
      where (e.broadcaster_id is not null or e.streaming_provider_id is not null) and e.id <> all (g.events)
        and coalesce(e.season_id <> all (g.seasons), true) and coalesce(e.format_id <> all (g.formats), true)
  )
  select jsonb_build_object(
    'broadcasters', (select coalesce(jsonb_agg(d.id), '[]') from jsonb_array_elements_text(coalesce(made -> 'broadcasters', '[]')) d (id)
      where not exists (select from staying s where s.broadcaster_id = d.id::uuid)),
    'providers', (select coalesce(jsonb_agg(d.id), '[]') from jsonb_array_elements_text(coalesce(made -> 'providers', '[]')) d (id)
      where not exists (select from staying s where s.streaming_provider_id = d.id::uuid)))
$$;

create or replace function private.undo_import(import_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.imports;
  reverted integer;
  removed integer := 0;
  hit integer;
  restored integer := 0;
  made jsonb;
  unused jsonb;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  select * into known from private.imports i
    where i.id = import_id and i.undone_at is null and private.restorable_until(i.applied_at) > now() for update;
  -- Somebody else was first, or the 30 days are over.
  if not found then return null; end if;
  made := known.created;
  perform private.log_staff_action('undo_import', 'import', null, known.counts);
  perform set_config('hot.importing', 'true', true);
  -- What changed again since stays.
  reverted := (select count(*) from jsonb_array_elements(known.changed) c where private.set_back(c));
  if known.removed_bin is not null then
    restored := coalesce((select sum(c.value::integer) from private.bin b cross join lateral jsonb_each_text(b.counts) c where b.id = known.removed_bin), 0);
    perform private.restore_from_bin(known.removed_bin);
    perform set_config('hot.importing', 'true', true);
  end if;
  unused := private.unused_channels(made);
  perform private.put_in_bin('import', private.stored_text('import.undone', to_char(known.applied_at at time zone 'Europe/Berlin', 'DD.MM.YYYY, HH24:MI')),
    jsonb_build_object('formats', coalesce(made -> 'formats', '[]'), 'seasons', coalesce(made -> 'seasons', '[]'),
      'stars', coalesce(made -> 'stars', '[]'), 'events', coalesce(made -> 'episodes', '[]'), 'participants', coalesce(made -> 'participants', '[]')) || unused);
  delete from public.season_participants p using jsonb_to_recordset(coalesce(made -> 'participants', '[]')) as d (season_id uuid, star_id uuid)
    where p.season_id = d.season_id and p.star_id = d.star_id;
  get diagnostics hit = row_count;
  removed := removed + hit;
  removed := removed + (select count(*) from public.calendar_events e where e.id in (select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid));
  delete from public.calendar_events e where e.id in (select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid)
    or e.season_id in (select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid)
    or e.format_id in (select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid);
  delete from public.seasons s where s.id in (select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.stars s where s.id in (select jsonb_array_elements_text(coalesce(made -> 'stars', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.formats f where f.id in (select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.broadcasters b where b.id in (select jsonb_array_elements_text(unused -> 'broadcasters')::uuid);
  delete from public.streaming_providers p where p.id in (select jsonb_array_elements_text(unused -> 'providers')::uuid);
  update private.imports i set undone_at = clock_timestamp() where i.id = import_id;
  perform set_config('hot.importing', '', true);
  return jsonb_build_object('removed', removed, 'reverted', reverted, 'kept', jsonb_array_length(known.changed) - reverted, 'restored', restored);
end $$;

create or replace function private.previews_of(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('url', l.url, 'title', l.title, 'site', l.site) order by wanted.place), '[]'::jsonb)
  from unnest(private.links_of(post)) with ordinality as wanted (url, place)
  join private.link_previews l on l.url = wanted.url and l.title is not null);
end $$;

create function private.minutes_together(since timestamptz, until timestamptz)
returns table (at timestamptz, processes integer,
  requests integer, p50 integer, p95 integer, ok integer, wrong integer, failed integer, refused integer,
  slow integer, unlogged integer, lost integer, queue integer, statements integer, database_ms integer,
  statement_p95 integer, statement_max integer, session_p95 integer, session_max integer, sockets integer,
  live integer, live_p95 integer, jobs integer, jobs_failed integer, mails_sent integer, mails_failed integer,
  mails_waiting integer, loop_p99 integer, loop_max integer, cpu integer, rss integer)
language sql stable set search_path = '' as $$
  select m.at, count(*)::integer,
    sum(m.requests)::integer as requests, max(m.p50) as p50, max(m.p95) as p95, sum(m.ok)::integer as ok,
    sum(m.wrong)::integer as wrong, sum(m.failed)::integer as failed, sum(m.refused)::integer as refused,
    sum(m.slow)::integer as slow, sum(m.unlogged)::integer as unlogged, sum(m.lost)::integer as lost,
    sum(m.queue)::integer as queue, sum(m.statements)::integer as statements,
    sum(m.database_ms)::integer as database_ms, max(m.statement_p95) as statement_p95,
    max(m.statement_max) as statement_max, max(m.session_p95) as session_p95, max(m.session_max) as session_max,
    sum(m.sockets)::integer as sockets, sum(m.live)::integer as live, max(m.live_p95) as live_p95,
    sum(m.jobs)::integer as jobs, sum(m.jobs_failed)::integer as jobs_failed,
    sum(m.mails_sent)::integer as mails_sent, sum(m.mails_failed)::integer as mails_failed,
    max(m.mails_waiting) as mails_waiting, max(m.loop_p99) as loop_p99, max(m.loop_max) as loop_max, max(m.cpu) as cpu, max(m.rss) as rss
  from private.server_minutes m where m.at >= since and m.at < until group by m.at
$$;

create or replace function private.admin_operations_page(hours integer, picked timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  step constant interval := make_interval(mins => case when hours <= 1 then 1 when hours <= 24 then 10 else 120 end);
  until constant timestamptz := now();
  since constant timestamptz := date_bin(step, now() - make_interval(hours => least(greatest(hours, 1), 336)), 'epoch');
  minute constant timestamptz := date_trunc('minute', picked);
begin
  perform private.require_admin();
  return jsonb_build_object(
    'since', since,
    'until', until,
    'step_minutes', extract(epoch from step)::integer / 60,
    'points', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.at), '[]') from (
        select date_bin(step, m.at, 'epoch') as at, max(m.requests) as requests, max(m.p95) as p95,
          sum(m.failed)::integer as failed, sum(m.refused)::integer as refused, max(m.statement_max) as statement_max,
          max(m.session_max) as session_max, max(m.sockets) as sockets, max(m.loop_max) as loop_max,
          (array_agg(m.at order by m.p95 desc, m.at))[1] as worst
        from private.minutes_together(since, until) m group by 1) p),
    'around', case when minute is null then '[]' else (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.at), '[]')
      from private.minutes_together(minute - interval '10 minutes', minute + interval '11 minutes') m) end,
    'kinds', private.minute_kinds(minute));
end $$;

create or replace function private.note_server_minutes(of_process integer, minutes jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.server_minutes (at, process,
    requests, p50, p95, ok, wrong, failed, refused, slow, unlogged, lost, queue, statements, database_ms,
    statement_p95, statement_max, session_p95, session_max, sockets, live, live_p95, jobs, jobs_failed, mails_sent,
    mails_failed, mails_waiting, loop_p99, cpu, rss, kinds, loop_max)
  select m.at, of_process,
    m.requests, m.p50, m.p95, m.ok, m.wrong, m.failed, m.refused, m.slow, m.unlogged, m.lost, m.queue, m.statements,
    m.database_ms, m.statement_p95, m.statement_max, m.session_p95, m.session_max, m.sockets, m.live, m.live_p95,
    m.jobs, m.jobs_failed, m.mails_sent, m.mails_failed, m.mails_waiting, m.loop_p99, m.cpu, m.rss, private.short_kinds(m.kinds), m.loop_max
  from jsonb_to_recordset(minutes) as m (at timestamptz,
    requests integer, p50 integer, p95 integer, ok integer, wrong integer, failed integer, refused integer,
    slow integer, unlogged integer, lost integer, queue integer, statements integer, database_ms integer,
    statement_p95 integer, statement_max integer, session_p95 integer, session_max integer, sockets integer,
    live integer, live_p95 integer, jobs integer, jobs_failed integer, mails_sent integer, mails_failed integer,
    mails_waiting integer, loop_p99 integer, cpu integer, rss integer, kinds jsonb, loop_max integer)
  on conflict (at, process) do nothing
$$;

-- What keeps throw-away accounts from moving a ranking keeps the first friends of a new site from moving anything. From its first
-- public start until it has enough members or 30 days have passed, a site is young: it trusts sooner and opens its charts with less
-- (docs/decisions/157-the-first-fifty.md). domain (chart/site-youth.ts) has the same numbers; a test compares them.
create table private.site_youth (
  id boolean primary key default true check (id),
  opened_at timestamptz not null default now(),
  ended_at timestamptz
);

create table private.episodes (
  season_id uuid not null references public.seasons on delete cascade,
  number integer not null check (number between 0 and 9999),
  first_available_at timestamptz,
  last_first_run_at timestamptz,
  primary key (season_id, number),
  constraint episodes_runs_in_order check (last_first_run_at >= first_available_at)
);

create table private.watch_progress (
  member_id uuid not null references public.profiles on delete cascade,
  season_id uuid not null references public.seasons on delete cascade,
  until_number integer not null check (until_number between 0 and 9999),
  updated_at timestamptz not null default now(),
  primary key (member_id, season_id)
);

create table private.season_slug_history (
  format_id uuid not null references public.formats on delete cascade,
  old_slug text not null,
  season_id uuid not null references public.seasons on delete cascade,
  created_at timestamptz not null default now(),
  primary key (format_id, old_slug)
);

create table private.post_slug_history (
  day date not null,
  old_slug text not null,
  post_id uuid not null references public.community_posts on delete cascade,
  is_gone boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (day, old_slug)
);

-- Else it would end by deleting the account and registering again (docs/decisions/145-a-ban-outlives-its-account.md). Only a keyed
-- hash of the address is kept, only as long as the ban, and only its owner learns of it: once the address is confirmed.

create table private.ban_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) check (octet_length(key) = 32)
);

create table private.kept_bans (
  address_hash bytea primary key,
  ends_at timestamptz not null,
  is_for_good boolean not null,
  decision_id uuid references public.moderation_actions on delete set null
);

create table private.concerns (
  id uuid primary key,
  -- What both sides call it. Not the id, which the sender chooses.
  reference text not null unique default 'M-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)),
  page text check (char_length(page) <= 500 and page ~ '^/([^/\\].*)?$'),
  wish text not null check (wish in ('correct', 'remove', 'object', 'access', 'contact')),
  speaks_for text check (char_length(speaks_for) between 1 and 100),
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  content text not null check (char_length(content) between 1 and 2000),
  token_hash text not null unique,
  asked_at timestamptz not null default clock_timestamp(),
  due_on date not null,
  confirmed_at timestamptz,
  outcome text check (outcome in ('granted', 'partly', 'refused')),
  answer text check (char_length(answer) between 1 and 2000),
  decided_at timestamptz,
  decided_by uuid references public.profiles on delete set null,
  constraint concerns_page check (wish in ('access', 'contact') or page is not null),
  constraint concerns_decided check ((outcome is null) = (decided_at is null) and (outcome is null or confirmed_at is not null)),
  constraint concerns_explained check (outcome is null or outcome = 'granted' or answer is not null)
);

create table private.site_state (
  id boolean primary key default true check (id),
  is_public boolean not null,
  sends_mails boolean not null,
  operator jsonb not null,
  noted_at timestamptz not null default clock_timestamp()
);

-- Whoever is asked once is not asked again (docs/decisions/124-one-season-two-hands.md).
create table private.import_keys (
  table_name text not null check (table_name in ('formats', 'stars', 'episodes')),
  key text not null check (char_length(key) between 1 and 200),
  row_id uuid not null,
  -- Null behind its 30 days. What an undone import was told does not hold.
  import_id uuid references private.imports on delete set null,
  primary key (table_name, key)
);

alter table private.star_statements add column taken text check (char_length(taken) between 1 and 2000);

alter table private.star_statements add column taken_at timestamptz;

alter table private.star_statements add column left_at timestamptz;

alter table private.star_statements add column decision_id uuid;

alter table private.announcements add column subject_id uuid;

alter table private.imports add column removed_bin uuid;

alter table private.removed_profiles add column renamed_to text;

alter table private.announcements add column was jsonb;

alter table public.news add column image_source text check (image_source ~ '^https?://' and char_length(image_source) <= 500);

alter table public.moderation_actions add column origin text not null default 'person' check (origin in ('person', 'rule', 'list', 'classifier', 'address'));

alter table public.news add column image_license text check (image_license in ('own', 'permission', 'press', 'public_domain', 'cc0', 'cc_by_4', 'cc_by_3', 'cc_by_2', 'cc_by_sa_4', 'cc_by_sa_3', 'cc_by_sa_2'));

alter table public.moderation_actions add column scope text check (scope in ('change', 'hidden'));

alter table public.moderation_actions add column changed text[] check (changed <@ '{title,content,tags,source,address,statement,statement_gone}'::text[] and cardinality(changed) > 0);

alter table public.stars add column avatar_author text check (char_length(avatar_author) between 1 and 200);

alter table public.profiles add column analytics_consent_text smallint;

alter table public.stars add column avatar_source text check (avatar_source ~ '^https?://' and char_length(avatar_source) <= 500);

alter table public.profiles add column in_search_engines boolean not null default true;

alter table public.stars add column avatar_license text check (avatar_license in ('own', 'permission', 'press', 'public_domain', 'cc0', 'cc_by_4', 'cc_by_3', 'cc_by_2', 'cc_by_sa_4', 'cc_by_sa_3', 'cc_by_sa_2'));

alter table public.profiles add column age_confirmed_at timestamptz;

alter table public.profiles add column age_text smallint check (age_text between 1 and 999);

alter table public.reports add column origin text not null default 'person' check (origin in ('person', 'rule', 'list', 'classifier'));

alter table public.reports add column is_child_abuse boolean not null default false;

alter table public.reports add column counts boolean not null generated always as (confirmed_at is not null or reason = 'illegal_content') stored;

alter table public.calendar_events add column is_rerun boolean not null generated always as (event_type = 'rerun') stored;

alter table public.calendar_events add column change_note text check (char_length(change_note) between 1 and 200);

alter table private.server_minutes add column loop_max integer;

alter table private.mail_outbox add constraint mail_outbox_template_check CHECK ((template = ANY (ARRAY['report_confirmation'::text, 'report_outcome'::text, 'recovery_code_used'::text, 'digest'::text, 'team_alert'::text, 'briefing'::text, 'weekly'::text, 'case_question'::text, 'star_request'::text, 'concern_confirmation'::text, 'concern_receipt'::text, 'concern_outcome'::text, 'contact_message'::text, 'contact_receipt'::text, 'account_deleted'::text])));

alter table private.pending_decisions add constraint pending_decisions_kind_check CHECK ((kind = ANY (ARRAY['posts'::text, 'hide'::text, 'case'::text, 'content'::text, 'cases'::text, 'comments'::text, 'held_comments'::text, 'spam'::text, 'ban'::text, 'appeal'::text, 'star_request'::text, 'concern'::text])));

alter table private.site_texts add constraint site_texts_name_check CHECK ((name = ANY (ARRAY['reasons'::text, 'guidelines'::text, 'accessibility'::text, 'operator'::text])));

alter table public.moderation_actions add constraint moderation_actions_action_check CHECK ((action = ANY (ARRAY['approved'::text, 'rejected'::text, 'ignored'::text, 'deleted'::text, 'edited'::text, 'warned'::text, 'banned'::text, 'unbanned'::text, 'restored'::text, 'account_deleted'::text])));

alter table public.moderation_actions add constraint moderation_actions_rule_check CHECK ((rule = ANY (ARRAY['tone'::text, 'rumors'::text, 'privacy'::text, 'content'::text, 'law_insult'::text, 'law_hate'::text, 'law_threat'::text, 'law_personality'::text, 'law_picture'::text, 'law_data'::text, 'law_copyright'::text, 'law_children'::text, 'law_symbols'::text, 'law_other'::text])));

-- /account. All functions are about the caller only.

create or replace function private.own_profile_of(p public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p.id, 'email', p.email, 'full_name', p.full_name, 'nickname', p.nickname, 'slug', p.slug,
    'avatar_url', p.avatar_url, 'bio', p.bio, 'provider_type', p.provider_type, 'role', p.role, 'karma', p.karma,
    'analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at,
    'analytics_consent_text', p.analytics_consent_text,
    'needs_nickname', p.nickname is null, 'needs_age', p.nickname is null and p.age_confirmed_at is null, 'needs_invite', p.needs_invite, 'created_at', p.created_at);
end $$;

-- The derived values, for the row's trigger and for reading.
create or replace function private.derived_star_score(score public.star_scores) returns public.star_scores
language plpgsql stable security definer set search_path = '' as $$
declare
  m record;
  demand numeric;
  realness numeric;
  drama numeric;
begin
  select max(mean) filter (where question = 'demand') as demand, max(mean) filter (where question = 'realness') as realness,
    max(mean) filter (where question = 'drama') as drama into m from public.star_vote_means;
  demand := private.bayesian_average(m.demand, score.demand_sum, score.demand_count);
  realness := private.bayesian_average(m.realness, score.realness_sum, score.realness_count);
  drama := private.bayesian_average(m.drama, score.drama_sum, score.drama_count);
  score.demand_average := case when score.demand_count > 0 then demand end;
  score.realness_average := case when score.realness_count > 0 then realness end;
  score.drama_average := case when score.drama_count > 0 then drama end;
  score.hot_score := case when score.demand_count + score.realness_count + score.drama_count >= private.votes_for_a_score()
    then private.hot_score(demand, realness, drama) end;
  return score;
end $$;

create or replace function private.episodes_in_scope(was public.calendar_events, scope text) returns setof public.calendar_events
language sql stable set search_path = '' as $$
  select e.* from public.calendar_events e
  where e.id = was.id
    or (was.series_parent_id is not null and e.series_parent_id = was.series_parent_id and (scope = 'all'
      or (scope = 'following' and (e.event_date, e.event_time, coalesce(e.episode_number, 10000), e.id)
        >= (was.event_date, was.event_time, coalesce(was.episode_number, 10000), was.id))))
  order by e.event_date, e.event_time, e.episode_number, e.id
$$;

create or replace function private.planned_edit(draft jsonb, was public.calendar_events) returns setof public.calendar_events
language plpgsql stable set search_path = '' as $$
declare
  chosen constant jsonb := draft -> 'values';
  -- Day and number differ between episodes: they move by as much as those of the edited one.
  shared constant jsonb := chosen - 'event_date' - 'episode_number';
  is_now constant public.calendar_events := jsonb_populate_record(was, chosen);
  scope constant text := case when was.series_parent_id is null then 'this' else coalesce(draft ->> 'scope', 'this') end;
  -- A single episode of a series has no frequency of its own.
  is_planned_anew constant boolean := jsonb_typeof(draft -> 'series') = 'object' and (was.series_parent_id is null or scope <> 'this');
  days date[];
  stored public.calendar_events;
  one public.calendar_events;
  place integer := 0;
begin
  for stored in select e.* from private.episodes_in_scope(was, scope) e loop
    place := place + 1;
    if is_planned_anew and days is null then
      days := private.series_days(stored.event_date + (is_now.event_date - was.event_date),
        private.as_day(draft #>> '{series,until}'), draft #>> '{series,frequency}');
    end if;
    exit when place > cardinality(days);
    one := jsonb_populate_record(stored, shared);
    one.event_date := coalesce(days[place], stored.event_date + (is_now.event_date - was.event_date));
    if chosen ? 'episode_number' then
      one.episode_number := case when stored.id = was.id or is_now.episode_number is null then is_now.episode_number
        else stored.episode_number + (is_now.episode_number - was.episode_number) end;
    end if;
    -- The end belongs to the series; an episode may be moved beyond it.
    one.series_end_date := null;
    return next one;
  end loop;
  while place < cardinality(days) loop
    place := place + 1;
    one.id := gen_random_uuid();
    one.external_key := null;
    one.event_date := days[place];
    one.episode_number := one.episode_number + 1;
    one.title := coalesce(one.format_name, one.title);
    one.description := null;
    one.is_live := false;
    one.is_cancelled := false;
    one.change_note := null;
    one.event_type := 'episode';
    return next one;
  end loop;
end $$;

-- Saving, deleting and copying in /admin/calendar. All run as the caller: row-level security decides about every row.

create or replace function private.store_events(planned public.calendar_events[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.calendar_events e set
    title = n.title, format_name = n.format_name, format_id = n.format_id, season_id = n.season_id, season_number = n.season_number,
    episode_number = n.episode_number, event_type = n.event_type, event_date = n.event_date, event_time = n.event_time,
    duration_minutes = n.duration_minutes, channel = n.channel, streaming_platform = n.streaming_platform,
    broadcaster_id = n.broadcaster_id, streaming_provider_id = n.streaming_provider_id, description = n.description,
    is_live = n.is_live, is_cancelled = n.is_cancelled, change_note = n.change_note, is_series_event = n.is_series_event, series_end_date = n.series_end_date,
    series_parent_id = n.series_parent_id, series_frequency = n.series_frequency
  from unnest(planned) n where e.id = n.id;
  insert into public.calendar_events (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date,
    event_time, duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_cancelled,
    change_note, is_series_event, series_end_date, series_parent_id, series_frequency)
  select n.id, n.title, n.format_name, n.format_id, n.season_id, n.season_number, n.episode_number, n.event_type, n.event_date,
    n.event_time, n.duration_minutes, n.channel, n.streaming_platform, n.broadcaster_id, n.streaming_provider_id, n.description, n.is_live, n.is_cancelled,
    n.change_note, n.is_series_event, n.series_end_date, n.series_parent_id, n.series_frequency
  from unnest(planned) n where not exists (select from public.calendar_events e where e.id = n.id);
end $$;

create or replace function private.series_template(first public.calendar_events, series uuid, until_day date, frequency text)
returns public.calendar_events
language plpgsql immutable set search_path = '' as $$
begin
  first.id := series;
  first.is_series_event := true;
  first.is_cancelled := false;
  first.change_note := null;
  first.series_parent_id := null;
  first.episode_number := null;
  first.series_end_date := greatest(until_day, first.event_date);
  first.series_frequency := frequency;
  return first;
end $$;

create or replace function private.series_of_plan(draft jsonb, was public.calendar_events, first public.calendar_events, last_day date) returns uuid
language plpgsql set search_path = '' as $$
declare
  scope constant text := coalesce(draft ->> 'scope', 'this');
  old_parent public.calendar_events;
  starts_here boolean;
  until_day date := private.as_day(draft #>> '{series,until}');
  series uuid;
begin
  if was.series_parent_id is null then
    if until_day is null then return null; end if;
    series := gen_random_uuid();
  elsif scope = 'this' then
    return was.series_parent_id;
  else
    select e.* into old_parent from public.calendar_events e where e.id = was.series_parent_id;
    starts_here := scope = 'following' and exists (select from public.calendar_events e where e.series_parent_id = old_parent.id
      and (e.event_date, e.event_time, coalesce(e.episode_number, 10000), e.id)
        < (was.event_date, was.event_time, coalesce(was.episode_number, 10000), was.id));
    series := case when starts_here then gen_random_uuid() else old_parent.id end;
    until_day := coalesce(until_day, greatest(last_day, old_parent.series_end_date));
  end if;
  perform private.store_events(array[private.series_template(first, series, until_day,
    coalesce(draft #>> '{series,frequency}', old_parent.series_frequency, 'weekly'))]);
  return series;
end $$;

create or replace function private.colliding_events(planned public.calendar_events[], leaving uuid[])
returns table (planned_day date, id uuid, title text, format_name text, event_date date, event_time time, ends timestamptz)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with wanted as materialized (
    select n.event_date, lower(btrim(coalesce(b.name, n.channel))) as channel, private.berlin_instant(n.event_date, n.event_time) as begins,
      make_interval(mins => coalesce(n.duration_minutes, 60)) as length
    from unnest(planned) n
    left join public.broadcasters b on b.id = n.broadcaster_id
    where (b.id is null or b.type in ('tv', 'pay_tv')) and n.is_cancelled is not true
  ),
  near as materialized (
    select t.id, t.event_date, t.channel, t.begins, t.ends from private.channel_times t
    -- No broadcast is longer than a day, so only those of adjacent days can overlap.
    where t.event_date = any (array(select distinct w.event_date + beside from wanted w, generate_series(-1, 1) beside))
      and t.channel in (select w.channel from wanted w)
      and t.id <> all (leaving) and t.id <> all (array(select n.id from unnest(planned) n))
  )
  select w.event_date, e.id, e.title, e.format_name, e.event_date, e.event_time, t.ends
  from wanted w
  join near t on t.channel = w.channel and t.begins < w.begins + w.length and w.begins < t.ends
  join public.calendar_events e on e.id = t.id
  order by w.event_date, e.event_date, e.event_time, e.episode_number, e.id;
end $$;

create or replace function private.text_of_revision(v private.post_revisions) returns private.post_text
language sql immutable set search_path = '' as $$
  select private.as_text(title => v.title, content => v.content, tags => v.tags, source_url => v.source_url, options => v.options,
    poll_ends_at => v.poll_ends_at)
$$;

create or replace function private.text_of_version(v private.post_versions) returns private.post_text
language sql immutable set search_path = '' as $$
  select private.as_text(title => v.title, content => v.content, tags => v.tags, source_url => v.source_url, options => v.options,
    poll_ends_at => v.poll_ends_at)
$$;

create or replace function private.asked_text(was public.community_posts, title text, content text, tags uuid[], source_url text, options text[],
  ends_at timestamptz) returns private.post_text
language plpgsql stable security definer set search_path = '' as $$
declare
  asked public.community_posts := was;
  answers text[] := (private.text_of(was.id)).options;
  given text[];
begin
  perform private.require_short(title, 140, 'post.title_length');
  perform private.require_short(content, 5000, 'post.content_length');
  asked.title := private.clean_line(coalesce(title, ''));
  asked.content := private.trim_text(private.clean_text(coalesce(content, '')));
  asked.tags := coalesce(tags, '{}');
  asked.poll_ends_at := ends_at;
  perform private.require_valid_post(asked, was);
  perform private.require_valid_tags(asked.tags);
  if was.type = 'poll' and options is not null then given := private.clean_options(options); end if;
  if given is not null and given is distinct from answers then
    if not private.may_edit_poll(was.id) then
      perform private.refuse('post.options_fixed');
    end if;
    answers := given;
  end if;
  return private.as_text(title => asked.title, content => asked.content, tags => asked.tags,
    source_url => private.clean_source(source_url), options => answers, poll_ends_at => ends_at);
end $$;

-- A night of spam is 30 comments on 30 pages: here they are found in one list.

create or replace function private.found_comments(
  query text, author uuid, kind text, days integer, after_at timestamptz, after_id uuid, wanted integer
) returns setof public.comments
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := now() - make_interval(days => least(greatest(coalesce(days, 7), 1), 30));
  patterns constant text[] := private.like_patterns(private.search_words(query));
begin
  return query
  select c.* from public.comments c
  where c.created_at > since and c.deleted_at is null
    and (after_at is null or (c.created_at, c.id) < (after_at, after_id))
    and (author is null or c.author_id = author)
    and case kind
      when 'links' then private.shows_link(c.content)
      when 'new' then exists (select from public.profiles p where p.id = c.author_id and p.created_at > now() - interval '7 days')
      when 'reported' then exists (select from public.reports r where r.target_comment_id = c.id and r.status = 'pending' and r.counts)
      else true end
    and (patterns = '{}' or private.search_fold(private.text_said(c.content)) like all (patterns))
  order by c.created_at desc, c.id desc limit wanted;
end $$;

create or replace function private.latest_comments(wanted integer, post uuid default null) returns setof public.comments
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if post is null then
    return query select n.* from public.comments n
      join public.community_posts p on p.id = n.post_id and p.status = 'approved'
      where n.deleted_at is null and (me is null or private.hears(n.author_id))
        and (me is null or n.mentions is null or not private.names_silenced(me, n.mentions))
      order by n.created_at desc, n.id desc limit wanted;
  elsif exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    return query select n.* from public.comments n
      where n.post_id = post and n.deleted_at is null order by n.created_at desc, n.id desc limit wanted;
  end if;
end $$;

create function private.is_after_notice(m public.moderation_actions) returns boolean
language sql immutable strict set search_path = '' as $$
  select m.report_id is not null and m.origin = 'person'
$$;

create or replace function private.can_lift(m public.moderation_actions) returns boolean
language sql stable security definer set search_path = '' as $$
  select m.created_at > now() - interval '30 days'
    and not exists (select from public.appeals a where a.moderation_action_id = m.id)
    and case
      when m.action = 'warned' then m.counts_as_warning
      when m.action = 'banned' then private.is_banned(m.target_user_id)
      when m.action = 'edited' then private.edit_stands(m)
      when m.action <> 'deleted' then false
      when m.target_type = 'comment' then exists (
        select from public.comments c join private.removed_comments r on r.comment_id = c.id
        where c.id = m.target_comment_id and c.deleted_at is not null)
      when m.target_type = 'profile' then exists (
        select from private.removed_profiles r where r.member_id = m.target_user_id and r.removed_at = m.created_at)
      else private.archive_state((
        select a from public.archived_posts a where a.post_id = m.target_post_id order by a.archived_at desc limit 1)) = 'restorable' end
$$;

create or replace function private.open_case(report uuid, subject uuid, kind text) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  by_whom text;
begin
  -- Of two concurrent decisions the second waits here and then sees the first.
  select * into lead from public.reports r where r.id = report and r.counts for update;
  if not found then
    perform private.refuse('moderation.report_gone', '42501');
  end if;
  if lead.target_type <> kind or coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id) <> subject then
    perform private.refuse('moderation.case_fields');
  end if;
  if lead.status <> 'pending' then
    select p.nickname into by_whom from public.profiles p where p.id = lead.resolved_by;
    perform private.refuse(case lead.action when 'ignored' then 'moderation.report_closed.ignored'
        when 'deleted' then 'moderation.report_closed.deleted' when 'warned' then 'moderation.report_closed.warned'
        else 'moderation.report_closed.banned' end, '42501', coalesce(by_whom, private.refusal_text('moderation.somebody')));
  end if;
  if lead.target_author_id = auth.uid() then
    perform private.refuse('moderation.own_case.report', '42501');
  end if;
  perform private.take_case(kind, subject);
  return lead;
end $$;

create or replace function private.prepare_case(lead public.reports, action text, reason text, severity text, days integer, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id);
  target jsonb := '{}';
begin
  if severity not in ('low', 'medium', 'high') then perform private.refuse('moderation.case_fields.severity'); end if;
  perform private.decide_on(rule);
  -- Only a dismissal may be about content that is already gone.
  if action <> 'dismiss' or private.report_target_exists(kind, subject) then target := private.case_target(kind, subject); end if;
  begin
    return jsonb_build_object('kind', kind, 'content', subject, 'report', lead.id, 'author', lead.target_author_id,
      'post', coalesce(target ->> 'post', lead.target_post_id::text), 'title', target ->> 'title', 'excerpt', target ->> 'excerpt', 'reason', reason,
      'days', days, 'severity', case action when 'warn' then coalesce(severity, 'medium') end,
      'rule', coalesce(rule, private.rule_of_report(lead.reason)),
      'author_name', (select p.nickname from public.profiles p where p.id = lead.target_author_id),
      'facts', case when target ? 'post' then private.post_facts((target ->> 'post')::uuid) else '{}' end);
  exception when others then
    raise exception using errcode = 'P0001', hint = 'case_preparation_failed', detail = sqlerrm,
      message = private.refusal_text(case kind when 'post' then 'moderation.case_preparation_failed.post'
        when 'profile' then 'moderation.case_preparation_failed.profile' else 'moderation.case_preparation_failed.comment' end);
  end;
end $$;

-- Staff decide where they see something, whether or not somebody has reported it (docs/decisions/058-decisions-at-the-content.md).

create or replace function private.decide_content(
  lead public.reports, action text, why text, severity text, days integer, rule text, remove_content boolean, parts text[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id);
  takes_down constant boolean := action = 'delete' or (action in ('warn', 'ban') and coalesce(remove_content, false));
  decided jsonb;
  decision uuid;
  problem text;
  closed integer;
begin
  if takes_down and kind = 'profile' then perform private.check_profile_parts(subject, parts); end if;
  if action in ('warn', 'ban') and lead.target_author_id is null then
    perform private.refuse('moderation.author_gone', '23503');
  end if;
  if action = 'ban' then perform private.check_ban(lead.target_author_id, days); end if;
  decided := private.prepare_case(lead, action, why, severity, days, rule) || jsonb_build_object('parts', to_jsonb(parts));
  perform private.decide_on(decided ->> 'rule');
  perform private.log_case(decided, action, takes_down);
  if takes_down then problem := private.take_down_case(decided); end if;
  if action = 'delete' then
    select a.id into decision from public.moderation_actions a
      where a.created_at = now() and a.target_type = kind and a.action in ('deleted', 'warned')
        and subject = case kind when 'post' then a.target_post_id when 'comment' then a.target_comment_id else a.target_user_id end
      order by a.id limit 1;
  else
    decision := private.record_case(decided, case action when 'dismiss' then 'ignored' when 'warn' then 'warned' else 'banned' end);
  end if;
  if action = 'ban' then perform private.ban_for_case(lead.target_author_id, days); end if;
  update public.reports r set
      status = case decide_content.action when 'dismiss' then 'dismissed' else 'resolved' end,
      action = case decide_content.action when 'dismiss' then 'ignored' when 'delete' then 'deleted' when 'warn' then 'warned' else 'banned' end,
      action_reason = why, severity = decided ->> 'severity',
      ban_duration_days = case decide_content.action when 'ban' then days end,
      resolved_at = now(), resolved_by = auth.uid(), decision_id = decision
    where r.status = 'pending' and r.counts and r.target_type = kind
      and subject in (r.target_post_id, r.target_comment_id, r.target_profile_id);
  get diagnostics closed = row_count;
  perform private.notify_reporters(decision,
    case when takes_down then 'deleted' when action = 'dismiss' then 'ignored' else 'acted' end,
    -- Removed content is named by its title, without a link.
    case when kind = 'profile' then '{}' when takes_down then jsonb_strip_nulls(jsonb_build_object('post_title', decided ->> 'title', 'post_mark', decided -> 'facts' ->> 'post_mark'))
      else decided -> 'facts' end);
  return jsonb_build_object('decision_id', decision, 'closed', closed, 'problem', problem,
    'warnings', private.recent_warnings(lead.target_author_id));
end $$;

create or replace function private.found_content(kind text, subject uuid) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  author constant uuid := (private.case_target(kind, subject) ->> 'author')::uuid;
begin
  if author = auth.uid() then
    perform private.refuse('moderation.own_case', '42501');
  end if;
  select * into lead from public.reports r
    where r.status = 'pending' and r.counts and r.target_type = kind
      and subject in (r.target_post_id, r.target_comment_id, r.target_profile_id)
    order by r.created_at, r.id limit 1 for update;
  perform private.take_case(kind, subject);
  if lead.id is not null then return lead; end if;
  lead.target_type := kind;
  lead.target_author_id := author;
  lead.reason := 'other';
  lead.target_post_id := case kind when 'post' then subject end;
  lead.target_comment_id := case kind when 'comment' then subject end;
  lead.target_profile_id := case kind when 'profile' then subject end;
  return lead;
end $$;

-- Members had it as a dialog only. A receipt is owed for what is said to be illegal (DSA Art. 16 (4)).
create function private.tell_receipt(given public.reports) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post constant uuid := coalesce(given.target_post_id, (select c.post_id from public.comments c where c.id = given.target_comment_id));
  -- Without a link: what is illegal will be gone.
  facts constant jsonb := case when post is null then '{}' else private.post_facts(post) - '{post_created_at,post_type,post_slug}'::text[] end;
  unread public.notifications;
begin
  -- A flood is one entry that counts.
  select n.* into unread from public.notifications n
    where n.user_id = given.reporter_id and n.type = 'report_receipt' and not n.read and n.created_at > now() - interval '24 hours'
    order by n.created_at desc limit 1 for update;
  if unread.id is null then
    perform private.tell(given.reporter_id, 'report_receipt', facts, target => given.id);
    return;
  end if;
  update public.notifications n set (title, message, data, created_at) = (
      select w.title, w.message, f.facts, now()
      from (select jsonb_build_object('count', coalesce((unread.data ->> 'count')::integer, 1) + 1)) f (facts)
      cross join lateral private.wording('report_receipt', f.facts, null, 1) w)
    where n.id = unread.id;
end $$;

create or replace function private.take_report(given public.reports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(given.target_post_id, given.target_comment_id, given.target_profile_id);
  is_guest constant boolean := auth.uid() is null;
  answer constant jsonb := jsonb_build_object('state', case when not is_guest then 'open' when given.reporter_email is null then 'received' else 'confirm' end);
begin
  if not is_guest then
    perform private.in_turn();
    perform private.require_proven();
  end if;
  given.reporter_id := auth.uid();
  if is_guest and (given.good_faith is not true
      or not coalesce(given.is_child_abuse and given.reason = 'illegal_content', false) and (given.reporter_name is null or given.reporter_email is null)) then
    perform private.refuse('auth.not_allowed', '42501');
  end if;
  if not is_guest and private.is_own_content(target) then
    perform private.refuse(case given.target_type when 'profile' then 'moderation.own_content.profile' else 'moderation.own_content' end);
  end if;
  if not is_guest and private.has_open_report(target) then return jsonb_build_object('state', 'known'); end if;
  -- Repeated after a lost answer, it is still one report and one mail.
  if exists (select from public.reports r where r.id = given.id) then
    return answer;
  end if;
  if is_guest and given.reporter_email is null then
    perform private.use_guest_report('network ' || coalesce(private.caller_address(), ''), 10, interval '1 hour');
  elsif is_guest then
    perform private.use_guest_mail(given.reporter_email);
  else
    perform private.use_quota('posts', private.quota_of('posts', 100));
  end if;
  insert into public.reports (id, target_type, target_post_id, target_comment_id, target_profile_id, reporter_id, reporter_name, reporter_email,
      good_faith, reason, details, is_child_abuse)
    values (given.id, given.target_type, given.target_post_id, given.target_comment_id, given.target_profile_id, given.reporter_id, given.reporter_name,
      given.reporter_email, coalesce(given.good_faith, false), given.reason, given.details, coalesce(given.is_child_abuse, false))
    on conflict do nothing;
  if found and given.reporter_email is not null and is_guest then perform private.mail_confirmation(given);
  elsif found and not is_guest and given.reason = 'illegal_content' then perform private.tell_receipt(given); end if;
  return answer;
end $$;

-- Reporters are told the outcome; reports whose target is gone are purged.

create function private.report_page(given public.reports) returns text
language sql stable security definer set search_path = '' as $$
  select case when given.target_type = 'profile' then (select '/user/' || m.slug from public.public_profiles m where m.id = given.target_profile_id)
    else (
      select '/trashtalk/' || case p.type when 'rumor' then 'geruechte' when 'poll' then 'umfragen' else 'diskussionen' end
        || to_char(p.day, '/YYYY/MM/DD/') || p.slug
      from public.community_posts p
      where p.id = coalesce(given.target_post_id, (select c.post_id from public.comments c where c.id = given.target_comment_id))) end
$$;

create or replace function private.notify_reporter(given public.reports, outcome text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if given.reporter_id is not null then
    if given.reporter_id is distinct from auth.uid() then
      perform private.tell(given.reporter_id, 'report_outcome', facts || jsonb_build_object('outcome', outcome, 'target_type', given.target_type), target => given.id);
    end if;
  elsif given.reporter_email is not null then
    perform private.send_mail(given.reporter_email, 'report_outcome',
      jsonb_build_object('target', private.report_thing(given.target_type),
        'reason', private.report_reason_text(given.reason), 'outcome', private.outcome_of_report(facts || jsonb_build_object('target_type', given.target_type, 'outcome', outcome)),
        'about', coalesce(private.report_page(given), private.stored_text('moderation.page_gone'))));
  end if;
exception when others then
  -- The decision remains in force even if its notification fails.
  raise warning 'outcome of report % not told: %', given.id, sqlerrm;
end $$;

create or replace function private.restore_profile(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare removed private.removed_profiles;
begin
  delete from private.removed_profiles x
    where x.member_id = decision.target_user_id and x.removed_at = decision.created_at returning x.* into removed;
  if not found then return 'profile_lost'; end if;
  -- What the member has chosen since is theirs.
  update public.profiles p set bio = coalesce(p.bio, removed.bio) where p.id = decision.target_user_id;
  if removed.nickname is not null and private.nickname_problem(removed.nickname, decision.target_user_id) is null then
    update public.profiles p set nickname = removed.nickname
      where p.id = decision.target_user_id
        and case when removed.renamed_to is null then p.nickname ~ '^Mitglied_[0-9a-f]{8}$' else p.nickname = removed.renamed_to end;
  end if;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', decision.target_user_id, 'restored', why, auth.uid());
  return case when removed.picture then 'profile_without_picture' else 'profile_back' end;
end $$;

-- /admin/appeals: appeals of members, decided by another member of staff than the one who made the decision.

create or replace function private.appealed_content(m public.moderation_actions) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    case
      when m.action = 'edited' then private.text_taken(m)
      when m.target_type = 'post' then coalesce(
        (select nullif(p.content, '') from public.community_posts p where p.id = m.target_post_id),
        (select nullif(a.record -> 'post' ->> 'content', '') from public.archived_posts a where a.post_id = m.target_post_id order by a.archived_at desc limit 1))
      when m.target_type = 'comment' then coalesce(
        (select nullif(c.content, '') from public.comments c where c.id = m.target_comment_id),
        (select r.content from private.removed_comments r where r.comment_id = m.target_comment_id))
      when m.target_type = 'profile' then (select concat_ws(': ', r.nickname, r.bio) from private.removed_profiles r
        where r.member_id = m.target_user_id and r.removed_at = m.created_at and m.action = 'deleted' limit 1)
    end, m.content_excerpt)
$$;

-- An edit is a decision like a removal: a successful appeal gives the author's text back (docs/decisions/151-edits-are-told.md).

create function private.text_before(edit public.moderation_actions) returns private.post_versions
language sql stable security definer set search_path = '' as $$
  select v from private.post_versions v
  where v.post_id = edit.target_post_id and v.by_team and v.replaced_at = edit.created_at order by v.id desc limit 1
$$;

create function private.text_taken(edit public.moderation_actions) returns text
language sql stable security definer set search_path = '' as $$
  select case when edit.changed && '{statement,statement_gone}'
    then (select s.taken from private.star_statements s where s.decision_id = edit.id)
    else (select concat_ws(E'\n', v.title, nullif(v.content, ''), v.source_url) from private.text_before(edit) v where v.id is not null) end
$$;

create function private.changed_since(before private.post_versions) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.post_versions v where v.post_id = before.post_id and v.id > before.id)
$$;

create function private.edit_stands(edit public.moderation_actions) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when edit.changed && '{statement,statement_gone}'
    then exists (select from private.star_statements s join public.community_posts p on p.id = s.post_id
      where s.decision_id = edit.id and s.taken is not null and p.statement_at is not distinct from s.left_at)
    else exists (select from private.text_before(edit) v join public.community_posts p on p.id = v.post_id where not private.changed_since(v)) end
$$;

create function private.give_address_back(edit public.moderation_actions) returns void
language sql security definer set search_path = '' as $$
  update private.post_slug_history h set is_gone = false
    where h.post_id = edit.target_post_id and h.is_gone and 'address' = any (edit.changed)
      -- Another edit took them away as well, and stands.
      and not exists (select from public.moderation_actions m where m.target_post_id = edit.target_post_id and m.id <> edit.id
        and 'address' = any (m.changed) and not exists (select from public.appeals a where a.moderation_action_id = m.id and a.status = 'overturned'))
$$;

create function private.put_text_back(edit public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  post constant uuid := edit.target_post_id;
  before private.post_versions;
  written private.post_text;
begin
  perform from public.community_posts p where p.id = post for update;
  if not found then return 'text_lost'; end if;
  perform private.give_address_back(edit);
  if edit.changed <> '{address}' then
    before := private.text_before(edit);
    if before.id is null then return 'text_lost'; end if;
    if private.changed_since(before) then return 'text_changed'; end if;
    written := private.text_of(post);
    if 'title' = any (edit.changed) then written.title := before.title; end if;
    if 'content' = any (edit.changed) then written.content := before.content; end if;
    if 'source' = any (edit.changed) then written.source_url := before.source_url; end if;
    if 'tags' = any (edit.changed) then
      -- A star or format may be gone.
      written.tags := array(select t.tag from unnest(before.tags) with ordinality as t (tag, place)
        where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place);
    end if;
    -- It is the author's text again, and the team that changed it: voters are told so.
    perform private.change_post(post, written, auth.uid(), false);
    if 'title' = any (edit.changed) then perform private.move_post(post, false); end if;
  end if;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, edit.target_user_id, 'restored', why, auth.uid());
  return 'text_back';
end $$;

create function private.put_statement_back(edit public.moderation_actions) returns text
language plpgsql security definer set search_path = '' as $$
declare
  post public.community_posts;
  mine private.star_statements;
  speaker text;
begin
  select * into post from public.community_posts p where p.id = edit.target_post_id for update;
  if post.id is null then return 'statement_lost'; end if;
  select * into mine from private.star_statements s where s.post_id = post.id and s.decision_id = edit.id;
  if mine.post_id is null or post.statement_at is distinct from mine.left_at then return 'statement_changed'; end if;
  -- Only who is still known as this star speaks as the star.
  speaker := (select private.star_name(s.first_name, s.nickname, s.last_name) from private.star_requests c join public.stars s on s.id = c.star_id
    where c.member_id = mine.member_id and c.kind = 'claim' and c.state = 'granted' and c.star_id = any (post.tags) order by c.asked_at limit 1);
  if mine.taken is null or speaker is null then return 'statement_lost'; end if;
  perform private.publish_statement(post.id, mine.member_id, speaker, mine.taken);
  return 'statement_back';
end $$;

create or replace function private.lift_decision(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare kind constant text := private.decision_kind(decision);
begin
  if kind = 'banned' then
    perform private.lift_ban(decision, why);
    return 'ban_lifted';
  elsif kind = 'warned' then
    -- It no longer counts in the dialog, for thresholds and for publishing without approval.
    update public.moderation_actions m set counts_as_warning = false where m.id = decision.id;
    return 'warning_void';
  elsif kind = 'rejected' and decision.target_type = 'comment' then
    return case when private.publish_held_comment(decision.target_comment_id, why) then 'comment_online'
      else 'comment_homeless' end;
  elsif kind = 'rejected' then
    if exists (select from private.post_revisions v join public.community_posts p on p.id = v.post_id and p.status = 'approved'
        where v.post_id = decision.target_post_id and v.decision_id = decision.id) then
      perform private.publish_revision(decision.target_post_id, why);
      return 'revision_online';
    end if;
    -- A post that waits was hidden by this decision, unless its text has changed since: then nobody has read it.
    update public.community_posts p set status = 'approved', moderated_by = auth.uid(), moderated_at = now(), rejection_reason = null
      where p.id = decision.target_post_id
        and (p.status = 'rejected' or (p.status = 'pending' and p.updated_at <= decision.created_at));
    return case when found then 'post_online' else 'rejection_lifted' end;
  elsif kind = 'edited' then
    return case when decision.changed && '{statement,statement_gone}' then private.put_statement_back(decision)
      else private.put_text_back(decision, why) end;
  elsif decision.target_type = 'profile' then
    return private.restore_profile(decision, why);
  elsif decision.target_type = 'comment' then
    return case when private.restore_comment(decision, why) then 'comment_back' else 'comment_lost' end;
  end if;
  return case when private.restore_for_appeal(decision.target_post_id, why) then 'post_back' else 'post_lost' end;
end $$;

create or replace function private.decision_item(m public.moderation_actions) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', m.id, 'kind', private.decision_kind(m), 'severity', m.severity, 'reason', m.reason, 'rule', m.rule, 'scope', m.scope, 'changed', m.changed,
    'target_type', m.target_type,
    'excerpt', coalesce(m.content_excerpt, (select p.title from public.community_posts p where p.id = m.target_post_id and m.target_type = 'post')),
    'ban_days', m.ban_duration_days, 'ends_at', m.created_at + make_interval(days => m.ban_duration_days),
    'reported', private.is_after_notice(m), 'origin', m.origin, 'created_at', m.created_at,
    'appeal', (select jsonb_build_object('id', a.id, 'status', a.status, 'message', a.message, 'decision_reason', a.decision_reason,
      'created_at', a.created_at, 'decided_at', a.decided_at) from public.appeals a where a.moderation_action_id = m.id))
$$;

-- Three times for each comment: a function in SQL would be planned each time (10_member/sessions.sql).
create or replace function private.rules_for(kind text, said text, star_tags uuid[], wanted text[]) returns setof private.automod_rules
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select r.* from private.automod_rules r
    where r.state = 'on' and r.action = any (wanted) and not private.is_moderator()
      and private.rule_matches(r, kind, said, star_tags, auth.uid(), now())
    order by r.created_at;
end $$;

create function private.star_who_said(post public.community_posts) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.member_id from private.star_statements s
  where s.post_id = post.id and s.since = post.statement_at and s.member_id is distinct from auth.uid()
$$;

create function private.take_statement(was public.community_posts, star uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  put_at constant timestamptz := (select p.statement_at from public.community_posts p where p.id = was.id);
  decision uuid;
begin
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, content_excerpt, admin_id, changed)
    values ('post', was.id, star, 'edited', why, left(was.statement, 300), auth.uid(),
      array[case when put_at is null then 'statement_gone' else 'statement' end])
    returning id into decision;
  update private.star_statements s set taken = was.statement, taken_at = now(), left_at = put_at, decision_id = decision where s.post_id = was.id;
end $$;

create or replace function private.team_mails_of(member uuid) returns private.team_mails
language plpgsql stable security definer set search_path = '' as $$
declare
  is_admin boolean;
  wishes private.team_mails;
begin
  select p.role = 'admin' into is_admin from public.profiles p where p.id = member and p.role in ('moderator', 'admin');
  if not found then return null; end if;
  select * into wishes from private.team_mails t where t.member_id = member;
  wishes.member_id := member;
  wishes.urgent := coalesce(wishes.urgent, is_admin);
  wishes.briefing := coalesce(wishes.briefing, is_admin);
  wishes.silent := coalesce(wishes.silent, '{}');
  wishes.mailed := coalesce(wishes.mailed, case when wishes.urgent then private.team_alert_kinds() else '{}' end);
  wishes.weekly := is_admin and coalesce(wishes.weekly, true);
  return wishes;
end $$;

create function private.concern_answer(given private.concerns, state text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('state', state, 'reference', given.reference, 'due', given.due_on)
$$;

-- What both forms have in common: who writes, and what. Null where it is not as it should be, after a refusal.
create function private.given_concern(given_id uuid, given_wish text, given_name text, given_email text, given_text text) returns private.concerns
language plpgsql stable set search_path = '' as $$
declare told private.concerns;
begin
  perform private.require_short(given_text, 2000, 'moderation.details_length');
  perform private.require_short(given_name, 100, 'moderation.name_missing');
  perform private.require_short(given_email, 254, 'moderation.email_invalid');
  told.id := coalesce(given_id, gen_random_uuid());
  told.wish := given_wish;
  told.name := nullif(private.clean_line(coalesce(given_name, '')), '');
  told.email := lower(btrim(coalesce(given_email, '')));
  told.content := nullif(private.trim_text(private.clean_text(coalesce(given_text, ''))), '');
  if told.content is null then perform private.refuse('moderation.details_missing'); end if;
  if char_length(told.content) > 2000 then perform private.refuse('moderation.details_length'); end if;
  if told.name is null or char_length(told.name) > 100 then perform private.refuse('moderation.name_missing'); end if;
  if told.email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(told.email) > 254 then perform private.refuse('moderation.email_invalid'); end if;
  told.due_on := (private.berlin_day(now()) + interval '1 month')::date;
  return told;
end $$;

create or replace function private.news_of(given private.announcements, most integer) returns private.news[]
language plpgsql stable security definer set search_path = '' as $$
declare news private.news[];
begin
  execute format('select private.%I($1, $2, $3)', 'news_of_' || given.kind) into news
    using coalesce(given.post_id, given.event_id, given.subject_id), given.told_up_to, most;
  return news;
end $$;

create function private.gathers_alerts(mail private.mail_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.template = 'team_alert' and mail.tries = 0 and exists (
    select from private.mail_outbox o
    where o.recipient = mail.recipient and o.template = 'team_alert' and o.tried_at > now() - interval '1 hour' and o.id <> mail.id)
$$;

create or replace function private.news_card(n public.news) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'has_text', n.body <> '',
    'image_url', n.image_url, 'image_alt', n.image_alt, 'url', n.url, 'published_at', n.published_at);
end $$;

create or replace function private.import_keys() returns jsonb
language sql stable security definer set search_path = '' as $$
  with keys as materialized (
    select k.table_name, k.row_id, k.key from private.keys_for_file() k
    union select 'formats', f.id, f.external_key from public.formats f where f.external_key is not null
    union select 'formats', f.id, f.slug from public.formats f
    union select 'stars', s.id, s.external_key from public.stars s where s.external_key is not null
    union select 'stars', s.id, s.slug from public.stars s
    union select k.table_name, k.row_id, k.key from private.import_keys k
      where k.table_name <> 'episodes' and not exists (select from private.imports i where i.id = k.import_id and i.undone_at is not null)
  )
  select jsonb_build_object(
    'formats', coalesce((select jsonb_agg(distinct k.key) from keys k where k.table_name = 'formats'), '[]'),
    'seasons', coalesce((select jsonb_agg(distinct k.key || '/' || s.season_number)
      from public.seasons s join keys k on k.table_name = 'formats' and k.row_id = s.format_id), '[]'),
    'stars', coalesce((select jsonb_agg(distinct k.key) from keys k where k.table_name = 'stars'), '[]'))
$$;

-- The next episode: what runs, then what is new, then what is repeated.
create or replace view private.format_heads with (security_invoker = on) as
select f.id, f.name, f.created_at, n.event_date as next_date,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color,
    'description', f.description, 'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id,
    'streaming_url', f.streaming_url, 'seasons_count', f.seasons_count, 'created_at', f.created_at,
    'next_episode', case when n.event_date is not null then
      jsonb_build_object('event_date', n.event_date, 'event_time', private.shown_time(n.event_date, n.event_time), 'title', n.title,
        'event_type', n.event_type, 'duration_minutes', n.duration_minutes) end) as head
from public.formats f
left join lateral (
  select e.event_date, e.event_time, e.title, e.event_type, e.duration_minutes
  from public.calendar_events e
  where e.format_id = f.id and e.is_occurrence and not e.is_cancelled
    and e.event_date >= (now() at time zone 'Europe/Berlin')::date - 2
    and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
  order by e.event_date <= (now() at time zone 'Europe/Berlin')::date
      and private.is_on_air(e.event_date, e.event_time, e.duration_minutes) desc,
    e.is_rerun, e.event_date, e.event_time, e.episode_number, e.id
  limit 1
) n on true
where f.is_active;

-- /formate, a format, a season, and the redirect of legacy season ids.

-- A season ends with the television day of its last evening: at 00:20 the finale that began at 22:00 is on air. It begins with its
-- first calendar day, so that one which starts after midnight does not wait until 05:00. Spelled out, because a function call per row would cost more than
-- everything else: the days are those of private.television_day() and private.television_day_of().
create or replace view private.season_cards with (security_invoker = on) as
select s.id, s.format_id, s.slug, s.season_number,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'season_number', s.season_number, 'title', s.title, 'start_date', s.start_date,
    'end_date', s.end_date, 'participants', s.participants_count, 'status', case
      when run.first_day is null and run.last_day is null then 'upcoming'
      when coalesce(run.last_day, run.first_day + 365) < run.television_day then 'ended'
      when run.first_day > run.today then 'upcoming'
      else 'running' end
  ) as card
from public.seasons s
cross join lateral (
  select
    case when s.start_date is null and s.end_date is null then (select min(e.event_date) from public.calendar_events e where e.season_id = s.id and not e.is_rerun)
      else s.start_date end as first_day,
    case when s.start_date is null and s.end_date is null then (
        select max(case when e.event_time < '05:00' then e.event_date - 1 else e.event_date end)
        from public.calendar_events e where e.season_id = s.id and not e.is_rerun)
      else s.end_date end as last_day,
    (now() at time zone 'Europe/Berlin')::date as today,
    (now() at time zone 'Europe/Berlin' - interval '5 hours')::date as television_day
) run;

create or replace view private.event_items with (security_invoker = on) as
select e.id, e.format_id, e.season_id, e.broadcaster_id, e.streaming_provider_id, e.event_date, e.event_time, e.episode_number,
  jsonb_build_object('id', e.id, 'title', e.title, 'event_type', e.event_type, 'event_date', e.event_date,
    'event_time', private.shown_time(e.event_date, e.event_time),
    'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform,
    'streaming_color', p.color, 'streaming_url', f.streaming_url, 'description', e.description, 'is_live', e.is_live,
    'is_cancelled', e.is_cancelled, 'change_note', e.change_note,
    'season_number', coalesce(e.season_number, s.season_number), 'season_slug', s.slug, 'episode_number', e.episode_number,
    'format_name', e.format_name, 'format', f.ref) as item,
  e.duration_minutes, e.is_cancelled
from public.calendar_events e
left join private.format_refs f on f.id = e.format_id
left join public.streaming_providers p on p.id = e.streaming_provider_id
left join public.seasons s on s.id = e.season_id
where e.is_occurrence;

create index admin_actions_approval on public.admin_actions (target_id, created_at desc)
  where action_type = 'approve_post' and details ->> 'reason' is not null;

create index admin_actions_content on public.admin_actions (target_id) where target_type in ('post', 'comment');

create index watch_progress_season_id on private.watch_progress (season_id);

create index watch_progress_latest on private.watch_progress (member_id, updated_at desc);

create index season_slug_history_season_id on private.season_slug_history (season_id);

create index calendar_events_day on public.calendar_events (event_date, event_time, episode_number, id) where is_occurrence;

create index calendar_events_format on public.calendar_events (format_id, event_date, event_time, episode_number, id);

create index post_slug_history_post_id on private.post_slug_history (post_id);

create index kept_bans_decision on private.kept_bans (decision_id);

create index kept_bans_ends_at on private.kept_bans (ends_at);

create index reports_open on public.reports (created_at, id) where status = 'pending' and counts;

create index reports_created_at on public.reports (created_at) where counts;

create index star_statements_decision on private.star_statements (decision_id);

create index team_alerts_about on private.team_alerts (about);

create index concerns_open on private.concerns (asked_at, id) where outcome is null and confirmed_at is not null;

create index concerns_decided on private.concerns (decided_at desc, id desc) where outcome is not null;

create index concerns_decider on private.concerns (decided_by);

create index import_keys_import on private.import_keys (import_id);

create trigger profiles_12_age before update of nickname on public.profiles
  for each row when (old.nickname is null and new.nickname is not null) execute function private.require_age();

-- After hot_open_profile: triggers fire in the order of their names.
create trigger hot_restore_ban after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null) execute function private.restore_kept_ban();

create trigger stars_04_credit before insert or update on public.stars
  for each row when (new.avatar_url is null and coalesce(new.avatar_author, new.avatar_source, new.avatar_license) is not null)
  execute function private.drop_star_credit();

-- Fans and scores change often and are not an edit of the star.
create trigger stars_touch before update of slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, avatar_author,
  avatar_source, avatar_license on public.stars
  for each row execute function private.touch_updated_at();

create trigger calendar_events_episodes_delete after delete on public.calendar_events
  referencing old table as old_rows for each statement execute function private.follow_broadcasts();

create trigger calendar_events_episodes_insert after insert on public.calendar_events
  referencing new table as new_rows for each statement execute function private.follow_broadcasts();

create trigger calendar_events_episodes_update after update on public.calendar_events
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_broadcasts();

create trigger seasons_slug_history after update of slug, format_id on public.seasons
  for each row when ((old.format_id, old.slug) is distinct from (new.format_id, new.slug)) execute function private.remember_season_slug();

create trigger calendar_events_02_lines before insert or update of title, format_name, channel, streaming_platform, change_note
  on public.calendar_events
  for each row when (concat(new.title, new.format_name, new.channel, new.streaming_platform, new.change_note) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('title', 'format_name', 'channel', 'streaming_platform', 'change_note');

create trigger calendar_events_moves after update on public.calendar_events
  referencing old table as before new table as after for each statement execute function private.announce_moves();

create trigger calendar_events_hand_edit after update of title, event_date, event_time, event_type, duration_minutes, episode_number on public.calendar_events
  for each row execute function private.note_hand_edit('episodes');

create constraint trigger community_posts_options after insert on public.community_posts deferrable initially deferred
  for each row when (new.type = 'poll' and private.is_client()) execute function private.check_options_of_post();

create constraint trigger poll_options_count after delete on public.poll_options deferrable initially deferred
  for each row when (private.is_client()) execute function private.check_options_left();

create trigger moderation_actions_05_origin before insert on public.moderation_actions
  for each row when (new.action in ('warned', 'deleted', 'edited', 'banned', 'account_deleted')) execute function private.find_origin();

create trigger moderation_actions_06_ground before insert on public.moderation_actions
  for each row when (new.rule is null and new.action in ('warned', 'deleted', 'edited', 'banned', 'account_deleted')) execute function private.find_ground();

create trigger moderation_actions_notify after insert on public.moderation_actions
  for each row when (new.counts_as_warning or new.action in ('deleted', 'edited', 'banned')) execute function private.notify_moderation();

create trigger reports_90_alert_confirmed after update of confirmed_at on public.reports
  for each row when (not old.counts) execute function private.alert_of_report();

alter table private.import_keys enable row level security;

create policy "staff read" on public.reports for select to authenticated
  using (counts and (select private.is_moderator()));

revoke all on public.calendar_events from public, anon, authenticated, service_role;

revoke all on public.news from public, anon, authenticated, service_role;

revoke all on public.reports from public, anon, authenticated, service_role;

revoke all on public.season_participants from public, anon, authenticated, service_role;

revoke all on public.stars from public, anon, authenticated, service_role;

grant execute on function private.is_credited(text, text) to authenticated;

grant execute on function private.stored_text(text, text[]) to anon, authenticated, service_role;

grant execute on function private.admin_ban_member(uuid, integer, text, text) to authenticated;

grant execute on function private.admin_rename_member(uuid, text, text, text) to authenticated;

grant execute on function private.admin_delete_member(uuid, text, text, boolean) to authenticated;

grant execute on function public.admin_ban_member(uuid, integer, text, text) to authenticated, service_role;

grant execute on function public.admin_rename_member(uuid, text, text, text) to authenticated, service_role;

grant execute on function public.admin_delete_member(uuid, text, text, boolean) to authenticated, service_role;

grant execute on function private.confirm_age(integer) to authenticated;

grant execute on function private.is_listed(uuid) to anon, authenticated, service_role;

revoke all on private.site_youth from public, anon, authenticated, service_role;

grant execute on function private.is_young_site() to authenticated, service_role;

grant execute on function private.record_consent(boolean, timestamptz, integer) to authenticated;

grant execute on function public.record_consent(boolean, timestamptz, integer) to authenticated, service_role;

grant execute on function private.delete_own_account(boolean) to authenticated;

grant execute on function public.delete_own_account(boolean) to authenticated, service_role;

grant execute on function public.set_nickname(text, integer) to authenticated, service_role;

grant execute on function private.search_listing_of_caller() to authenticated;

grant execute on function private.choose_search_listing(boolean) to authenticated;

grant execute on function public.own_search_listing() to authenticated, service_role;

grant execute on function public.set_search_listing(boolean) to authenticated, service_role;

grant execute on function private.star_votes_waiting() to anon, authenticated, service_role;

-- Counters, keys and timestamps are maintained by the database.
revoke all on public.stars from public, anon, authenticated;

grant all on public.stars to service_role;

grant select on public.stars to anon;

grant select,
  insert (id, slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, external_key, avatar_author, avatar_source,
    avatar_license),
  update (slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, external_key, avatar_author, avatar_source,
    avatar_license),
  delete
  on public.stars to authenticated;

grant execute on function private.youth_for_admins() to authenticated;

grant execute on function private.own_votes_weigh_from() to authenticated;

grant execute on function private.save_cast(uuid, uuid[], text[]) to authenticated;

revoke all on private.episodes from public, anon, authenticated, service_role;

revoke all on private.watch_progress from public, anon, authenticated, service_role;

grant execute on function private.progress_of_caller() to authenticated;

grant execute on function public.own_progress() to authenticated, service_role;

grant execute on function private.note_progress(uuid, integer) to authenticated;

grant execute on function public.set_progress(uuid, integer) to authenticated, service_role;

grant execute on function private.placements_of_season(uuid) to anon, authenticated, service_role;

grant execute on function private.placements_of_star(uuid) to anon, authenticated, service_role;

grant execute on function private.has_covered_results(uuid) to anon, authenticated, service_role;

grant execute on function private.all_placements(uuid) to anon, authenticated, service_role;

grant execute on function public.season_results(text) to anon, authenticated, service_role;

grant execute on function private.placement_for_staff(uuid, uuid) to authenticated;

grant execute on function private.former_season(uuid, text) to anon, authenticated, service_role;

grant execute on function private.season_by(uuid, text) to anon, authenticated, service_role;

revoke all on private.season_slug_history from public, anon, authenticated, service_role;

revoke all on public.season_participants from public, anon, authenticated;

grant all on public.season_participants to service_role;

-- Not the placement: pages and RPCs give it to whom it is no spoiler (results.sql).
grant select (season_id, star_id, sort_order, created_at) on public.season_participants to anon, authenticated;

grant insert (season_id, star_id, placement, sort_order),
  update (season_id, star_id, placement, sort_order),
  delete
  on public.season_participants to authenticated;

grant execute on function private.event_drafts(text, integer) to authenticated, service_role;

grant execute on function public.admin_plan_events(text) to authenticated, service_role;

grant execute on function private.refuse_unseen(jsonb) to authenticated, service_role;

grant execute on function public.admin_change_events(text) to authenticated, service_role;

grant execute on function private.take_back_events(uuid[]) to authenticated, service_role;

grant execute on function public.admin_take_back_events(uuid[]) to authenticated, service_role;

revoke all on public.calendar_events from public, anon, authenticated;

grant all on public.calendar_events to service_role;

grant select on public.calendar_events to anon;

grant select,
  insert (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date, event_time,
    duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_series_event,
    series_end_date, series_parent_id, series_frequency, external_key, is_cancelled, change_note),
  update (title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date, event_time,
    duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_series_event,
    series_end_date, series_parent_id, series_frequency, external_key, is_cancelled, change_note),
  delete
  on public.calendar_events to authenticated;

revoke all on private.post_slug_history from public, anon, authenticated, service_role;

grant execute on function private.former_post(date, text) to anon, authenticated, service_role;

grant execute on function private.address_is_gone(date, text) to anon, authenticated, service_role;

grant execute on function public.post_address_gone(text, text) to anon, authenticated, service_role;

grant execute on function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean, boolean, text) to authenticated;

grant execute on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean, boolean, text) to authenticated,
  service_role;

grant execute on function private.is_unsourced_post(uuid) to authenticated;

grant execute on function public.admin_decide_posts(uuid[], timestamptz[], text, text, boolean, text) to authenticated, service_role;

grant execute on function private.is_settled() to authenticated, service_role;

grant execute on function private.set_statement(uuid, timestamptz, text, text, text, text) to authenticated;

grant execute on function public.admin_set_statement(uuid, timestamptz, text, text, text, text) to authenticated, service_role;

grant execute on function private.is_debunked(uuid) to anon, authenticated, service_role;

grant execute on function private.latest_posts(text, uuid[], integer) to anon, authenticated, service_role;

grant execute on function private.decide_held_comments(uuid[], boolean, text, text) to authenticated;

grant execute on function public.admin_decide_held_comments(uuid[], boolean, text, text) to authenticated, service_role;

grant execute on function private.decide_on(text) to authenticated;

revoke all on private.ban_key from public, anon, authenticated, service_role;

revoke all on private.kept_bans from public, anon, authenticated, service_role;

grant execute on function private.decide_cases(jsonb, text, text, text) to authenticated;

grant execute on function public.admin_decide_cases(jsonb, text, text, text) to authenticated, service_role;

grant execute on function private.hide_post(uuid, text, text) to authenticated;

grant execute on function public.admin_hide_post(uuid, text, text) to authenticated, service_role;

grant execute on function public.report_content(uuid, text, uuid, text, text, boolean, text, text, boolean) to anon, authenticated,
  service_role;

-- Without name and e-mail of guests; the name comes with a case. Reports are decided and purged only by RPCs, which write the log.
revoke all on public.reports from public, anon, authenticated;

grant all on public.reports to service_role;

grant select (id, target_type, target_post_id, target_comment_id, target_author_id, reporter_id, good_faith, reason, details, status,
    created_at, confirmed_at, resolved_at, resolved_by, action, action_reason, severity, ban_duration_days, decision_id,
    target_profile_id, origin, is_child_abuse, counts)
  on public.reports to authenticated;

grant execute on function private.hold_decisions() to authenticated;

grant execute on function public.admin_hold_decisions() to authenticated, service_role;

grant execute on function private.concerns_page(text, text, integer) to authenticated;

grant execute on function public.admin_concerns(text, text, integer) to authenticated, service_role;

grant execute on function private.answer_concern(uuid, text, text) to authenticated;

grant execute on function public.admin_answer_concern(uuid, text, text) to authenticated, service_role;

grant execute on function private.tell_concern(uuid, text, text, text, text, text, text, boolean) to anon, authenticated;

grant execute on function public.tell_concern(uuid, text, text, text, text, text, text, boolean) to anon, authenticated, service_role;

grant execute on function private.contact_operator(uuid, text, text, text) to anon, authenticated;

grant execute on function public.contact_operator(uuid, text, text, text) to anon, authenticated, service_role;

grant execute on function private.confirm_concern(text) to anon, authenticated;

grant execute on function public.confirm_concern(text) to anon, authenticated, service_role;

revoke all on private.concerns from public, anon, authenticated, service_role;

revoke all on public.news from public, anon, authenticated;

grant all on public.news to service_role;

grant select on public.news to anon;

grant select,
  insert (id, title, slug, excerpt, body, image_url, url, published_at, image_alt, image_credit, tags, image_source, image_license),
  update (title, slug, excerpt, body, image_url, url, published_at, image_alt, image_credit, tags, image_source, image_license),
  delete
  on public.news to authenticated;

revoke all on private.site_state from public, anon, authenticated, service_role;

grant execute on function private.note_site(boolean, boolean, jsonb) to service_role;

grant execute on function public.note_site(boolean, boolean, jsonb) to service_role;

grant execute on function private.near_names(text, integer) to anon, authenticated, service_role;

grant execute on function private.found(text, text, text[], uuid[], uuid[], uuid[], uuid[], text, integer) to anon, authenticated, service_role;

grant execute on function private.place_of_caller(text, boolean) to authenticated;

grant execute on function public.own_chart_place(text, text) to authenticated, service_role;

grant execute on function private.fill_charts() to service_role;

grant execute on function private.admin_end_youth() to authenticated;

grant execute on function public.admin_end_youth() to authenticated, service_role;

grant execute on function private.forget_visit(text) to anon, authenticated;

grant execute on function public.forget_visit(text) to anon, authenticated, service_role;

grant execute on function private.admin_apply_import(jsonb, boolean, text[], text, text[]) to authenticated;

grant execute on function public.admin_apply_import(jsonb, boolean, text[], text, text[]) to authenticated, service_role;

grant execute on function private.tables_for_file(uuid, uuid) to authenticated;

grant execute on function public.admin_export_tables(uuid, uuid) to authenticated, service_role;

revoke all on private.import_keys from public, anon, authenticated, service_role;

comment on function private.is_credited(text, text) is 'Whether a picture of the team says enough of who made it: its author, or a licence that needs none (pictureLicenses of domain).';

comment on function private.stored_text(text, text[]) is 'A text of domain/src/text/stored-texts.ts, filled in; null for an unknown name, or when something is to be filled in that is null.';

comment on function private.admin_ban_member(uuid, integer, text, text) is 'Bans a member for days, or permanently with null; a new ban replaces the current one.';

comment on function private.admin_rename_member(uuid, text, text, text) is 'Changes a member''s nickname, who is told why, by which rule, and may appeal; the old address redirects. Returns the new slug.';

comment on function private.admin_delete_member(uuid, text, text, boolean) is
  'Deletes a member''s account permanently, as delete_own_account() does, and gives the member by mail a statement of reasons; if they wished it, no decision is recorded.';

comment on function public.admin_ban_member(uuid, integer, text, text) is
  'RPC for staff: bans for days (moderators up to 30, and never staff), or permanently with null. Hints reason_required, ban_days, ban_too_long, own_account, staff_by_admins.';

comment on function public.admin_rename_member(uuid, text, text, text) is 'RPC for admins: changes a nickname, returns the slug. Hints nickname_form, nickname_reserved, nickname_taken, reason_required.';

comment on function public.admin_delete_member(uuid, text, text, boolean) is
  'RPC for admins: deletes an account permanently, by a rule or because the member wished it (p_wished). Hints own_account, reason_required.';

comment on function private.age_text_of(jsonb) is
  'Version of the sentence about the age to which a registration by e-mail said yes, in its metadata; null when it did not.';

comment on function private.confirm_age(integer) is
  'Records that the caller says to be at least 16, and to which sentence; the first time stays.';

comment on function private.is_listed(uuid) is
  'Whether search engines may list a profile: the member allows it, is not banned, and an approved post or a comment of theirs is public.';

comment on function private.may_write() is
  'The caller is a member whose session has not ended and has proven the second factor if there is one, is not banned, has redeemed an invite if one was needed, and has said to be at least 16 or has had a nickname before that was asked: may post, comment, vote, react.';

comment on function private.require_age() is
  'Trigger: nobody gets a first nickname who has not said to be at least 16. Those who had one before are not asked.';

comment on column public.profiles.analytics_consent_text is 'Version of the question that was answered (consentQuestion of domain); null: the first, or no answer.';

comment on column public.profiles.age_confirmed_at is
  'When the member said to be at least 16; null: not yet, or the account had its nickname before this was asked.';

comment on column public.profiles.age_text is 'Version of the sentence that was confirmed (ageConfirmation of domain).';

comment on column public.profiles.in_search_engines is
  'Whether the member lets search engines list the profile. Whether they may at all: private.is_listed().';

comment on function private.before_user_created(jsonb) is
  'Auth hook: a site that is shut to new accounts, allow-list of mail domains and invite mode before an account is made; records refused domains and counts wrong codes. Never raises.';

comment on function private.refuses_newcomers(text, boolean) is
  'Whether a new account is refused because the site is shut to them. The hook refuses whoever registers; this holds where it is not configured, and for providers.';

comment on function private.check_mail_domain() is 'Trigger: refuses new accounts of a site that is shut to them, and enforces the allow-list of mail domains for sign-up by e-mail and for changes of the address.';

comment on function private.follow_unconfirmed_metadata() is
  'Trigger: keeps name and age in the profile of an unconfirmed account in step with its metadata.';

comment on function private.retain_registrations() is 'Retention: hashes of sign-ups for a day, accounts whose address nobody confirmed for 30 days.';

comment on table private.site_youth is
  'When this site was first reached by others, and when it stopped being young. No row: others have not reached it yet. '
  'Stays: a list or a state of the site.';

comment on function private.has_enough_members() is 'Whether there are as many confirmed accounts as end the youth of a site.';

comment on function private.is_young_site() is 'Whether the easier rules of the first weeks hold.';

comment on function private.invited_while_young() is 'Whether the site is young and the caller came by an invitation.';

comment on function private.forget_usage(uuid) is 'Deletes what was counted of a member: events with their conversions, and visits.';

comment on function private.record_consent(boolean, timestamptz, integer) is
  'Records the caller''s choice, when it was made and to which question, unless a newer one is recorded; returns the recorded one. The only way to write these columns. A no deletes what was counted.';

comment on function public.record_consent(boolean, timestamptz, integer) is
  'RPC: records full (true) or essential (false) consent of the caller as of that instant, not later than now, and the version of the question; an older one changes nothing. essential deletes what was counted of the caller. Returns {analytics_consent, analytics_consent_updated_at, analytics_consent_text}. 429 after 60 in five minutes.';

comment on function private.has_refused(uuid) is
  'Whether a member has said no to being counted: what was on its way, or comes from a device that has not heard of it, is dropped.';

comment on function private.erase_content_of(uuid) is 'Takes every post and comment of a member off the site, by the rules for what members delete themselves.';

comment on function private.delete_own_account(boolean) is 'Deletes the caller''s account with everything that refers to it, and with what the member published if they wish.';

comment on function public.delete_own_account(boolean) is
  'RPC: deletes the caller''s account permanently; with true also all posts and comments. Hints reauthentication_needed, mfa_needed, avatars_left, last_admin. '
  'No quota: once.';

comment on function private.is_masked(text, text) is 'Whether a text differs from what it was by asterisks at most.';

comment on function private.mask_names(text, text[]) is 'A text with asterisks in place of names and addresses, where they are words of their own.';

comment on function private.former_nicknames(uuid) is
  'What a member was called before, in small letters: names that the team took away, and what most likely stood behind the addresses of their profile.';

comment on function private.words_at(text[], text) is 'Words of a text that would have one of these addresses as a nickname, however they are spelled.';

comment on function private.names_of(uuid[]) is 'Addresses, full names and nicknames of members, former ones too.';

comment on function private.things_of(uuid) is 'Ids of a member and of what they wrote, under which the team keeps notes, reports and its log.';

comment on function private.mask_member(text, text[], text[]) is 'A text without a member''s names, and without words that had an address of their profile.';

comment on function private.erase_from_records(uuid) is
  'Masks a member who leaves in reports, decisions, notes and the log about them, and takes back what the team was told of them.';

comment on function private.without_others(text, uuid, uuid) is
  'What the team wrote about a member, for that member: without the team, whoever reported it, addresses and other members'' @names.';

comment on function private.export_known_networks(uuid) is 'Export: hashes of the networks from which the member has signed in.';

comment on function private.addresses_of(uuid) is 'The slug of a member''s profile, and former ones.';

comment on function private.erase_former_mentions(uuid) is
  'Masks former nicknames of a member: where they can be told from addresses everywhere, in comments and posts also as they were typed there.';

comment on function public.set_nickname(text, integer) is
  'RPC: sets the caller''s nickname and slug; returns the profile. p_age_text: version of the sentence by which the caller said to be at least 16, needed with the first nickname unless the registration had it. Hints nickname_form, nickname_reserved, nickname_taken, age_required. '
  'No quota: the table counts nicknames, and the age is said once.';

comment on function private.search_listing_of_caller() is 'What the caller chose about search engines, and whether their profile may be listed now; null without a profile.';

comment on function private.choose_search_listing(boolean) is 'Lets search engines list the caller''s profile, or not.';

comment on function public.own_search_listing() is
  'RPC: {wanted, listed}: whether the caller lets search engines list the profile, and whether they may now.';

comment on function public.set_search_listing(boolean) is
  'RPC: whether search engines may list the caller''s profile; returns own_search_listing(). Banned members may choose too. '
  'No quota: a choice for each member.';

comment on function private.retain_sessions() is 'Retention: sign-ins, with network and browser, for 12 months after they were last used; GoTrue''s own log for 12 months.';

comment on function private.badge_count(text) is 'Number of waiting posts, report cases, comments, appeals, requests of stars or of people it is about, up to 1000.';

comment on function public.admin_badges() is 'RPC for staff: waiting posts, report cases, appeals, comments, requests of stars and of people it is about, each up to 1000.';

comment on function private.dashboard_figures() is 'All numbers of the admin stats. Votes are those on stars, whether they weigh yet or not. Active members and very large tables are estimates.';

comment on function private.export_team_log(uuid) is 'Export: what a member of staff did, and what the team did about a member, without who.';

comment on function private.retain_team_log() is 'Retention: the log and its copies among the events for three years, excerpts of texts in it for 180 days.';

comment on function private.admin_list_stars(text[], text, text, text, text, integer) is
  'Ids of stars for staff: matching every word, active or inactive, with a gap (picture, credit, bio, social, season), by name or new, after a cursor.';

comment on function public.admin_stars_page(text, text, text, text, text, integer) is
  'Page /admin/stars for staff: words that must all match, state active or inactive, gap picture, credit, bio, social or season, sort name or new, keyset cursor.';

comment on function private.votes_for_a_score() is 'How many weighing votes a star needs for a score and a place.';

comment on function private.lock_ranking() is 'One ranks the stars at a time.';

comment on function private.rescore_all_stars() is 'Job (7 * * * *): ends the first weeks of a site when they are over, lets votes qualify, refreshes the means, rescores and ranks every star.';

comment on function private.counted_from(timestamptz) is 'When the hourly private.rescore_all_stars() finds what is ready at this moment.';

comment on function private.star_votes_waiting() is
  'While no star has a rank: {votes, needed, from}, how many votes lie there, how many a star needs, and from when the first of those count that do not yet (null: all do). Null otherwise.';

comment on function private.drop_star_credit() is 'Trigger: a credit goes with its picture.';

comment on column public.star_scores.hot_score is '0–100 with one decimal; null below private.votes_for_a_score() weighing votes.';

comment on column public.star_scores.demand_count is 'Weighing votes, as private.vote_weighs() says.';

comment on column public.stars.avatar_author is
  'Who made the picture; with source and licence its credit (docs/decisions/152-picture-credits.md). It goes with the picture.';

comment on function private.vote_weighs(uuid) is 'Whether a member''s votes count now: not banned, and the account at least 24 hours old or the site young.';

comment on function private.requalify_newcomers() is 'Decides again about the votes of accounts younger than a day, for whom the first weeks differ.';

comment on function private.open_site() is 'Begins the first weeks, once: at the first start under a public address.';

comment on function private.close_youth() is 'Ends the first weeks for good.';

comment on function private.end_youth() is 'Ends the first weeks when they are over; part of the hourly private.rescore_all_stars().';

comment on function private.youth_for_admins() is 'The first weeks as adminSettings has them: {until, members}; null when the site is not young.';

comment on function private.own_votes_weigh_from() is 'From when the caller''s votes count that are given now; null: at once.';

comment on function public.voting_page(integer) is 'RPC of /stars/voting: active stars the caller has not fully rated, best first, how many of all are rated, and from when the caller''s votes count (null: at once).';

comment on function private.save_cast(uuid, uuid[], text[]) is 'For the team: the cast of a season in order, with placements beside it.';

comment on table private.episodes is
  'An episode of a season: one row for all its broadcasts, kept from the calendar by trigger; what has no number, like most specials, is none. '
  'Stays: as long as the calendar has a broadcast of it. Nothing about members: No quota: nobody writes to it.';

comment on column private.episodes.first_available_at is
  'When it can first be watched, on whichever way; null while every broadcast of it is cancelled.';

comment on column private.episodes.last_first_run_at is 'Its last broadcast that is no repeat: from then on everybody could have seen it.';

comment on function private.refresh_episodes(uuid[]) is 'Derives the episodes of seasons from their calendar.';

comment on function private.follow_broadcasts() is 'Trigger: keeps episodes as the calendar has them, once per statement.';

comment on function public.season_page(text, text) is
  'Page of a season: by the format''s current or former slug and the season''s slug, number or former slug, or null.';

comment on table private.watch_progress is
  'Until which episode a member has seen a season; 0: nothing of it yet, and everything is to stay covered. '
  'Stays: until the member takes it back or deletes the account.';

comment on function private.aired_until(uuid) is 'Number of the latest episode of a season that can be watched; 0 when there is none.';

comment on function private.progress_of_caller() is 'How far the caller has seen each season, latest first.';

comment on function public.own_progress() is 'RPC: [{season_id, until}], latest first; at most 1,000. until 0: nothing seen yet.';

comment on function private.note_progress(uuid, integer) is 'See public.set_progress().';

comment on function public.set_progress(uuid, integer) is
  'RPC: the caller has seen a season until this episode; 0: nothing yet, null: takes it back. Returns own_progress(). Hints not_aired, too_many_seasons, target_gone, account_gone; 429.';

comment on function private.export_progress(uuid) is 'Export: how far the member has seen each season.';

comment on function private.sees_results(uuid) is
  'Whether the caller may read the placements of a season: who says how far they are, once they have seen all that ran; everybody else when the season is over.';

comment on function private.placements_of_season(uuid) is 'Placements of a season that the caller may see.';

comment on function private.placements_of_star(uuid) is 'Placements of a star that the caller may see.';

comment on function private.has_covered_results(uuid) is 'Whether there are placements that the caller may not see yet.';

comment on function private.all_placements(uuid) is 'See public.season_results().';

comment on function public.season_results(text) is
  'RPC: [{star_id, placement}] of a season, for whoever asks for it by a press although it is covered on its page.';

comment on function private.placement_for_staff(uuid, uuid) is 'For the team, which edits what its own progress may cover.';

comment on function private.remember_season_slug() is 'Trigger: the old address of a renamed season redirects.';

comment on function private.former_season(uuid, text) is 'The season that had this slug in the format, or null.';

comment on function private.season_by(uuid, text) is 'Season of a format by slug, number or former slug; null when there is none.';

comment on table private.season_slug_history is
  'Former addresses of seasons: old URLs answer 301. A current slug or number wins over an entry here. '
  'Stays: until the team deletes what it published.';

comment on function private.event_drafts(text, integer) is 'Drafts that are saved together; hint draft_invalid for anything else, and for too many.';

comment on function public.admin_plan_events(text) is
  'RPC for the team: writes up to 100 new single events, all or none; answers their {ids}. Hint draft_invalid.';

comment on function private.refuse_unseen(jsonb) is
  'Refuses drafts of events that are gone or stand otherwise than was seen, naming the first three: target_gone, changed_meanwhile.';

comment on function public.admin_change_events(text) is
  'RPC for the team: edits up to 400 single events or episodes, all or none, each with the version that was seen; answers their new versions and how many broadcasts they overlap. Hints draft_invalid, target_gone, changed_meanwhile.';

comment on function private.take_back_events(uuid[]) is
  'Deletes events that were made within ten minutes and not changed since; moderators may, because deleting what others rely on is for admins. Returns how many.';

comment on function public.admin_take_back_events(uuid[]) is
  'RPC for the team: takes back what admin_plan_events() made within the last ten minutes; what was changed since stays. Answers {removed}.';

comment on function public.calendar_page(text, text, text, text, text) is
  'Page /kalender: events of the closed range of Berlin days by date, time, then number (at most 1,000), and the choices of the filters. Filters are ids or slugs of names; an impossible day or unknown filter gives no events.';

comment on column public.calendar_events.is_rerun is
  'What has been shown before: nobody''s next episode while something new comes, no reason to ring, and in no count. Mirrors isRerun() of domain.';

comment on column public.calendar_events.change_note is
  'Why it was moved, takes longer or does not take place, in the team''s words: on pages, in feeds, and in what followers are told.';

comment on column public.calendar_events.ics_sequence is
  'SEQUENCE of RFC 5545: rises when day, time, length, kind or cancellation change, so that calendar apps take the new version.';

comment on table private.post_slug_history is
  'Former addresses of posts whose title the team has changed: they answer 301, or 410 where the person they name asked for it. '
  'Stays: with its post.';

comment on function private.address_is_free(date, text, uuid) is
  'Whether a post may have this slug on its day: no other one has or had it, and nobody asked for it to be gone.';

comment on function private.slug_for(uuid, date, text) is 'The slug of a post by its title; a clash on one day gets the last four characters of the id, or all.';

comment on function private.set_post_slug() is
  'Trigger: slug from the title. It stays when authors change that; private.move_post() is for the team.';

comment on function private.move_post(uuid, boolean) is
  'After the team changed a title: the address follows, because search engines show its words. The old ones lead on, or are gone.';

comment on function private.former_post(date, text) is 'The post that had this address, or null.';

comment on function private.address_is_gone(date, text) is 'See public.post_address_gone().';

comment on function public.post_address_gone(text, text) is
  'Whether an address of a post was taken down for good, because somebody it names asked for it: the server then answers 410.';

comment on function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean, boolean, text) is 'See public.admin_edit_post().';

comment on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean, boolean, text) is
  'RPC for staff: title, text and tags of somebody''s post, by the rules for posts, and whether a rumor loses its source; the post is then shown as edited by the team, and its author gets the reason and what it rests on (p_rule). A new title gives a new address; the old ones lead there, or with p_drop_address are gone. Status stays. Returns {id, outcome, by}.';

comment on function private.names_a_star(text) is
  'Whether a text has the whole name of a star, as it is read: folded, without marks. Short names are words as well.';

comment on function private.is_unsourced_post(uuid) is
  'Whether what waits is a rumor about a star, by tag or name, that names no source: to publish it takes reasons, which are kept.';

comment on function public.admin_decide_posts(uuid[], timestamptz[], text, text, boolean, text) is
  'RPC for staff: approves, rejects or deletes (with a reason) up to 50 posts, each as it was seen; returns [{id, outcome, by}]. A sensitive one is only approved alone, and with p_sensitive_seen; a rumor about a star without a source alone, and with a reason, which the log keeps.';

comment on function private.is_settled() is
  'Whether the caller is known here: staff, and members of a week with three posts or comments that are online.';

comment on function private.may_link() is
  'Whether the caller may put links into comments: whoever is settled, and on a young site whoever was invited.';

comment on function private.post_by(text, date, text) is
  'Approved post by kind, Berlin day and slug (with or without the end of its id), or a slug it had; null when there is none.';

comment on function public.post_page(text, text, text) is
  'Page of an approved post by its dated address: kind, Berlin day and slug (or slug plus - plus the end of the id, or a former slug), or null.';

comment on function private.set_statement(uuid, timestamptz, text, text, text, text) is 'See public.admin_set_statement().';

comment on function public.admin_set_statement(uuid, timestamptz, text, text, text, text) is
  'RPC for staff: publishes, changes or (without text) removes what the person concerned says about a post; p_seen: since when the shown one stands. What a star said themselves takes a reason, which they get with what it rests on (p_rule). {id, outcome, by}; hints speaker_length, statement_length, reason_required.';

comment on function private.as_text(text, text, uuid[], text, text[], timestamptz) is 'A text of its parts, which are given by name.';

comment on function private.require_option_count(uuid) is 'Refuses a poll that has not 2 to 8 answers.';

comment on function private.check_options_of_post() is 'Trigger: a poll that a client writes ends up with 2 to 8 answers.';

comment on function private.check_options_left() is 'Trigger: so does one of which a client deletes answers.';

comment on function private.is_debunked(uuid) is
  'Whether a rumor is refuted: it stays where it is, and is no longer told as something new, in lists, feeds, teasers or to search engines.';

comment on function private.list_posts(text, text, integer, uuid, text, integer) is
  'Ids of approved posts, sorted new (creation, without debunked rumors), active (last activity), hot (stored hotness) or top (hearts − poops + votes + comments), optionally of one kind, tag or the last days, after a cursor.';

comment on function private.latest_posts(text, uuid[], integer) is 'The latest posts of a kind, without those that are shown already.';

comment on function public.posts_feed(text) is 'The 50 latest approved posts, of one kind or all, newest first, without debunked rumors.';

comment on function private.decide_held_comments(uuid[], boolean, text, text) is 'See public.admin_decide_held_comments().';

comment on function public.admin_decide_held_comments(uuid[], boolean, text, text) is
  'RPC for staff: publishes up to 200 comments that wait, or rejects them with this reason; {done, skipped}. Skipped: decided or gone meanwhile, one''s own, or without a place any more. Hints reason_required, row_count.';

comment on column public.moderation_actions.origin is
  'What drew the team''s attention to it, found when it is stored: a person, or a program; address: a ban that a person decided goes on because a program knew the mail address again. Decided it is by a person, whatever this says.';

comment on column public.moderation_actions.rule is
  'What the decision rests on: a chapter of the community guidelines, or a law (law_…). Null in older ones, and where a client of the API named none.';

comment on column public.moderation_actions.scope is
  'Of a rejection: change if the post stays as it was, hidden if it is offline only until it is cleared.';

comment on column public.moderation_actions.changed is
  'Of an edit: the parts of the post that the team changed, or what it did to the statement of a star above it (statement: other words, statement_gone).';

comment on function private.program_that_held(text, uuid, uuid) is 'The program that made a post or comment wait for the team, or marked it for them; null: none.';

comment on function private.find_origin() is 'Trigger: whether people or a program drew the team''s attention to what it decides about.';

comment on function private.decide_on(text) is
  'What the decisions of this transaction rest on from here on, as moderation_actions.rule; null: nothing is known. Refuses what is no ground.';

comment on function private.find_ground() is 'Trigger: what a decision rests on, as private.decide_on() was told.';

comment on function private.is_after_notice(public.moderation_actions) is 'Whether a person had reported what was decided about.';

comment on function private.how_decided(uuid) is 'Facts of a statement of reasons: that a human decided, which decision to appeal, and what it rests on, and whether people or a program had drawn attention to it.';

comment on function private.own_moderation_status() is 'Ban, warnings, removals and edits of the caller; nothing about reporters or staff.';

comment on function public.own_moderation_status() is
  'RPC: {is_banned, banned_until, decisions: [{id, action, severity, reason, ban_duration_days, rule, changed, content_excerpt, reported, origin, created_at, target_…}]} of the caller, newest first.';

comment on table private.ban_key is 'Key of the hashes in kept_bans. Stays: it names nobody.';

comment on table private.kept_bans is
  'Bans of accounts that are deleted, by a keyed hash of the address, until they end. Personal: bans.';

comment on column private.kept_bans.ends_at is 'End of the ban; of one without end, three years after the account, when its reasons are gone too.';

comment on function private.hmac_sha256(bytea, bytea) is 'HMAC-SHA-256 (RFC 2104) with a key of at most 64 bytes; pgcrypto is not everywhere.';

comment on function private.address_hash(text) is 'Keyed hash of the mailbox behind an address; makes the key when there is none yet.';

comment on function private.keep_ban(auth.users) is 'Keeps the ban of an account that is being deleted, if it has one.';

comment on function private.restore_kept_ban() is
  'Trigger: whoever confirms an address whose ban still runs has it again, with a decision that says so and can be appealed.';

comment on function private.retain_kept_bans() is 'Retention: bans of deleted accounts until they end.';

comment on function private.decide_cases(jsonb, text, text, text) is 'See public.admin_decide_cases().';

comment on function public.admin_decide_cases(jsonb, text, text, text) is
  'RPC for staff: decides up to 200 cases [{report_id, target_id, target_type}] alike, dismiss or delete (which resets all of a profile); {decided, skipped}. Hints reason_required, row_count, case_action.';

comment on function private.hold_case(text, uuid) is
  'Waits for whoever is taking or deciding this case, and keeps others from both until the end of the transaction: a claim that is not committed is seen by nobody.';

comment on function private.hide_post(uuid, text, text) is 'See public.admin_hide_post().';

comment on function public.admin_hide_post(uuid, text, text) is
  'RPC for staff: takes a post offline until it is cleared: it waits in the queue, its reports stay open, its author gets the reason and what it rests on (p_rule). {id, outcome, by}.';

comment on function private.can_lift(public.moderation_actions) is
  'Whether a warning, removal, edit or ban of the last 30 days still stands and can be taken back. One that was appealed is decided there.';

comment on function public.admin_take_back(uuid, text) is
  'RPC for admins: takes a warning, removal, edit or ban back within 30 days and tells the member: {effect}, a sentence for them. Hints not_liftable, own_case.';

comment on function public.report_content(uuid, text, uuid, text, text, boolean, text, text, boolean) is
  'RPC, guests too: reports a post, comment or profile. Illegal content needs an explanation and the statement of good faith, of child abuse (p_child_abuse) no name and no address. {state: open | known | confirm | received}; hints details_missing, details_length, own_content, good_faith_missing, name_missing, email_invalid, target_gone, rate_limited (429).';

comment on function private.tell_receipt(public.reports) is
  'Confirms to a member that a notice of illegal content has arrived; several of a day that nobody has read are one notification.';

comment on function private.take_report(public.reports) is
  'Stores the report of the caller, whoever `reporter_id` says: {state: open | known | confirm | received}. Guests'' reports are counted, and confirmed by mail.';

comment on function private.report_page(public.reports) is 'Path of the page where what was reported stands; null when it is gone.';

comment on column public.reports.confirmed_at is
  'When the report was confirmed: immediately for members, for guests when they follow the link mailed to them.';

comment on column public.reports.is_child_abuse is 'It shows the abuse of children: such a notice needs neither name nor address (DSA Art. 16 (2) c).';

comment on column public.reports.counts is
  'Whether staff see and decide it: it is confirmed, or a notice of illegal content, of which the operator knows from its receipt on (DSA Art. 16 (3)).';

comment on column public.reports.origin is 'Who reported it: a person, or a program of ours in its own name. A program has no reporter.';

comment on table private.report_confirmations is
  'Hash of the token in the link that confirms a guest''s report. Only the mail holds the token itself.';

comment on column private.removed_profiles.renamed_to is 'The nickname that an admin gave in place of the former one; null: "Mitglied_" and eight letters.';

comment on function private.export_reports(uuid) is
  'Export: own reports and reports about the member, the reset profile, notes of the team, and what was asked and answered in cases.';

comment on function private.appealed_content(public.moderation_actions) is 'The content a decision was about, also after its removal, of an edit as it was before; null when nothing is left of it.';

comment on function private.text_before(public.moderation_actions) is 'What a post said before this edit of the team; null once the version is gone.';

comment on function private.text_taken(public.moderation_actions) is 'The words that an edit of the team replaced, for whoever decides about an appeal.';

comment on function private.changed_since(private.post_versions) is 'Whether a post has another text than the one that replaced this version.';

comment on function private.edit_stands(public.moderation_actions) is 'Whether what the team wrote is still there and can be put back.';

comment on function private.give_address_back(public.moderation_actions) is 'The former addresses of a post lead there again, where this edit alone had ended that.';

comment on function private.put_text_back(public.moderation_actions, text) is
  'Gives a post the parts back that an edit of the team replaced, unless it has changed since; returns what that did, as private.effect_text() says it.';

comment on function private.put_statement_back(public.moderation_actions) is
  'Publishes what a star said again, unless something else has been said above the post since; returns what that did, as private.effect_text() says it.';

comment on function private.decision_kind(public.moderation_actions) is 'Kind of a decision for the member it concerns: warned, rejected, deleted, edited or banned.';

comment on function public.own_moderation_page(text, integer) is
  'RPC: {ban, items, next}: the caller''s ban and what the team decided about them (warnings, rejections, removals, edits, bans), newest first, with appeals.';

comment on function private.hold_decisions() is 'See public.admin_hold_decisions().';

comment on function public.admin_hold_decisions() is
  'RPC for staff: gives what the caller has decided and can still undo ten more seconds from now, up to five minutes after it was decided. Answers as admin_pending_decisions().';

comment on function private.rows_for_bin(jsonb) is
  'Every row that a deletion takes along; things is {formats, seasons, stars, events, news, broadcasters, providers}, each an array of ids, and {participants: [{season_id, star_id}]}.';

comment on function private.star_who_said(public.community_posts) is
  'The member who published the statement of a post as its star; null: the team did, or it is the caller.';

comment on function private.take_statement(public.community_posts, uuid, text) is
  'After the team took a star''s statement away or changed its words: keeps them for an appeal and tells the star why.';

comment on column private.star_statements.taken is
  'What the team took away or replaced, needed to answer an appeal. A job clears it after 180 days.';

comment on column private.star_statements.left_at is 'statement_at of what the team put in its place; null: nothing.';

comment on column private.star_statements.decision_id is 'The moderation action of that, for an appeal.';

comment on function private.retain_star_statements() is 'Retention: what the team took of a star''s statement, for 180 days.';

comment on function private.mail_alert(text, jsonb) is 'Mails an alert {alert, title}, together with those that still wait for the same recipient.';

comment on function private.team_mails_of(uuid) is 'Which mails a member of the team gets; null for others.';

comment on function private.watch_team() is
  'Job (*/10 * * * *): tells the team that something waits longer than app_settings.alert_after_hours, that somebody must be answered within a week, that a job or mails fail; and sends the briefing in the morning.';

comment on function private.gathered_alerts(text) is 'Takes the alerts that wait for this address, as {alerts}: the briefing says them too.';

comment on function private.export_team_mails(uuid) is 'Export: which mails the team gets, and what it was told of the member.';

comment on function private.concerns_page(text, text, integer) is 'See public.admin_concerns().';

comment on function public.admin_concerns(text, text, integer) is
  'RPC for staff: what people whom HoT writes about ask for; open ones by when they are due, or (decided) the latest first; {items, next}. The address is for admins.';

comment on function private.answer_concern(uuid, text, text) is 'See public.admin_answer_concern().';

comment on function public.admin_answer_concern(uuid, text, text) is
  'RPC for staff: answers by mail what somebody asked for (granted, partly, refused; the last two with a reason). {outcome done|decided|gone}. Hints reason_required, unknown_action, decision_pending.';

comment on function private.german_day(date) is 'A day in a mail: 29.12.2026.';

comment on function private.concern_answer(private.concerns, text) is 'What its sender is told: {state, reference, due}.';

comment on function private.given_concern(uuid, text, text, text, text) is
  'What somebody without an account writes, cleaned and checked. Hints details_missing, details_length, name_missing, email_invalid.';

comment on function private.tell_concern(uuid, text, text, text, text, text, text, boolean) is 'See public.tell_concern().';

comment on function public.tell_concern(uuid, text, text, text, text, text, text, boolean) is
  'RPC, guests too: somebody whom HoT writes about, or who acts for them (p_person), wants a page corrected or removed, objects, or asks what is stored (p_wish correct, remove, object, access). {state: confirm}: a mail has the link. Hints unknown_wish, page_invalid, person_length, details_missing, details_length, name_missing, email_invalid, good_faith_missing, rate_limited (429). '
  'No quota: counted as the mails that guests ask for.';

comment on function private.contact_operator(uuid, text, text, text) is 'See public.contact_operator().';

comment on function public.contact_operator(uuid, text, text, text) is
  'RPC, guests too: a message to the operator, who gets it by mail; the sender has a receipt, the team a case. {state: sent, reference, due}. Hints contact_closed, details_missing, details_length, name_missing, email_invalid, rate_limited (429). '
  'No quota: counted as the mails that guests ask for.';

comment on function private.confirm_concern(text) is 'See public.confirm_concern(). The token has 244 random bits and cannot be guessed.';

comment on function public.confirm_concern(text) is
  'RPC, guests too: {state: confirmed | already | unknown, reference, due}. The team sees it, and a receipt goes out. A link works for seven days. '
  'No quota: once for each link.';

comment on table private.concerns is
  'What people whom HoT writes about ask for, with or without account: correct, remove, object, access; what anybody wrote by the contact form (contact); and what the team answered. '
  'Not exported: belongs to no account; who asked has the receipt and the answer by mail.';

comment on column private.concerns.speaks_for is 'For whom the sender acts; null: it is about the sender.';

comment on column private.concerns.token_hash is 'Of the code in the link that confirms the address. Only the mail holds the code itself.';

comment on column private.concerns.due_on is 'One month after it was sent (GDPR, Art. 12(3)), whenever it was confirmed.';

comment on function private.retain_concerns() is
  'Retention: what was asked and answered for three years after the last of both, messages of the contact form for twelve months after the answer and 24 at most; what nobody confirmed for 7 days.';

comment on function private.post_facts(uuid) is
  'Facts of a post that its notifications store to name it and link to it: title, time, type and slug, and what is known about a rumor.';

comment on function private.marked_title(uuid) is
  'The title of a post in a text that is sent: before that of a rumor stands what is known. Mirrors markedTitle.';

comment on function public.notification_settings() is
  'RPC: all types of notifications with the caller''s choice, and where they go: push or app; what is always on cannot be switched off. First "all": off while everything else rests.';

comment on table public.notification_preferences is
  'Types a member has switched on or off; without a row a type is on. warning and post_rejected cannot be switched off. '
  'all, switched off, lets every type rest that can be switched off, and leaves what was chosen for each. '
  'Stays: until the member takes it back or deletes the account. '
  'No quota: a row for each type.';

comment on function private.is_paused(uuid) is 'Whether a member lets all notifications rest that can be switched off.';

comment on function private.retain_notifications() is 'Retention: 30 days; decisions of the team six months once read, else three years.';

comment on function private.retell_title(uuid) is 'Notifications of a post name it as the team has named it, and lead to its new address.';

comment on function private.outcome_of_report(jsonb) is
  'Outcome of a report {target_type, outcome: ignored, deleted, acted, gone, rule}, as a text for the reporter. Says nothing about the author''s record.';

comment on function private.account_deletion_text(jsonb) is
  'Why the team has deleted an account, as a text for whoever had it: {nickname, reason, wished, rule, reported, origin, banned_until, for_good}.';

comment on function private.ground_title(text) is 'What a decision rests on: the heading of a chapter of the community guidelines, or a law.';

comment on function private.title_mark(text) is 'What stands before the title of a rumor wherever no badge stands beside it.';

comment on function private.date_wish(uuid, text, text) is
  'Whose phone rings in the morning, or for this format, also hears there that a date has changed, unless they have chosen otherwise.';

comment on function private.announce_moves() is
  'Trigger: followers of a format are told of its next broadcast that was moved, or that takes longer today.';

comment on function private.news_of_move(uuid, uuid, integer) is
  'What the next followers of a format are told of a broadcast that was moved or takes longer: how it stands now, against what they knew.';

comment on function private.retell_today(uuid, uuid[]) is
  'What these members were told this morning of a format, and have not read, says what is still so; nothing is left of it when nothing comes any more. Never rings.';

comment on function private.broadcasts_to_tell(timestamptz) is
  'Of each format that is followed the first broadcast that is still to come on this television day; a day of repeats rings nobody.';

comment on column private.announcements.kind is
  'What is told, by the function private.news_of_KIND, which its noun has: (what it is about, last member told, how many).';

comment on column private.announcements.subject_id is
  'What it is about, if that is neither post nor broadcast. Nothing refers to it, so that any noun may: of what is gone private.news_of_KIND tells nobody.';

comment on column private.announcements.was is 'Of a broadcast that was moved: the day and time that followers know, and how many others moved with it.';

comment on column private.announcements.told_up_to is 'Id of the last member who was told, until all are; members are told in the order of their ids.';

comment on function private.is_told(text) is 'Whether a noun says what is told of this kind of announcement.';

comment on function private.export_digests(uuid) is 'Export: the digest by mail, and which mails were sent.';

comment on function private.send_mail(text, text, jsonb) is
  'Puts a mail into the outbox. Templates and their values: report_confirmation {target, reason, path}, report_outcome {target, reason, outcome}, and about. For definer functions only.';

comment on function private.mail_deletion(text, jsonb) is 'Mails whoever had an account that the team deleted a statement of reasons (private.account_deletion_text()).';

comment on function private.clear_mails() is
  'Job (50 1 * * *): mails of the outbox, and reports of guests that nobody confirmed, after 7 days, those of illegal content only their name and address; name and address of guests 6 months after the decision.';

comment on function private.mail_lane(text) is
  'Which mails share a part of the hour: duty (outcomes, questions, security), asked (confirmations and receipts, which strangers can ask for), team, digest.';

comment on function private.mail_rooms(integer) is 'How many mails of each lane may still leave within the hour, and in which order; null: any number.';

comment on function private.gathers_alerts(private.mail_outbox) is 'Whether alerts gather in this mail, because its recipient had one within the hour.';

comment on function private.claim_mails(integer, integer) is
  'Takes mails that are due, so that of several servers one sends each, those of duty first. per_hour: the site''s share, a third of what the mail server takes in an hour (null: any number). held: how many that limit keeps back; operator: who signs them.';

comment on table private.site_state is
  'What the settings of the server say: whether others reach the site, whether mails of the house leave, and the operator of SITE_*. No row: not known, as in a database without a server. '
  'Stays: a list or a state of the site.';

comment on function private.note_site(boolean, boolean, jsonb) is 'See public.note_site().';

comment on function public.note_site(boolean, boolean, jsonb) is
  'RPC for the web server (secret key), at its start: whether others reach the site, whether its mails leave, and the operator of SITE_*.';

comment on function private.operator_data() is 'The operator as the legal pages name them: what admins wrote, else SITE_*.';

comment on function private.contact_address() is 'Where the contact form sends what is written; null: no mail would leave, or nobody would get it.';

comment on function private.legal_missing() is
  'What the legal pages lack: fields of requiredFields of domain, and contact: neither a phone nor a contact form that works.';

comment on function private.sign_up_shut() is 'Whether nobody can register, because a public site does not say who runs it.';

comment on function private.hottest_post(text, boolean) is 'Hottest approved post of a kind in the last seven days, for polls optionally among those not ended; without debunked rumors, or null.';

comment on function public.admin_settings_page() is 'RPC for admins: the settings, who changed them last, and the first weeks of a site while they last.';

comment on table private.site_texts is
  'Texts of this installation: reasons {kind: [text]}, guidelines "markup", accessibility "markup", operator {field: text}. A missing row: those that come with HoT. '
  'Stays: a list or a state of the site. '
  'Not exported: who of the team wrote a text of the site last; nothing about that person.';

comment on function private.checked_markup(jsonb) is 'Cleaned markup of a page, null where it is none. Mirrors the limit of guidelinesForm and accessibilityForm of domain.';

comment on function private.checked_accessibility(jsonb) is 'Cleaned markup, null where it is none. Mirrors accessibilityForm of domain.';

comment on function public.site_texts() is 'RPC: rules, statement on accessibility and data of the operator that this installation has written itself, and the host of its classifier, {guidelines, accessibility, operator, classifier}, each null where there is none; contact: whether the contact form reaches somebody.';

comment on function public.admin_texts_page() is
  'RPC for admins: {reasons, guidelines, accessibility, operator}, each {content, updated_at, updated_by_name}, or null where it is that of HoT.';

comment on function public.admin_save_text(text, timestamptz, jsonb) is
  'RPC for admins: writes one text of this installation (reasons, guidelines, accessibility, operator) as last seen at p_seen, or removes it (null); answers admin_texts_page(). Hints changed_meanwhile, text_invalid.';

comment on function private.near_names(text, integer) is
  'Active stars and formats whose name is a typing error or two away from the query, the nearest first, then by rank; after them those that some words fit.';

comment on function private.found(text, text, text[], uuid[], uuid[], uuid[], uuid[], text, integer) is
  '{items, total, next} of one kind of results. total ends at the number of rows that a kind looks at.';

comment on function private.place_of_caller(text, boolean) is 'Place and number of the caller in a chart of members; rank null: not in it.';

comment on function public.own_chart_place(text, text) is
  'RPC: {rank, value} of the caller in opinion_makers or karma, of the last 30 days or all, beyond the first hundred too. As of the last hourly job.';

comment on function public.chart_stars(text, integer) is
  'HoT Bestenliste: stars with enough weighing votes by rank (score, votes, name), after a cursor; while there is none, what votes lie there.';

comment on function private.charts_lack_something() is
  'Whether something happened for a chart of members that is empty, or for any of a young site.';

comment on function private.fill_charts() is
  'Job (* * * * *): ranks as soon as there is something to rank where a chart is empty, and on a young site always.';

comment on function private.admin_end_youth() is 'See public.admin_end_youth().';

comment on function public.admin_end_youth() is
  'RPC for admins: ends the first weeks of the site for good, with all that is easier in them; false when they are over.';

comment on function private.votes_for_a_sleuth() is 'How many decided votes on rumors a member needs for a place among the Spürnasen.';

comment on function public.chart_sleuths(integer) is
  'RPC: [{member, rank, hits, decided, rank_week_ago}], members with at least ten decided votes on rumors (one while the site is young) by the lower bound of their hit rate.';

comment on function private.receive_analytics_event() is
  'Trigger: skips repeated events and those of members who have refused, and replaces impossible times, so that a wrong clock loses no events.';

comment on function private.receive_user_session() is
  'Trigger: drops visits of members who have refused, and limits times, so that a wrong clock neither loses a visit nor preserves it for ever: it begins within the last 7 days and ends by now.';

comment on function private.forget_visit(text) is 'Deletes what was counted of a guest''s visit, of its last two days.';

comment on function public.forget_visit(text) is
  'RPC, guests too: deletes what a guest''s visit counted, after their consent is withdrawn; true when there was something. '
  'No quota: it takes a visit''s own random id, and requests are limited by network.';

comment on function private.apply_import(jsonb, boolean, text[], text[]) is
  'Applies the tables of an import, or only says what it would do; counts of each table. All or nothing. What was corrected by hand stays, but for the lock keys in unlock; what the files lack stays, but for the ids of private.import_absent() in remove. Hint import_dangling.';

comment on function private.remove_absent(jsonb, text[]) is
  'Puts into the bin what the files of an import lack and somebody ticked; admins only, since it deletes. {bin, counts}. A part of private.apply_import().';

comment on function private.note_import(jsonb, jsonb, jsonb, jsonb, uuid) is
  'Notes what an import made, replaced and took away, and which keys it was told mean what; before has the rows as they were, by table and ids.';

comment on function private.admin_apply_import(jsonb, boolean, text[], text, text[]) is 'See public.admin_apply_import().';

comment on function public.admin_apply_import(jsonb, boolean, text[], text, text[]) is
  'RPC for staff: imports rows, or counts what that would do. p_unlock: values corrected by hand that are replaced. p_seen: what admin_import_changes() answered; if anything has changed since, nothing is imported. p_remove, admins only: ids of its absent rows that go into the bin.';

comment on function private.import_episodes(jsonb) is
  'Episodes with a date as calendar events, on the channel and provider of the format; without a time at private.import_times().';

comment on function private.episodes_for_file(uuid[]) is 'The episodes of seasons, with a key for those that season and number do not tell apart.';

comment on function private.tables_for_file(uuid, uuid) is 'See public.admin_export_tables().';

comment on function public.admin_export_tables(uuid, uuid) is
  'RPC for staff: a format, a season or everything as the five tables of an import, as exportTables. Imported again they change nothing. Hint target_gone.';

comment on function private.squash(text) is
  'Text as the reader of imports leaves it: any spaces and line breaks are one space. Two values that differ by no more are one. Mirrors cleanCell() of domain.';

comment on function private.import_names(jsonb) is
  'The rows that the keys of an import mean: by external key, by what somebody said once, by what is said in the rows now (same), by address, present before former, or by id.';

comment on function private.usable_key(text, integer) is 'Whether a key comes back from a file as it went in.';

comment on function private.keys_for_file() is
  'The key by which an export names each format and star: its own, else its address, else its id where another one has that as a key.';

comment on function private.import_keys() is 'Keys of what is there, as importKeys: rows may refer to it. Each has several, see private.import_names().';

comment on function private.broadcaster_named(text) is 'The broadcaster of this name, in whatever case and with whatever accents; of several the one that is written so.';

comment on function private.provider_named(text) is 'The streaming provider of this name, as private.broadcaster_named().';

comment on function private.import_episodes_there(jsonb) is
  'The episodes of an import with the season they name and the broadcast they are: by key, else by season and number, reruns and what has no number by their day.';

comment on function private.import_matched(jsonb, text) is
  'Rows that the tables of an import find, by the rules of private.apply_import(): given is the row of the file (with the season of an episode), known has the same keys, stored is the row of the table. Of one table, if part names it.';

comment on function private.import_found(jsonb, text) is 'private.import_matched(), where values that differ only by spaces and line breaks are given as they are known.';

comment on function private.import_kept(jsonb) is 'Values that stay because their cells are empty.';

comment on function private.import_absent(jsonb) is
  'Places in casts and episodes that stand in no row of an import, of the seasons that its files of casts and episodes name.';

comment on function public.admin_import_changes(jsonb) is
  'RPC for staff: which values an import would replace, {total, locked, items: [{id, table, row, field, old, new, locked}]}, at most 500 items, those corrected by hand first; kept: what empty cells leave; absent: what stands in no row.';

comment on function private.import_new(jsonb, text) is 'Rows of an import (of one table, if part names it) that private.import_matched() does not find, by table and place: it would make them.';

comment on function private.unanswered(jsonb, text) is 'The tables of an import without what was answered about one of them: questions stay while they are answered.';

comment on function private.import_doubles(jsonb) is
  'New formats and stars of an import whose name, folded as the search does, one that is there already has: probably the same.';

comment on function private.import_alike_episodes(jsonb) is
  'Broadcasts without a number that the format has on the day of a new episode: probably the same, entered before the number was known.';

comment on function private.usual_time(uuid) is 'When a format mostly begins: of its latest 30 broadcasts, without reruns; null where there are none.';

comment on function private.import_times(jsonb) is
  'When new episodes without a time begin: as the format mostly does, else as most rows of the file say, else 20:15.';

comment on function private.import_told_new(jsonb) is 'What an import would make, as importNew.';

comment on function public.admin_import_new(jsonb) is
  'RPC for staff: which rows an import would make, {rows: {table: places from 1}, doubles: [{table, nth, id, name, slug, …}], times: [{format, time, origin, episodes}]}; doubles are what is there already and may be the same, times are for those without one.';

comment on function private.import_channels(jsonb) is 'Makes the broadcasters and providers that formats of an import name and nobody has; the ids of those.';

comment on function private.import_formats(jsonb) is 'Formats of an import, behind private.import_channels().';

comment on function private.import_stars(jsonb) is 'Stars of an import.';

comment on column private.imports.removed_bin is 'The entry of the bin with what the files lacked and somebody ticked.';

comment on table private.import_keys is
  'Keys of files that somebody said mean a row that is there already. Its own key, external_key, comes first.';

comment on function private.retain_imports() is 'Retention: what an import made and replaced, for 30 days; what was edited by hand and which keys mean it as long as its row, behind private.retain_bin().';

comment on function private.unused_channels(jsonb) is
  'Of the broadcasters and providers an import made those that nothing uses but what goes with it. A part of private.undo_import().';

comment on function public.admin_undo_import(uuid) is
  'RPC for admins: puts what an import made into the bin, and sets what it replaced back where nobody changed it since, and brings back what it took away; {removed, reverted, kept, restored}, null if it is undone or older than 30 days.';

comment on function private.clear_runs() is
  'Job (45 1 * * *): what pg_cron keeps of runs, after three days. Each job of every five seconds makes 6 million rows a year.';

comment on function private.minutes_together(timestamptz, timestamptz) is
  'Minutes of all processes together: counts added up, times, CPU and memory of the worst.';

comment on column private.server_minutes.loop_max is 'The longest of these delays, in ms; null: of a version that did not measure it.';

reset check_function_bodies;

-- By hand

-- What a rule reported had the author as its reporter.
update public.reports set origin = 'rule', reporter_id = null where rule_id is not null;
update public.moderation_actions m set origin = 'rule'
  where m.report_id is not null and exists (select from public.reports r where r.id = m.report_id and r.rule_id is not null);

-- Of those who were told of something, the last one stayed named.
update private.announcements set told_up_to = default where done_at is not null;

-- Rejections of changes say what they are about, as far as the change is still known.
update public.moderation_actions m set scope = 'change' where m.id in (select v.decision_id from private.post_revisions v);

-- Rows of 1.1.0 keep to these: the columns they ask about are new and empty or have a default, a decided report was confirmed,
-- and announcements were always of one post or event, and of kinds that are told today.
alter table private.announcements add constraint announcements_kind_is_told CHECK (private.is_told(kind));
alter table private.announcements add constraint announcements_one_subject CHECK ((num_nonnulls(post_id, event_id, subject_id) = 1));
alter table private.announcements add constraint announcements_subject_id_kind_key UNIQUE (subject_id, kind);
alter table public.news add constraint news_image_credit CHECK (((image_license IS NULL) OR (image_license = ANY (ARRAY['public_domain'::text, 'cc0'::text])) OR ((image_credit IS NOT NULL) AND ((image_license !~~ 'cc\_%'::text) OR (image_source IS NOT NULL)))));
alter table public.profiles add constraint profiles_age CHECK (((age_confirmed_at IS NULL) = (age_text IS NULL)));
alter table public.reports add constraint reports_child_abuse_is_illegal CHECK (((NOT is_child_abuse) OR (reason = 'illegal_content'::text)));
alter table public.reports add constraint reports_decided_once_received CHECK (((status = 'pending'::text) OR counts));
alter table public.stars add constraint stars_avatar_credit CHECK (((avatar_license IS NULL) OR (avatar_license = ANY (ARRAY['public_domain'::text, 'cc0'::text])) OR ((avatar_author IS NOT NULL) AND ((avatar_license !~~ 'cc\_%'::text) OR (avatar_source IS NOT NULL)))));
-- What could be switched off in 1.1.0 still can be, type by type, and now all at once.
alter table public.notification_preferences add constraint notification_preferences_type_check CHECK (((type = 'all'::text) OR private.is_changeable_type(type)));

-- Broadcasts that are there make the episodes of their seasons.
select private.refresh_episodes(array(select distinct e.season_id from public.calendar_events e where e.season_id is not null and e.episode_number is not null));
