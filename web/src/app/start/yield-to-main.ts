/** Lets the browser answer what has happened meanwhile before the work goes on. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
