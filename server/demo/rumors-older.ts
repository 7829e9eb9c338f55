import type { DemoRumor } from './post-types.ts'

/** Written weeks ago. */
export const olderRumors: readonly DemoRumor[] = [
  {
    title: 'Die Stimme aus der Decke bei Promi Big Brother ist erkältet',
    content:
      'In Folge 9 klang sie tiefer. Viel tiefer. Meine Theorie: Halsschmerzen. Die Theorie meiner Schwester: ein Dachs.',
    author: 'glotzfrosch',
    hoursAgo: 780,
    tags: ['promi-big-brother'],
    heat: 0.35,
    belief: 0.5,
    status: 'debunked',
    reason: 'Es war ein neues Mikrofon. Kein Dachs.',
    verificationSource: 'Tontechnik, auf Nachfrage',
    comments: [
      ['testbild_toni', 'Ich bleibe beim Dachs.'],
      ['nachtschicht.nils', 'Ich auch. Um vier Uhr morgens klingt alles nach Dachs.'],
    ],
  },
  {
    title: 'Thore Sturmflut bringt einen Gartenzaun mit ins Forsthaus',
    content: 'Sechs Meter, weiß, mit Tor. Er nennt es Privatsphäre.',
    author: 'untertitel_uli',
    hoursAgo: 330,
    tags: ['Sturmflut', 'forsthaus-rampensau'],
    heat: 0.3,
    belief: 0.6,
    comments: [
      ['kissen.karl', 'Mit Klingel?'],
      ['testbild_toni', 'Früher hatte man im Fernsehen eine Kreidelinie. Die hat gehalten.'],
    ],
  },
  {
    title: 'Cindy Konfettiregen hat Konfetti im Vertrag stehen',
    content: 'Zwei Kilo je Folge, farblich sortiert. Das Saubermachen steht nicht drin.',
    author: 'teleshop_tina',
    hoursAgo: 410,
    tags: ['Konfettiregen', 'kampf-der-realitystars'],
    heat: 0.35,
    belief: 0.8,
    comments: [['werbepausen_willi', 'Das erklärt meinen Bildschirm.']],
  },
  {
    title: 'Sandro Espressini trinkt im Dschungel nur Kräutertee',
    content: 'Ausgerechnet er. Es soll an der Milch gelegen haben.',
    author: 'dschungel_dieter',
    hoursAgo: 505,
    tags: ['Espressini', 'ich-bin-ein-star'],
    heat: 0.4,
    belief: 0.25,
    status: 'debunked',
    reason: 'In der Folge war eine Espressokanne zu sehen. Zweimal.',
    verificationSource: 'https://kaffeepause.example/dschungel',
    comments: [['rosenkavalierin', 'Ich habe die Kanne auch gesehen. Sie wirkte glücklich.']],
  },
  {
    title: 'Leonie Blätterteig eröffnet eine Bäckerei ohne Uhr',
    content: 'Geöffnet ist, wenn es duftet. Sagt jedenfalls ihr Nachbar.',
    author: 'abspann_anna',
    hoursAgo: 590,
    tags: ['Blätterteig'],
    heat: 0.25,
    belief: 0.7,
    comments: [],
  },
]
