import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `npm run dev` names the running server; everything that is not a screen is asked there. */
const server = process.env.PACKBOARD_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '/api': server } },
})
