import type { DemoDiscussion } from './post-types.ts'

/** Written weeks ago. */
export const olderDiscussions: readonly DemoDiscussion[] = [
  {
    title: 'Gegen Zeitlupen bei Türen',
    content: 'Es ist eine Tür. Sie geht auf. Wir müssen das nicht aus vier Winkeln sehen.',
    author: 'untertitel_uli',
    hoursAgo: 220,
    tags: [],
    heat: 0.5,
    comments: [
      ['zapp_zarapp', 'Aber was, wenn dahinter'],
      ['cliffhanger_cleo', 'Das ist MEIN Satz.'],
    ],
  },
  {
    title: 'Wer räumt nach der Sendung eigentlich die Villa auf?',
    content: 'Ich denke da viel drüber nach. Vor allem über die Wassermelonen.',
    author: 'pausenbrot',
    hoursAgo: 240,
    tags: ['love-island-vip', 'Jupp'],
    heat: 0.4,
    comments: [
      ['tvnudel', 'Jupp.'],
      ['werbepausen_willi', 'Jupp.'],
    ],
  },
  {
    title: 'Vorstellungsrunde: Neu hier? Sag Hallo!',
    content:
      'Name, Lieblingsformat, was liegt gerade auf deinem Sofa. Ich fange an: vroni, Princess Charming, drei Fernbedienungen.',
    author: 'vorspann_vroni',
    hoursAgo: 620,
    tags: [],
    heat: 0.7,
    comments: [
      ['pausenbrot', 'Pausenbrot, alles mit Pausen, Krümel.'],
      ['spoiler_salome', 'Salome, Temptation Island, mein Bruder. Er ist einfach eingeschlafen.'],
      ['sendeschluss', 'Sendeschluss, alles nach 23 Uhr, eine Decke. Hallo!'],
    ],
  },
  {
    title: 'Welcher Untertitel war der beste?',
    content: '[unverständliches Schluchzen] liegt bei mir vorn.',
    author: 'untertitel_uli',
    hoursAgo: 340,
    tags: [],
    heat: 0.4,
    comments: [
      ['mediathekla', '[Tür]'],
      ['glotzfrosch', '[spricht mit Toast]'],
    ],
  },
  {
    title: 'Rüdiger Rampenlicht steht immer genau unter der Lampe',
    content: 'Achtet mal drauf. Jede Folge, jeder Raum. Auch im Keller.',
    author: 'abspann_anna',
    hoursAgo: 450,
    tags: ['Rampenlicht', 'prominent-getrennt'],
    heat: 0.35,
    comments: [['werbepausen_willi', 'Im Keller hatte er eine dabei.']],
  },
  {
    title: 'Was macht ihr in der Sommerpause?',
    content: 'Ich habe den Garten entdeckt. Er hat auch keine Handlung.',
    author: 'villa_kunterbernd',
    hoursAgo: 560,
    tags: [],
    heat: 0.3,
    comments: [['testbild_toni', 'Testbild. Das lief früher auch.']],
  },
]
