/** When a format runs. `weekday`: 0 = Monday … 6 = Sunday, the first on or after the season's start; daily ones start with it. */
export type DemoSlot = {
  format: string
  rhythm: 'daily' | 'weekly'
  /** Missing: the weekday of the season's first day. */
  weekday?: number
  time: string
  minutes: number
  finaleLive?: boolean
  /** A reunion after the finale: time and length. */
  reunion?: readonly [time: string, minutes: number]
}

export const demoSlots: readonly DemoSlot[] = [
  { format: 'das-sommerhaus-der-stars', rhythm: 'weekly', time: '20:15', minutes: 150, reunion: ['22:45', 75] },
  { format: 'love-island-vip', rhythm: 'daily', time: '22:15', minutes: 60, finaleLive: true },
  { format: 'ich-bin-ein-star', rhythm: 'daily', time: '22:15', minutes: 120, finaleLive: true },
  { format: 'are-you-the-one', rhythm: 'weekly', weekday: 1, time: '20:15', minutes: 75, reunion: ['21:30', 90] },
  { format: 'kampf-der-realitystars', rhythm: 'weekly', weekday: 2, time: '20:15', minutes: 135 },
  { format: 'prominent-getrennt', rhythm: 'weekly', weekday: 1, time: '20:15', minutes: 120 },
  { format: 'temptation-island', rhythm: 'weekly', weekday: 0, time: '22:15', minutes: 75 },
  { format: 'die-bachelors', rhythm: 'weekly', weekday: 6, time: '20:15', minutes: 120 },
  { format: 'forsthaus-rampensau', rhythm: 'weekly', weekday: 3, time: '20:15', minutes: 75 },
  { format: 'germany-shore', rhythm: 'weekly', weekday: 5, time: '17:00', minutes: 60 },
  { format: 'couple-challenge', rhythm: 'weekly', weekday: 0, time: '20:15', minutes: 90 },
  { format: 'promi-big-brother', rhythm: 'daily', time: '22:20', minutes: 100, finaleLive: true },
  { format: 'das-grosse-promi-buessen', rhythm: 'weekly', weekday: 3, time: '20:15', minutes: 150 },
  { format: 'princess-charming', rhythm: 'weekly', weekday: 4, time: '20:15', minutes: 60 },
  { format: 'too-hot-to-handle-germany', rhythm: 'daily', time: '09:00', minutes: 45 },
  { format: 'the-50', rhythm: 'weekly', weekday: 4, time: '00:00', minutes: 60 },
]

/** Titles of the episodes between the first and the last. */
export const demoEpisodeTitles: readonly string[] = [
  'Neue Betten, alte Fragen',
  'Wer hat das Sagen?',
  'Zwei Wahrheiten, kein Kaffee',
  'Alle weinen',
  'Das Regal ist gerade',
  'Ein Koffer zu viel',
  'Halbzeit mit Heimweh',
  'Regen, drinnen',
  'Die Sache mit dem Joghurt',
  'Frühstück bei Nacht',
  'Kurze Zündschnur, lange Bank',
  'Nee.',
  'Die Kerze bleibt an',
  'Ruhe vor dem Finale',
]
