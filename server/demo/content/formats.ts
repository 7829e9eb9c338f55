/** One season. Days are relative to the first start, so that some seasons are always running, upcoming and finished. */
export type DemoSeason = {
  number: number
  startsIn: number
  endsIn: number
  location: string
  cast: number
  description?: string
}

export type DemoFormat = {
  slug: string
  name: string
  shortName: string | null
  emoji: string
  color: string
  broadcaster: string
  provider: string | null
  streamingUrl: string | null
  description: string
  seasons: readonly DemoSeason[]
}

/** On RTL's channels and streaming service. */
const rtlFormats: readonly DemoFormat[] = [
  {
    slug: 'das-sommerhaus-der-stars',
    name: 'Das Sommerhaus der Stars – Kampf der Promipaare',
    shortName: 'Sommerhaus',
    emoji: '🏡',
    color: '#F59E0B',
    broadcaster: 'RTL',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description:
      'Promipaare, ein Haus auf dem Land, sehr wenige Zimmer. Wer sich selbst beim Einkaufszettel einig bleibt, kann gewinnen.',
    seasons: [
      { number: 9, startsIn: -770, endsIn: -700, location: 'Bocholt', cast: 8 },
      { number: 10, startsIn: -410, endsIn: -340, location: 'Bocholt', cast: 8 },
      {
        number: 11,
        startsIn: -63,
        endsIn: 0,
        location: 'Bocholt',
        cast: 10,
        description: 'Zehn Leute, vier Betten, ein Grill. Die Waschmaschine ist wieder Hauptfigur.',
      },
    ],
  },
  {
    slug: 'love-island-vip',
    name: 'Love Island VIP',
    shortName: null,
    emoji: '🏝️',
    color: '#E0457B',
    broadcaster: 'RTLZWEI',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Bekannte Singles, eine Villa, ein Pool und die Frage, wer heute Abend allein im Bett liegt.',
    seasons: [
      { number: 3, startsIn: -590, endsIn: -560, location: 'Teneriffa', cast: 8 },
      { number: 4, startsIn: -9, endsIn: 19, location: 'Teneriffa', cast: 9 },
    ],
  },
  {
    slug: 'ich-bin-ein-star',
    name: 'Ich bin ein Star – Holt mich hier raus!',
    shortName: 'Dschungelcamp',
    emoji: '🐛',
    color: '#15803D',
    broadcaster: 'RTL',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Zwei Wochen Reis, Bohnen und Lagerfeuer in Australien. Wer gewählt wird, muss zur Prüfung.',
    seasons: [
      { number: 17, startsIn: -670, endsIn: -654, location: 'Murwillumbah', cast: 7 },
      { number: 18, startsIn: -305, endsIn: -289, location: 'Murwillumbah', cast: 7 },
      { number: 19, startsIn: 54, endsIn: 70, location: 'Murwillumbah', cast: 6 },
    ],
  },
  {
    slug: 'are-you-the-one',
    name: 'Are You The One? – Reality Stars in Love',
    shortName: 'Are You The One?',
    emoji: '💞',
    color: '#6D3BD1',
    broadcaster: 'RTL+',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Zehn Perfect Matches, zehn Nächte, eine Matchbox. Mathe, nur mit Sonnenbrand.',
    seasons: [
      { number: 4, startsIn: -480, endsIn: -410, location: 'Kapstadt', cast: 8 },
      { number: 5, startsIn: -24, endsIn: 32, location: 'Kapstadt', cast: 8 },
    ],
  },
  {
    slug: 'kampf-der-realitystars',
    name: 'Kampf der Realitystars',
    shortName: null,
    emoji: '🥊',
    color: '#C2410C',
    broadcaster: 'RTLZWEI',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Eine Sala in Thailand, wöchentlich neue Gäste und die Stunde der Wahrheit.',
    seasons: [
      { number: 6, startsIn: -550, endsIn: -490, location: 'Phuket', cast: 8 },
      { number: 7, startsIn: -31, endsIn: 32, location: 'Phuket', cast: 9 },
    ],
  },
  {
    slug: 'prominent-getrennt',
    name: 'Prominent getrennt – Die Villa der Verflossenen',
    shortName: 'Prominent getrennt',
    emoji: '💔',
    color: '#0F766E',
    broadcaster: 'RTL',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Ehemalige Paare ziehen noch einmal zusammen. Freiwillig, sagen sie.',
    seasons: [
      { number: 3, startsIn: -620, endsIn: -575, location: 'Hermanus', cast: 6 },
      { number: 4, startsIn: -190, endsIn: -145, location: 'Hermanus', cast: 6 },
    ],
  },
  {
    slug: 'temptation-island',
    name: 'Temptation Island',
    shortName: null,
    emoji: '🔥',
    color: '#BE185D',
    broadcaster: 'RTL+',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Paare prüfen ihre Treue, getrennt in zwei Villen. Am Lagerfeuer gibt es Bilder zu sehen.',
    seasons: [
      { number: 7, startsIn: -430, endsIn: -360, location: 'Kreta', cast: 6 },
      { number: 8, startsIn: -38, endsIn: 18, location: 'Kreta', cast: 7 },
    ],
  },
  {
    slug: 'die-bachelors',
    name: 'Die Bachelors',
    shortName: null,
    emoji: '🌹',
    color: '#B91C1C',
    broadcaster: 'RTL',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Rosen, Dates und sehr lange Blicke über dem Meer.',
    seasons: [
      { number: 2, startsIn: -400, endsIn: -344, location: 'Mexiko', cast: 6 },
      { number: 3, startsIn: -24, endsIn: 32, location: 'Südafrika', cast: 8 },
    ],
  },
  {
    slug: 'couple-challenge',
    name: 'Couple Challenge – Das stärkste Team gewinnt',
    shortName: 'Couple Challenge',
    emoji: '🤝',
    color: '#7FA8FF',
    broadcaster: 'RTL+',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Zweierteams, Hindernisse und ein Preisgeld, das man teilen muss.',
    seasons: [{ number: 5, startsIn: -160, endsIn: -104, location: 'Istrien', cast: 6 }],
  },
  {
    slug: 'princess-charming',
    name: 'Princess Charming',
    shortName: null,
    emoji: '👑',
    color: '#A855F7',
    broadcaster: 'RTL+',
    provider: 'RTL+',
    streamingUrl: 'https://plus.rtl.de',
    description: 'Eine Princess, zwanzig Frauen, Ketten statt Rosen.',
    seasons: [{ number: 6, startsIn: -21, endsIn: 35, location: 'Kreta', cast: 7 }],
  },
]

/** On other channels and streaming services. */
const formatsElsewhere: readonly DemoFormat[] = [
  {
    slug: 'forsthaus-rampensau',
    name: 'Forsthaus Rampensau Germany',
    shortName: 'Forsthaus Rampensau',
    emoji: '🌲',
    color: '#166534',
    broadcaster: 'Joyn',
    provider: 'Joyn',
    streamingUrl: 'https://www.joyn.de',
    description: 'Teams auf einer Berghütte, mit Dirndl-Duellen, Almluft und wenig Handyempfang.',
    seasons: [
      { number: 2, startsIn: -270, endsIn: -230, location: 'Kärnten', cast: 7 },
      { number: 3, startsIn: -24, endsIn: 25, location: 'Kärnten', cast: 8 },
    ],
  },
  {
    slug: 'germany-shore',
    name: 'Germany Shore',
    shortName: null,
    emoji: '🍹',
    color: '#0891B2',
    broadcaster: 'MTV',
    provider: 'Paramount+',
    streamingUrl: 'https://www.paramountplus.com',
    description: 'Eine WG am Meer, viele Nächte, wenig Schlaf.',
    seasons: [
      { number: 4, startsIn: -400, endsIn: -330, location: 'Kroatien', cast: 7 },
      { number: 5, startsIn: -21, endsIn: 28, location: 'Kreta', cast: 7 },
    ],
  },
  {
    slug: 'promi-big-brother',
    name: 'Promi Big Brother',
    shortName: null,
    emoji: '👁️',
    color: '#1D4ED8',
    broadcaster: 'SAT.1',
    provider: 'Joyn',
    streamingUrl: 'https://www.joyn.de',
    description: 'Zwei Wochen unter Kameras, mit Matsch, Einkaufsbudget und einer sehr ruhigen Stimme aus der Decke.',
    seasons: [
      { number: 12, startsIn: -410, endsIn: -396, location: 'Köln', cast: 8 },
      { number: 13, startsIn: -46, endsIn: -32, location: 'Köln', cast: 8 },
    ],
  },
  {
    slug: 'das-grosse-promi-buessen',
    name: 'Das große Promi-Büßen',
    shortName: 'Promi-Büßen',
    emoji: '🏕️',
    color: '#334155',
    broadcaster: 'ProSieben',
    provider: 'Joyn',
    streamingUrl: 'https://www.joyn.de',
    description: 'Ein Zeltlager, ein Wachturm und die Runde, in der alles noch einmal auf den Tisch kommt.',
    seasons: [{ number: 4, startsIn: -150, endsIn: -101, location: 'Hessen', cast: 7 }],
  },
  {
    slug: 'too-hot-to-handle-germany',
    name: 'Too Hot to Handle: Germany',
    shortName: 'Too Hot to Handle',
    emoji: '🌶️',
    color: '#DC2626',
    broadcaster: 'Netflix',
    provider: 'Netflix',
    streamingUrl: 'https://www.netflix.com',
    description: 'Kein Kuss, sonst schrumpft der Topf. Den Rest erklärt Lana.',
    seasons: [{ number: 2, startsIn: -230, endsIn: -216, location: 'Karibik', cast: 7 }],
  },
  {
    slug: 'the-50',
    name: 'The 50',
    shortName: null,
    emoji: '🎭',
    color: '#5BB4F0',
    broadcaster: 'Prime Video',
    provider: 'Prime Video',
    streamingUrl: 'https://www.primevideo.com',
    description: 'Fünfzig Realitygesichter, ein Schloss, keine Regeln. Steht jedenfalls so auf dem Schild.',
    seasons: [
      { number: 1, startsIn: -60, endsIn: -25, location: 'Frankreich', cast: 12 },
      { number: 2, startsIn: 90, endsIn: 125, location: 'Frankreich', cast: 6 },
    ],
  },
]

/** Real formats of German reality television. Their casts here are invented. */
export const demoFormats: readonly DemoFormat[] = [...rtlFormats, ...formatsElsewhere]
