import { Asset, useRouter, useTags } from '@tanstack/react-router'

/**
 * The tags of the page's routes. The router's own `HeadContent` names each tag by its whole JSON, which for the inlined
 * style sheet means 72 kB of text in every rendering.
 */
export function HeadTags() {
  const tags = useTags()
  const nonce = useRouter().options.ssr?.nonce
  return tags.map((tag) => <Asset {...tag} key={tag.tag === 'style' ? 'styles' : JSON.stringify(tag)} nonce={nonce} />)
}
