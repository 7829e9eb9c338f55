import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'

/** Plugins for Vitest to render the app's components in a browser with its styles. */
export const componentPlugins = [tailwindcss(), react()]
