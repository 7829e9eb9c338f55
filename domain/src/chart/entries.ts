export type ChartEntry = {
  id: 'hot-bestenliste' | 'format-statistiken' | 'social-media-bestenliste' | 'meinungsmacher' | 'karma-champs'
  title: string
  path: string
  emoji: string
  /** The dry line below the title in the menu. */
  line: string
}

/** The five charts in the order of menu and overview. */
export const chartEntries: readonly ChartEntry[] = [
  {
    id: 'hot-bestenliste',
    title: 'HoT Bestenliste',
    path: '/charts/stars/hot-bestenliste',
    emoji: '🏆',
    line: 'Wen ihr wieder sehen wollt',
  },
  {
    id: 'format-statistiken',
    title: 'Format Statistiken',
    path: '/charts/stars/format-statistiken',
    emoji: '📊',
    line: 'Zahlen, aber spannend',
  },
  {
    id: 'social-media-bestenliste',
    title: 'Social-Media-Bestenliste',
    path: '/charts/stars/social-media-bestenliste',
    emoji: '📱',
    line: 'Wer wächst, wer schrumpft',
  },
  {
    id: 'meinungsmacher',
    title: 'Meinungsmacher',
    path: '/charts/community/meinungsmacher',
    emoji: '🗣️',
    line: 'Reden, bis alle antworten',
  },
  {
    id: 'karma-champs',
    title: 'Karma Champions',
    path: '/charts/community/karma-champs',
    emoji: '✨',
    line: 'Nett sein zahlt sich aus',
  },
]
