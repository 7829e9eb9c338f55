create function private.sensitive_subjects(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  typed constant text := coalesce(private.text_said(left(value, 12000)), '');
  -- "Koerper" is found by the folded text, "queer" and "sexuell", which folding shortens as well, by the other one.
  plain constant text := private.search_fold(typed) || ' | ' || private.without_marks(typed);
  read constant text := plain || ' | ' || private.unmasked(plain);
  age constant text := '(1[0-7]|[2-9]|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn)';
  -- Parts of words without umlauts, ss for ß. Tried by supabase/tests/posts/sensitive-texts.ts.
  words constant jsonb := jsonb_build_object(
    'health', '\mkrank|erkrank|krankheit|schwerkrank|krebs|tumor|diagnos|multiple sklerose|herzinfarkt|schlaganfall|epilep|diabet' ||
      '|demenz|\mhiv|\maids\M|syphilis|chlamydi' ||
      '|burn-?out|depress|psychi|psychos|therap|\mklinik|\mreha\M|panikattack|angststorung|bipolar|borderline|schizo|\madhs' ||
      '|\mautis|behinder|suizid|selbstmord|selbstverletz|\mritz(t|en)\M' ||
      '|ess-?storung|essgestort|magers|bulimi|abgemagert|suchtig|alkoholi|alkoholabhang|\mentzug|drogen|kokain|\mkoks|\mkiff' ||
      '|uberdosis|medikament|intensivstation|\mzusammenbruch' ||
      '|schwanger|fehlgeburt|abtreib|babybauch|bauchlein|im [a-z]+ten monat|unfruchtbar|befruchtung|impotent|operier|\moperation' ||
      '|\mop\M|(bruste|lippen|nase) machen|fettabsaug|botox',
    'sexuality', 'schwu?l\M|schwule|\mlesb|sexuell|intersex|\msex(?!tett)|\mqueer|\mtrans\M|transgender|transfrau|transmann|non-?binar' ||
      '|geschlechts(umw|angl)|coming-?out|\mouting|\moute(t|n|te)\M' ||
      '|war (mal |fruher )?(ein mann|eine frau)|(steht|stehen) (nur )?auf (manner|frauen|beide)|auf (manner|frauen) steht' ||
      '|porno|nackt(bild|foto|video|selfie|aufnahm)|\mnudes|onlyfans|\merotik|\mescort|callboy|callgirl|prostitu|bordell' ||
      '|\mpuff\M|swinger|fetisch|\mbdsm|sadomaso|orgie|masturb' ||
      '|im bett|geschlafen|one-?night|\mdreier\M|fummel|\mintim|zum aussersten|gefickt|ficken|\mgebumst',
    'crime', 'polizei|straftat|\mstraf(bar|verfahren|prozess)|strafanzeige|angezeigt|anzeige (wegen|gegen|erstattet|am hals)|ermittlung' ||
      '|ermittelt (wegen|gegen)|gegen [^.!?]{1,40} ermittelt|staatsanw|angeklagt|\manklage|tatverd|razzia|hausdurchsuch' ||
      '|haftbefehl|festgenommen|festnahme|verhaftet|handschellen' ||
      '|vor gericht|gerichtsverfahren|(land|amts)gericht|verurteil|vorbestraft|vorstrafe|bewahrungsstrafe|auf bewahrung' ||
      '|gefangnis|\mknast|\m(u-)?haft\M|haftstrafe|untersuchungshaft' ||
      '|korperverletz|gewalttat|hausliche gewalt|handgreiflich|geschlagen haben|(frau|freundin|freund|ex|partner|partnerin|mutter) geschlagen' ||
      '|zugeschlagen|verprugel|prugel|misshandel|missbrauch|vergewaltig|ubergriff|belastig|stalk|morddroh|\mmord\M|\mmorder' ||
      '|ermordet|totschlag|bewaffnet|\mwaffe|messerstech|notigung' ||
      '|diebstahl|ladendieb|geklaut|\mklau(t|en|te|end)\M|gestohlen|\meinbruch|bei \w+ eingebrochen|hehler|betruger|\mbetrugs' ||
      '|wegen betrug|\wbetrug\M|erpress|unterschlag|veruntreu|bestech|falschung|gefalscht|steuerhinterzieh|schwarzgeld' ||
      '|geldwasche|schwarzarbeit' ||
      '|drogen|kokain|\mkoks|\mdeal(t|er|en)\M|fahrerflucht|ohne fuhrerschein|fuhrerschein weg|(betrunken|alkohol|besoffen) am steuer' ||
      '|trunkenheit|krimin|illegal|volksverhetz|hitlergruss|hausfriedensbruch|sachbeschad|tierqual',
    'minors', 'minderjahr|nicht volljahrig|teenager|\mteenie|\mschuler(in)?\M|\mschule\M|\mkita\M|kindergarten|jugendamt|sorgerecht' ||
      '|\munterhalt\M|pflegeelter|\menkel' ||
      '|\mkind(er|es|ern|s)?\M|kinderfoto|\mbaby|neugeboren|\m(stief|adoptiv)?sohn(e|s|es|en|chen)?\M|\m(stief|adoptiv)?tochter' ||
      '|\mzwilling|(ihr|sein) (junge|madchen|nachwuchs)\M' ||
      '|\m(der|die|seine|ihre) kleinen?( von\M|[.!?,]|$)' ||
      '|\m' || age || ' ?-?jahrig' ||
      '|\m' || age || ' jahre? alt' ||
      '|\merst ' || age || '\M(?! (tag|woche|monat|jahr|folge|stunde|uhr|prozent|staffel|minute))' ||
      '|\m(ist|war) (er|sie) ' || age || '\M' ||
      '|\m(er|sie) (ist|war) 1[0-7]\M|(vater|mutter) mit 1[0-7]\M');
begin
  return array(select subject from unnest('{health,sexuality,crime,minors}'::text[]) with ordinality as listed (subject, place)
    where read ~ (words ->> subject) order by place);
end $$;
comment on function private.sensitive_subjects(text) is
  'The sensitive subjects that words of the text point to, of health, sexuality, crime and minors; as sensitiveSubjects in domain/. May only make a text wait, never publish it.';
