import { chartsOf, legendOf, type TileTexts, tileSvg } from './tile-svg.ts'

/** Pixels of the picture for a pixel of the page. */
const SCALE = 2

const loaded = (address: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('The picture of the tile could not be drawn'))
    image.src = address
  })

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large')) : resolve(blob)),
      'image/png',
    ),
  )

/** A picture of a tile in the colors of the page. Rejects when the browser cannot draw it. */
export const tilePng = async (tile: Element, texts: TileTexts): Promise<Blob> => {
  const style = getComputedStyle(tile)
  const colors = { surface: style.backgroundColor, text: style.color, muted: style.getPropertyValue('--chart-text') }
  const picture = tileSvg(chartsOf(tile), texts, legendOf(tile), colors)
  const source = new XMLSerializer().serializeToString(picture)
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`)
  const canvas = document.createElement('canvas')
  canvas.width = image.width * SCALE
  canvas.height = image.height * SCALE
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw pictures')
  context.scale(SCALE, SCALE)
  context.drawImage(image, 0, 0)
  return toPng(canvas)
}
