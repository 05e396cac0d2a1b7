import type { Plugin } from 'vite'

/** Leaves out of the screens what zod brings for servers only. */
export function leanSchemas(): Plugin
