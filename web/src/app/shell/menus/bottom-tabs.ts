export type BottomTab = { to: string; title: string; icon: 'home' | 'star' | 'tv' | 'talk' | 'trophy' | 'calendar' }

export const bottomTabs: readonly BottomTab[] = [
  { to: '/', title: 'Home', icon: 'home' },
  { to: '/stars', title: 'Stars', icon: 'star' },
  { to: '/formate', title: 'Formate', icon: 'tv' },
  { to: '/trashtalk', title: 'Trashtalk', icon: 'talk' },
  { to: '/charts', title: 'Charts', icon: 'trophy' },
  { to: '/kalender', title: 'Kalender', icon: 'calendar' },
]
