import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'

/** What Vitest needs to show components of the app in a browser with the app's styles. */
export const componentPlugins = [tailwindcss(), react()]
