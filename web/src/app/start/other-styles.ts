const againMs = 5_000

const textOf = (answer: Response) => (answer.ok ? answer.text() : Promise.reject(answer.status))

async function adopt(css: string): Promise<void> {
  document.adoptedStyleSheets.push(await new CSSStyleSheet().replace(css))
}

/**
 * A page of the server brings the styles of what it shows (`server/documents/used-styles.ts`). Those of what comes later are asked for
 * before its code is, and again until they come. Not by a link in the head: React empties that when it renders a whole document anew.
 */
export function loadOtherStyles(): void {
  const href = document.querySelector<HTMLElement>('style[data-rest]')?.dataset.rest
  if (href)
    void fetch(href)
      .then(textOf)
      .then(adopt, () => setTimeout(loadOtherStyles, againMs))
}
