/** One input device and what it does, as WebDriver classic and BiDi both write it. */
export type InputSource =
  | {
      type: 'pointer'
      id: string
      actions: (
        | { type: 'pointerMove'; x: number; y: number; origin: 'viewport'; duration: number }
        | { type: 'pointerDown' | 'pointerUp'; button: 0 }
      )[]
    }
  | { type: 'key'; id: string; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }

/**
 * All that differs between two browsers: how a page is opened, asked and pressed. What journeys do is made of these in
 * `tab.ts`.
 */
export type Engine = {
  /** Begins anew: one tab in which nothing is stored. */
  fresh(): Promise<void>
  /** Opens an address in the only tab; done when the document is loaded. */
  open(address: string): Promise<void>
  /** The value of an expression in the page, which has to be JSON. */
  ask(expression: string): Promise<unknown>
  /** Presses and types as a person does. */
  act(sources: InputSource[]): Promise<void>
  /** Chooses a file in the field that the expression finds. */
  choose(field: string, file: string): Promise<void>
  /** What the browser has reported as errors since it began anew. */
  faults(): string[]
  /** What is on screen, as PNG. */
  picture(): Promise<Buffer>
  /** Ends the browser, whatever happened before. */
  end(): Promise<void>
}

/** The size of the window that both engines get. */
export const windowSize = { width: 1280, height: 800 } as const
