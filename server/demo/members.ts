import { demoId, type Row } from './demo-rows.ts'

export type DemoMember = {
  nickname: string
  bio: string | null
  /** Days between account creation and the first start; 0 = today, so that the account's votes do not count yet. */
  joinedDaysAgo: number
}

/** Invented members. Their karma comes from their activity. */
export const demoMembers: readonly DemoMember[] = [
  { nickname: 'tvnudel', bio: 'Guckt alles. Merkt sich das Falsche.', joinedDaysAgo: 420 },
  { nickname: 'couchkartoffel', bio: 'Festkochend.', joinedDaysAgo: 410 },
  { nickname: 'lagerfeuer_lina', bio: 'Ich habe Bilder für dich.', joinedDaysAgo: 395 },
  { nickname: 'nachtschicht_nils', bio: 'Sehe die Wiederholung um vier. Bitte keine Spoiler.', joinedDaysAgo: 380 },
  { nickname: 'werbepausen_willi', bio: 'Sechs Minuten sind zu kurz für Nudeln.', joinedDaysAgo: 366 },
  { nickname: 'rosenkavalierin', bio: null, joinedDaysAgo: 350 },
  { nickname: 'popcorn_paule', bio: 'Süß und salzig, je nach Folge.', joinedDaysAgo: 330 },
  { nickname: 'dschungel_dieter', bio: 'Seit Staffel 1 dabei. Nur vom Sofa aus, aber mit Hut.', joinedDaysAgo: 310 },
  { nickname: 'untertitel_uli', bio: '[dramatische Musik]', joinedDaysAgo: 300 },
  { nickname: 'teleshop_tina', bio: 'Nur noch drei Meinungen auf Lager!', joinedDaysAgo: 280 },
  { nickname: 'glotzfrosch', bio: null, joinedDaysAgo: 260 },
  { nickname: 'cliffhanger_cleo', bio: 'Das Beste an mir erzähle ich', joinedDaysAgo: 240 },
  { nickname: 'abspann_anna', bio: 'Lese bis zum Kabelträger.', joinedDaysAgo: 225 },
  { nickname: 'testbild_toni', bio: 'Früher war um Mitternacht Schluss.', joinedDaysAgo: 200 },
  { nickname: 'senf_dazu', bio: 'Mittelscharf.', joinedDaysAgo: 180 },
  { nickname: 'villa_kunterbernd', bio: null, joinedDaysAgo: 150 },
  { nickname: 'drama_drossel', bio: 'Singt nur bei Streit.', joinedDaysAgo: 130 },
  { nickname: 'mediathekla', bio: 'Noch 7 Tage verfügbar.', joinedDaysAgo: 110 },
  { nickname: 'kissen_karl', bio: 'Umarme eins, wenn es spannend wird.', joinedDaysAgo: 90 },
  { nickname: 'zapp_zarapp', bio: 'Hat die Fernbedienung. Gibt sie nicht her.', joinedDaysAgo: 75 },
  { nickname: 'vorspann_vroni', bio: null, joinedDaysAgo: 60 },
  { nickname: 'fernseh_fritzi', bio: 'Neu hier, alt vorm Gerät.', joinedDaysAgo: 45 },
  { nickname: 'spoiler_salome', bio: 'Versprochen: mit Warnung.', joinedDaysAgo: 30 },
  { nickname: 'pausenbrot', bio: null, joinedDaysAgo: 14 },
  { nickname: 'sendeschluss', bio: 'Eben erst eingeschaltet.', joinedDaysAgo: 0 },
]

const DAY = 86_400_000

export const memberId = (nickname: string) => demoId('member', nickname)

/** When the account was created: `joinedDaysAgo` days and nine minutes before `now`. */
export function joinedAt(member: DemoMember, now: Date): Date {
  return new Date(now.getTime() - member.joinedDaysAgo * DAY - 9 * 60_000)
}

/** Accounts without a password: nobody can sign in as one of them. */
export function userRows(now: Date): Row[] {
  return demoMembers.map((member) => ({
    instance_id: '00000000-0000-0000-0000-000000000000',
    id: memberId(member.nickname),
    aud: 'authenticated',
    role: 'authenticated',
    email: `${member.nickname}@hot.example`,
    email_confirmed_at: joinedAt(member, now),
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: {},
    created_at: joinedAt(member, now),
    updated_at: joinedAt(member, now),
  }))
}

export function profileRows(now: Date): Row[] {
  return demoMembers.map((member) => ({
    id: memberId(member.nickname),
    email: `${member.nickname}@hot.example`,
    nickname: member.nickname,
    bio: member.bio,
    provider_type: 'email',
    created_at: joinedAt(member, now),
    updated_at: joinedAt(member, now),
  }))
}
