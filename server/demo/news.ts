export type DemoNews = { title: string; excerpt: string; body: string; hoursAgo: number }

export const demoNews: readonly DemoNews[] = [
  {
    title: 'Willkommen in der Demo: Die Formate sind echt, die Stars nicht',
    excerpt:
      'Alle Stars, Mitglieder, Gerüchte und Stimmen hier sind erfunden. Formate, Sender und Anbieter gibt es wirklich.',
    body: 'Damit du siehst, wie HoT aussieht, wenn etwas los ist, haben wir ein bisschen Leben erfunden.\n\nMandy, Rico, Jupp und alle anderen gibt es nicht. Wenn du jemanden wiedererkennst, ist das Zufall. Die Termine im Kalender sind ebenfalls ausgedacht, bitte stell dir danach keinen Wecker.',
    hoursAgo: 1,
  },
  {
    title: 'Neu im Kalender: alle Wiedersehen auf einen Blick',
    excerpt: 'Wer mit wem noch redet, steht jetzt im Programm.',
    body: 'Wiedersehen haben im Kalender eine eigene Marke und sind live gekennzeichnet.\n\nDu kannst den ganzen Kalender oder ein einzelnes Format als .ics abonnieren. Dein Handy sagt dir dann, wann du auf dem Sofa sein musst.',
    hoursAgo: 21,
  },
  {
    title: 'So rechnet die HoT Bestenliste',
    excerpt: 'Wiedersehen zählt die Hälfte, Drama ein bisschen mehr als Echtheit.',
    body: 'Drei Fragen, je 1 bis 5: Wie sehr willst du sie oder ihn wieder sehen? Wie echt? Wie viel Drama?\n\nWenige Stimmen ziehen nur wenig. Ab fünf Stimmen ist jemand in der Liste. Jede Stunde wird neu sortiert, einmal in der Woche vergleichen die Pfeile.',
    hoursAgo: 50,
  },
  {
    title: 'Der Dachs ist keiner',
    excerpt: 'Unsere Recherche zur Stimme aus der Decke ist abgeschlossen.',
    body: 'Nach drei Wochen, vierzig Kommentaren und einem Geodreieck steht fest: Es war ein neues Mikrofon.\n\nDie Umfrage „Wie soll der Dachs heißen?“ bleibt trotzdem online. Manche Dinge sind größer als die Wahrheit.',
    hoursAgo: 200,
  },
  {
    title: 'Spoiler: bitte in den Titel',
    excerpt: 'Für alle, die die Wiederholung um vier gucken.',
    body: 'Wenn du etwas verrätst, schreib „Spoiler“ in den Titel. Dann entscheidet jede und jeder selbst.\n\nWer es vergisst, bekommt eine freundliche Nachricht vom Team. Beim dritten Mal ist sie nur noch höflich.',
    hoursAgo: 330,
  },
]
