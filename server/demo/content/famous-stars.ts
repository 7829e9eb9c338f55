export type DemoStar = {
  firstName: string
  lastName: string
  nickname: string | null
  birthdate: string | null
  bio: string | null
  /** Average votes, 1–5: [demand, realness, drama]. */
  lean: readonly [demand: number, realness: number, drama: number]
}

/** Builds one entry of the star lists. */
export const star = (
  firstName: string,
  lastName: string,
  nickname: string | null,
  birthdate: string | null,
  lean: DemoStar['lean'],
  bio: string | null,
): DemoStar => ({ firstName, lastName, nickname, birthdate, lean, bio })

/** Famous stars: casts draw from them first. */
export const famousStars: readonly DemoStar[] = [
  star(
    'Mandy',
    'Pfefferkorn',
    'Pepper',
    '1993-04-11',
    [4.9, 4, 4.9],
    'Mandy kam 2019 mit zwei Koffern in die Villa und ging mit dreien. Seitdem: fünf Formate, ein Kochbuch ohne Herd und das berühmteste „Nee“ der Fernsehgeschichte.',
  ),
  star(
    'Jolina',
    'Brandtner',
    null,
    '1998-09-02',
    [4.8, 4.1, 4.6],
    'Gelernte Floristin aus Gelsenkirchen. Kann in einer Matchnight gleichzeitig lachen, rechnen und recht haben.',
  ),
  star(
    'Rico',
    'Sturmhöfel',
    null,
    '1991-12-24',
    [4.6, 3.6, 4.8],
    'Türsteher, Teetrinker, Tänzer in dieser Reihenfolge. Sein Leomusterkoffer hat inzwischen mehr Fans als er.',
  ),
  star(
    'Celina-Joy',
    'Bergstein',
    null,
    '1999-06-30',
    [4.5, 3.8, 4.3],
    'Zwei Vornamen, ein Ziel: nie wieder Reis und Bohnen. Hat es schon zweimal nicht geschafft.',
  ),
  star(
    'Tiago',
    'Monteluna',
    'Tiggi',
    '1996-02-17',
    [4.4, 3.5, 4.4],
    'Surflehrer aus Bottrop. Doch, das geht. Er war nur noch nie am Meer gebucht, ohne dass jemand weint.',
  ),
  star(
    'Samira',
    'Adebar',
    null,
    '1994-08-08',
    [4.3, 4.4, 3.4],
    'Redet nur, wenn es etwas zu sagen gibt. Im Reality-TV eine Superkraft.',
  ),
  star(
    'Fips',
    'Oderbruch',
    null,
    '1989-03-03',
    [4, 4.2, 3.5],
    'Landmaschinenmechaniker mit Humor. Hat im Forsthaus als Einziger gewusst, wie der Ofen angeht.',
  ),
  star(
    'Larissa',
    'Holmsen',
    null,
    '1997-11-19',
    [3.9, 3.3, 4.2],
    'Kommt aus Kiel, friert nie und streitet am liebsten bei Wind.',
  ),
  star(
    'Yannick',
    'Rosenrot',
    null,
    '1995-05-05',
    [3.8, 3.4, 3.6],
    'Hat in drei Staffeln elf Rosen verteilt und keine davon bereut, außer acht.',
  ),
  star(
    'Aleyna',
    'Gündoğar',
    null,
    '2000-01-21',
    [3.9, 4, 3],
    'Kosmetikmeisterin und Schiedsrichterin in der Kreisliga. Zeigt auch in der Villa gern Gelb.',
  ),
  star(
    'Bibi',
    'Sommerlatte',
    null,
    '1992-07-14',
    [3.3, 3, 3.9],
    'Nennt jeden „Schatzi“, damit sie sich keine Namen merken muss.',
  ),
  star(
    'Dennis',
    'Wolkowitz',
    null,
    '1990-10-10',
    [3, 3.2, 3.4],
    'Trainiert zweimal am Tag und vergisst dabei, dass Spiele auch Regeln haben.',
  ),
  star(
    'Gina',
    'Lindwurm',
    null,
    '1996-12-01',
    [2.8, 2.6, 3.8],
    'Meisterin der Kunstpause. Eine davon dauerte eine ganze Folge.',
  ),
  star(
    'Carlo',
    'Zampatti',
    null,
    '1987-01-30',
    [2.5, 2.4, 3.5],
    'Eisverkäufer in vierter Generation. In der Villa schmilzt er zuerst.',
  ),
  star(
    'Nico',
    'Käsbohrer',
    null,
    '1998-04-26',
    [2.1, 2.5, 2.8],
    'War in drei Formaten und wurde in keinem davon gefragt, warum er da ist.',
  ),
  star(
    'Şirin',
    'Yıldızoğlu-Tannhäuser',
    null,
    '1994-03-15',
    [4.2, 4.3, 3.7],
    'Opernsängerin mit Reality-Nebenjob. Ihr Streit in Folge 6 wurde in C-Dur geführt.',
  ),
  star(
    'Łukasz',
    'Brzęczykowski',
    'Luki',
    '1993-09-27',
    [4.1, 4.5, 3.1],
    'Fliesenleger aus Herne, Romantiker aus Versehen. Baut in jeder Villa als Erstes ein Regal.',
  ),
  star(
    'Νίκη',
    'Καραμέλα',
    'Niki',
    '1997-07-07',
    [4, 3.9, 4],
    'Aus Thessaloniki nach Castrop-Rauxel gezogen, der Liebe wegen. Geblieben ist sie wegen der Pommes.',
  ),
]
