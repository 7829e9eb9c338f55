import type { DemoDiscussion } from './post-types.ts'

/** Written the last two days. */
export const latestDiscussions: readonly DemoDiscussion[] = [
  {
    title: 'Warum weinen in Folge 4 immer alle?',
    content:
      'Ich habe sieben Staffeln nachgezählt. Es ist immer Folge 4. Erklärt es mir, bitte ohne Verschwörung.\n\nMeine bisherigen Theorien: Zwiebeln, Vollmond, Kamera zu nah.',
    author: 'nachtschicht.nils',
    hoursAgo: 25,
    tags: ['Đurđevak', 'temptation-island'],
    heat: 0.9,
    comments: [
      [
        'lagerfeuer_lina',
        'Folge 4 ist der Tag, an dem der Kaffee ausgeht. Mehr steckt nicht dahinter.',
        [['nachtschicht.nils', 'Das ist die erste Theorie, die ich fühle.']],
      ],
      ['mediathekla', 'Bei Dragan ist es auch Folge 2, 3, 5 und der Vorspann.'],
      ['testbild_toni', 'Früher wurde erst in Folge 8 geweint. Da war noch Disziplin.'],
      ['deleted', 'Wer das nicht versteht, hat kein Herz.', [['kissen.karl', 'Schade, der war lustig.']]],
    ],
  },
  {
    title: 'Das „Nee“ von Folge 2 verdient einen Preis',
    content:
      'Kein Wort im deutschen Fernsehen hat je so viel gesagt. Ich habe es siebzehnmal gehört und jedes Mal etwas Neues verstanden.',
    author: 'couchkartoffel',
    hoursAgo: 27,
    tags: ['Pfefferkorn', 'das-sommerhaus-der-stars'],
    heat: 1,
    comments: [
      ['tvnudel', 'Beim zwölften Mal hört man, dass sie eigentlich „vielleicht“ meint.', [['couchkartoffel', 'Nee.']]],
      ['untertitel_uli', 'Wir haben intern drei Schreibweisen geprüft. Es blieb bei „Nee.“'],
      ['rosenkavalierin', 'Bitte auch einen Preis für Ricos Gesicht danach.'],
    ],
  },
  {
    title: 'Samira Adebar ist die beste Zuhörerin im deutschen Fernsehen',
    content: 'Sie sagt pro Folge vier Sätze. Alle vier sitzen. Ich wünschte, mein Chef wäre so.',
    author: 'fernseh_fritzi',
    hoursAgo: 32,
    tags: ['Adebar', 'das-sommerhaus-der-stars'],
    heat: 0.75,
    comments: [
      ['drama_drossel', 'Sie hat einmal „Aha“ gesagt und drei Leute haben sich entschuldigt.'],
      ['senf_dazu', 'Aha.'],
    ],
  },
  {
    title: 'Fips und der Ofen: die heimliche Liebesgeschichte der Staffel',
    content: 'Er fragt ihn morgens, wie er geschlafen hat. Der Ofen knistert. Ich weine.',
    author: 'villa_kunterbernd',
    hoursAgo: 18,
    tags: ['Oderbruch', 'forsthaus-rampensau'],
    heat: 0.7,
    comments: [
      ['rosenkavalierin', 'Für mich das einzige Paar, das hält.'],
      ['pausenbrot', 'Er wärmt ihn. Er wärmt ihn wirklich.'],
    ],
  },
  {
    title: 'Was wäre euer Kampfname bei Kampf der Realitystars?',
    content: 'Regel: Küchengerät plus Gefühl. Ich bin „Toaster Sehnsucht“.',
    author: 'zapp_zarapp',
    hoursAgo: 38,
    tags: ['kampf-der-realitystars'],
    heat: 0.85,
    comments: [
      ['tvnudel', '„Nudelsieb Heimweh“, hallo.'],
      ['kissen.karl', '„Wasserkocher Zuversicht“.'],
      ['drama_drossel', '„Mixer Reue“.'],
      ['spoiler_salome', '„Eierschneider Vorfreude“.'],
    ],
  },
  {
    title: 'Die Hausordnung hat mehr Drehbuch als die Sendung',
    content: 'Dilara hat sie vorgelesen und plötzlich war Ruhe. Sechs Minuten. Rekord.',
    author: 'senf_dazu',
    hoursAgo: 14,
    tags: ['Karamelcioğlu', 'prominent-getrennt'],
    heat: 0.55,
    comments: [['untertitel_uli', '[§ 4, leise bedrohlich]']],
  },
  {
    title: 'Uschi siezt alle, und alle benehmen sich: Zufall?',
    content: 'Seit sie da ist, wird sogar die Butter zurückgestellt.',
    author: 'rosenkavalierin',
    hoursAgo: 11,
    tags: ['Kaffeekranz', 'love-island-vip'],
    heat: 0.8,
    comments: [
      ['couchkartoffel', 'Ich sieze jetzt meine Katze. Sie gehorcht trotzdem nicht.'],
      ['abspann_anna', 'Frau Kaffeekranz for Bundespräsidentin.'],
    ],
  },
]
