/** What TanStack Start's plugin knows of the build, as far as HoT reads it: style sheets by address. */
declare module 'tanstack-start-manifest:v' {
  export function tsrStartManifest(): { inlineCss?: { styles: Record<string, string> } }
}
