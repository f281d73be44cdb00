import { fileURLToPath } from 'node:url'

const fontPath = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Inter for files and pictures that the server draws: paths of the regular and the semibold cut. */
export const REGULAR_FONT = fontPath('inter-regular.ttf')
export const SEMIBOLD_FONT = fontPath('inter-semibold.ttf')

/**
 * What draws the scripts that Inter lacks, in the order in which a character is looked for: Chinese writes most of its characters
 * as Japanese does, and both have symbols that emoji repeat.
 */
const SCRIPT_TYPEFACES = [
  { folder: 'noto-sans-georgian', name: 'NotoSansGeorgian', bold: '600SemiBold' },
  { folder: 'noto-sans-hebrew', name: 'NotoSansHebrew', bold: '600SemiBold' },
  { folder: 'noto-sans-armenian', name: 'NotoSansArmenian', bold: '600SemiBold' },
  { folder: 'noto-sans-arabic', name: 'NotoSansArabic', bold: '600SemiBold' },
  { folder: 'noto-sans-thai', name: 'NotoSansThai', bold: '600SemiBold' },
  { folder: 'biz-udpgothic', name: 'BIZUDPGothic', bold: '700Bold' },
  { folder: 'nanum-gothic', name: 'NanumGothic', bold: '700Bold' },
  { folder: 'zcool-xiaowei', name: 'ZCOOLXiaoWei', bold: '400Regular' },
  { folder: 'noto-emoji', name: 'NotoEmoji', bold: '400Regular' },
]

/** Paths of the fonts that follow Inter. */
export const scriptFonts = (isBold: boolean): string[] =>
  SCRIPT_TYPEFACES.map(({ folder, name, bold }) => {
    const cut = isBold ? bold : '400Regular'
    return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${folder}/${cut}/${name}_${cut}.ttf`))
  })

/** Settings for a process of its own, by `FONTCONFIG_FILE`: only these fonts are found. */
export const FONT_SETTINGS = fontPath('fonts.conf')
