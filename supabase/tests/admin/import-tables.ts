/** A format with a season, two people in it and an episode, as an import gives them. */
export const islandTables = (broadcaster: string) => ({
  formats: [{ key: 'IN', name: 'Insel der Probe', broadcaster }],
  seasons: [{ external_key: 'IN/1', format_key: 'IN', season_number: 1, title: 'Die erste' }],
  stars: [
    { key: 'S1', first_name: 'Desmond', last_name: 'Müller', nickname: null, birthdate: null },
    { key: 'S2', first_name: 'Kim', last_name: 'Roth', nickname: null, birthdate: null },
  ],
  participants: [
    { format_key: 'IN', season_number: 1, star_key: 'S1', placement: 'Platz 2', sort_order: 1 },
    { format_key: 'IN', season_number: 1, star_key: 'S2', placement: null, sort_order: 2 },
  ],
  episodes: [
    {
      ...{ external_key: 'IN/1/1', format_key: 'IN', season_number: 1, episode_number: 1 },
      ...{ title: 'Ankunft', date: '2026-12-01', duration_minutes: 60 },
    },
  ],
})
