import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'

interface Icon {
  readonly file: string
  /** pixels */
  readonly size: number
  /** the picture reaches the edges, with room for a mask of the system's shape around the mark */
  readonly isMaskable: boolean
}

const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, isMaskable: false },
  { file: 'icon-512.png', size: 512, isMaskable: false },
  { file: 'maskable-512.png', size: 512, isMaskable: true },
  // The system rounds its corners.
  { file: 'apple-touch-icon.png', size: 180, isMaskable: true },
]

/** Share of a maskable icon that every mask leaves visible. */
const SAFE_PART = 0.8

const draw = async (drawing: Buffer, { size, isMaskable }: Icon): Promise<Buffer> => {
  const inner = isMaskable ? Math.round(size * SAFE_PART) : size
  const mark = await sharp(drawing, { density: 72 * 16 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  if (!isMaskable) return mark
  const background = await sharp(mark)
    .extract({ left: Math.round(inner / 2), top: 2, width: 1, height: 1 })
    .raw()
    .toBuffer()
  const [r = 0, g = 0, b = 0] = background
  return sharp({ create: { width: size, height: size, channels: 3, background: { r, g, b } } })
    .composite([{ input: mark }])
    .png({ palette: true })
    .toBuffer()
}

/** Draws the icons of the installed app from the one that browsers show. */
export const appIcons = (drawingFile: string): Plugin => ({
  name: 'cuvee:app-icons',
  apply: 'build',
  async generateBundle() {
    const drawing = await readFile(drawingFile)
    for (const icon of ICONS)
      this.emitFile({ type: 'asset', fileName: `icons/${icon.file}`, source: await draw(drawing, icon) })
  },
})
