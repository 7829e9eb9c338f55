/** The platforms of the wire with their own names, in the order they are offered. */
export const socialPlatforms = [
  { key: 'instagram', name: 'Instagram' },
  { key: 'tiktok', name: 'TikTok' },
  { key: 'youtube', name: 'YouTube' },
  { key: 'x', name: 'X' },
  { key: 'threads', name: 'Threads' },
] as const

export type SocialPlatform = (typeof socialPlatforms)[number]['key']

export const platformName = (key: SocialPlatform | undefined): string | undefined =>
  socialPlatforms.find((platform) => platform.key === key)?.name
