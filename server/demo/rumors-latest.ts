import type { DemoRumor } from './post-types.ts'

/** Written the last two days. */
export const latestRumors: readonly DemoRumor[] = [
  {
    title: 'Zieht Mandy Pfefferkorn mit ihrem Ex ins Sommerhaus?',
    content:
      'Am Set in Bocholt soll ein Koffer mit Leomuster stehen. Es gibt nicht viele davon, und einer gehört Mandy. Der zweite gehört, so sagt man, Rico.\n\nBeide haben seit gestern nichts gepostet. Bei Mandy ist das ungefähr so wahrscheinlich wie Schnee im Dschungel.',
    author: 'tvnudel',
    hoursAgo: 2,
    tags: ['Pfefferkorn', 'Sturmhöfel', 'das-sommerhaus-der-stars'],
    heat: 0.95,
    belief: 0.68,
    sourceUrl: 'https://regionalblatt-bocholt.example/koffer',
    comments: [
      [
        'couchkartoffel',
        'Leokoffer bestätigt gar nichts. Ich habe auch einen. Ich war noch nie in Bocholt.',
        [
          ['tvnudel', 'Das würde jemand aus Bocholt auch sagen.'],
          ['couchkartoffel', '@tvnudel Ohne meinen Anwalt sage ich nichts mehr.'],
        ],
      ],
      ['@team', 'Wir haben beim Sender nachgefragt. Sobald eine Antwort da ist, ändern wir den Status.'],
      ['nachtschicht.nils', 'Ich hoffe es so sehr, dass ich „Stimmt“ gedrückt habe. Das ist keine Quelle, ich weiß.'],
      ['lagerfeuer_lina', 'Zwei Koffer, ein Schrank. Ich seh die erste Folge schon vor mir.'],
    ],
  },
  {
    title: 'Neue Staffel Dschungelcamp startet schon Mitte Januar',
    content:
      'Der Sender hat den Termin gestern selbst verraten, im Abspann, sehr klein, zwischen Catering und Kamelbetreuung.',
    author: 'abspann_anna',
    hoursAgo: 5,
    tags: ['ich-bin-ein-star'],
    heat: 0.8,
    belief: 0.91,
    status: 'verified',
    reason: 'Der Sender hat den Starttermin in seiner Programmvorschau veröffentlicht.',
    verificationSource: 'Programmvorschau des Senders',
    comments: [
      ['dschungel_dieter', 'Hut ist gebügelt. Ich bin bereit.'],
      ['untertitel_uli', '[leises Rascheln von Bohnensäcken]'],
      ['testbild_toni', 'Im Abspann! Da guckt doch keiner hin.', [['abspann_anna', 'Doch. Ich. Seit 1994.']]],
    ],
  },
  {
    title: 'Günni Fassbrause eröffnet einen Kiosk in der Villa',
    content:
      'Angeblich gibt es ab Woche drei bei Love Island VIP einen Kiosk mit gemischten Tüten für fünfzig Cent. Betreiber: Günni. Produzent: auch Günni.',
    author: 'popcorn.paule',
    hoursAgo: 20,
    tags: ['Fassbrause', 'love-island-vip'],
    heat: 0.75,
    belief: 0.55,
    comments: [
      ['villa_kunterbernd', 'Gemischte Tüte ohne Lakritz oder ich gehe.'],
      ['teleshop_tina', 'Endlich ein Format mit Geschäftsmodell!'],
      ['glotzfrosch', 'Der Mann würde das wirklich tun.'],
    ],
  },
  {
    title: 'Rico übt heimlich Walzer für die Tanznacht',
    content: 'Eine Nachbarin hat nachts Dreivierteltakt gehört. Und Schritte. Und zweimal „Entschuldigung, Klaus“.',
    author: 'rosenkavalierin',
    hoursAgo: 30,
    tags: ['Sturmhöfel', 'kampf-der-realitystars'],
    heat: 0.55,
    belief: 0.73,
    comments: [
      ['kissen.karl', 'Wer ist Klaus? Ich brauche sofort alles über Klaus.'],
      ['cliffhanger_cleo', 'Klaus ist bestimmt der', [['couchkartoffel', 'Der was, Cleo? DER WAS?']]],
    ],
  },
  {
    title: 'Şirin singt die Hymne beim Finale von Forsthaus Rampensau',
    content: 'In C-Dur, mit Blaskapelle und zwei Ziegen im Chor. Die Ziegen sind bestätigt.',
    author: 'vorspann_vroni',
    hoursAgo: 26,
    tags: ['Yıldızoğlu-Tannhäuser', 'forsthaus-rampensau'],
    heat: 0.5,
    belief: 0.77,
    comments: [
      ['drama_drossel', 'Ich übe schon mal die zweite Stimme.'],
      ['pausenbrot', 'Ziegen bestätigt!'],
    ],
  },
  {
    title: 'Uschi Kaffeekranz bekommt eine eigene Rommé-Show',
    content: 'Nachmittags, live, sechzig Minuten, alle siezen sich. Der Sender soll schon Filzdecken bestellt haben.',
    author: 'testbild_toni',
    hoursAgo: 12,
    tags: ['Kaffeekranz'],
    heat: 0.9,
    belief: 0.64,
    comments: [
      ['couchkartoffel', 'Nimm mein Geld. Nehmen Sie mein Geld, Frau Kaffeekranz.'],
      [
        'mediathekla',
        'Bitte mit Untertiteln für die Flüsterpassagen.',
        [['untertitel_uli', '[zustimmendes Klackern von Spielkarten]']],
      ],
      ['nachtschicht.nils', 'Endlich etwas, wofür ich den Wecker stelle.'],
    ],
  },
  {
    title: 'Der Pool bei Love Island VIP ist nur hüfttief',
    content: 'Deswegen stehen da immer alle. Ich habe vier Folgen lang gemessen, mit Geodreieck am Bildschirm.',
    author: 'nachtschicht.nils',
    hoursAgo: 36,
    tags: ['love-island-vip'],
    heat: 0.7,
    belief: 0.58,
    comments: [
      ['glotzfrosch', 'Als Frosch sage ich: zum Stehen reicht es.'],
      ['senf_dazu', 'Das Geodreieck gehört ins Museum.'],
    ],
  },
  {
    title: 'Trixi kündigt ihre Streits jetzt mit Anschnallzeichen an',
    content: 'Über der Küchentür im Sommerhaus leuchtet neuerdings etwas. Wenn es piept, setzen sich alle.',
    author: 'spoiler_salome',
    hoursAgo: 9,
    tags: ['Turbulenz', 'das-sommerhaus-der-stars'],
    heat: 0.55,
    belief: 0.66,
    comments: [
      ['villa_kunterbernd', 'Und wo sind die Notausgänge?'],
      ['lagerfeuer_lina', 'Vorne, in der Mitte und bei der Waschmaschine.'],
    ],
  },
  {
    title: 'Birgül hat den Kiosk gegenüber der Villa heruntergehandelt',
    content: 'Auf minus zwei Euro. Der Kiosk zahlt jetzt, wenn sie vorbeikommt.',
    author: 'fernseh_fritzi',
    hoursAgo: 16,
    tags: ['Sarımsak', 'love-island-vip'],
    heat: 0.5,
    belief: 0.84,
    comments: [['senf_dazu', 'Wirtschaftsnobelpreis, und zwar zum halben Preis.']],
  },
]
