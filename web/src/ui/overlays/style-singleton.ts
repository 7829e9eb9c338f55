import { useEffect, useRef } from 'react'

/**
 * Replaces the package `react-style-singleton`, which Radix uses to inject a <style> element.
 * The content security policy allows style elements by hash only; constructed style sheets are not subject to it.
 */
function adopt(css: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}

/** A hook that adopts a style while mounted; one that is not dynamic keeps its first text. */
export const styleHookSingleton = () =>
  function useAdoptedStyle(css: string, dynamic?: boolean): void {
    const first = useRef(css)
    const text = dynamic ? css : first.current
    useEffect(() => adopt(text), [text])
  }

/** As the package's export: a component that adopts `styles` while mounted. */
export const styleSingleton = () => {
  const useAdoptedStyle = styleHookSingleton()
  return function AdoptedStyle({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useAdoptedStyle(styles, dynamic)
    return null
  }
}

/** As the package's export: adds one style sheet and removes it. */
export const stylesheetSingleton = () => {
  let remove = () => {}
  return {
    add: (css: string) => {
      remove = adopt(css)
    },
    remove: () => remove(),
  }
}
