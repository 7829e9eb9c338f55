/** Real channels of German reality television. */
export type DemoBroadcaster = {
  name: string
  type: 'streaming' | 'tv' | 'pay_tv' | 'mediathek'
  color: string
  websiteUrl: string
}

export const demoBroadcasters: readonly DemoBroadcaster[] = [
  { name: 'RTL', type: 'tv', color: '#E3000F', websiteUrl: 'https://www.rtl.de' },
  { name: 'RTLZWEI', type: 'tv', color: '#1D2B8F', websiteUrl: 'https://www.rtl2.de' },
  { name: 'SAT.1', type: 'tv', color: '#B4141E', websiteUrl: 'https://www.sat1.de' },
  { name: 'ProSieben', type: 'tv', color: '#C8102E', websiteUrl: 'https://www.prosieben.de' },
  { name: 'VOX', type: 'tv', color: '#E4032E', websiteUrl: 'https://www.vox.de' },
  { name: 'MTV', type: 'tv', color: '#FACC15', websiteUrl: 'https://www.mtv.de' },
  { name: 'sixx', type: 'tv', color: '#D6006D', websiteUrl: 'https://www.sixx.de' },
  { name: 'Sky One', type: 'pay_tv', color: '#0072C9', websiteUrl: 'https://www.sky.de' },
  { name: 'RTL+', type: 'streaming', color: '#4B1E8F', websiteUrl: 'https://plus.rtl.de' },
  { name: 'Joyn', type: 'streaming', color: '#7A3CF0', websiteUrl: 'https://www.joyn.de' },
  { name: 'Netflix', type: 'streaming', color: '#E50914', websiteUrl: 'https://www.netflix.com' },
  { name: 'Prime Video', type: 'streaming', color: '#00A8E1', websiteUrl: 'https://www.primevideo.com' },
  { name: 'Paramount+', type: 'streaming', color: '#0064FF', websiteUrl: 'https://www.paramountplus.com' },
  { name: 'ARD Mediathek', type: 'mediathek', color: '#003480', websiteUrl: 'https://www.ardmediathek.de' },
  { name: 'ZDF Mediathek', type: 'mediathek', color: '#FA7D19', websiteUrl: 'https://www.zdf.de' },
]

export type DemoProvider = { name: string; color: string; websiteUrl: string }

export const demoProviders: readonly DemoProvider[] = [
  { name: 'RTL+', color: '#4B1E8F', websiteUrl: 'https://plus.rtl.de' },
  { name: 'Joyn', color: '#7A3CF0', websiteUrl: 'https://www.joyn.de' },
  { name: 'Netflix', color: '#E50914', websiteUrl: 'https://www.netflix.com' },
  { name: 'Prime Video', color: '#0ea5e9', websiteUrl: 'https://www.primevideo.com' },
  { name: 'Paramount+', color: '#0064FF', websiteUrl: 'https://www.paramountplus.com' },
]
