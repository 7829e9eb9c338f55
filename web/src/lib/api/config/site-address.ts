import { runtimeConfig } from './runtime-config.ts'

/** Where the web server answers a path: beside the page on the website, at the site's address from a shell. */
export async function siteAddress(path: string): Promise<string> {
  if (import.meta.env.VITE_SHELL !== 'native') return path
  return (await runtimeConfig()).siteUrl + path
}
