import { slugify } from '@hot/domain/text/slug'

/** What a broadcaster or provider is called in the address. The plus is part of the name: RTL and RTL+ are two. */
export const channelSlug = (channel: { name: string }): string => slugify(channel.name.replaceAll('+', ' plus'))

/** The broadcaster or provider an address names; undefined when it names none we know. */
export function bySlug<T extends { name: string }>(channels: readonly T[], slug: string | undefined): T | undefined {
  return slug === undefined ? undefined : channels.find((channel) => channelSlug(channel) === slug)
}
