import type { Plugin } from 'vite'

/** Makes a build of the screens installable: manifest, icons, service worker, and the build's own name. */
export declare function installable(): Plugin
