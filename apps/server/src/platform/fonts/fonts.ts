import { fileURLToPath } from 'node:url'

const fontPath = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Inter for files and pictures that the server draws: paths of the regular and the semibold cut. */
export const REGULAR_FONT = fontPath('inter-regular.ttf')
export const SEMIBOLD_FONT = fontPath('inter-semibold.ttf')

/** Settings for a process of its own, by `FONTCONFIG_FILE`: only these fonts are found. */
export const FONT_SETTINGS = fontPath('fonts.conf')
