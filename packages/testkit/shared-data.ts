import { fileURLToPath } from 'node:url'

/** The path of a file of real input. These files are stored next to the repository, not in it. */
export const sharedData = (file: string): string =>
  fileURLToPath(new URL(`../../../shared/data/${file}`, import.meta.url))
