import type { Formats } from '#charts/value-format.ts'
import { DefinitionRef } from '#contract/report-definition.ts'
import { changeText } from '#ui/comparison.ts'
import type { RawFetch } from '#web/app/runtime.tsx'
import { downloadReport, saveFile } from '#web/features/reports/export/download.ts'
import { comparedWith } from '#widgets/kit/chart-text.ts'
import type { TileResult } from '../tile-state.ts'
import { tileCsv } from './tile-csv.ts'
import { findCharts, readLegend, type TileTexts, tileSvg } from './tile-svg.ts'

/** The texts around the charts of a tile: title, numbers, dates and age of the data. */
const tileTexts = (title: string, result: TileResult, formats: Formats): TileTexts => {
  const { data, range, asOf } = result
  const compared = comparedWith(result, formats)
  const [hero, ...others] = data.kpis
  const change = (kpi: NonNullable<typeof hero>): string => {
    if (compared === null) return ''
    const { word, amount } = changeText(kpi, formats)
    return ` (${[word, amount].filter((part) => part !== '').join(' ')})`
  }
  const dates = range === null ? 'All time' : formats.range(range.from, range.until)
  const facts = [dates, compared === null ? '' : `compared with ${compared}`]
  return {
    head: [
      { text: title, size: 16, weight: 600 },
      ...(hero === undefined
        ? []
        : [
            { text: hero.label, size: 12, isMuted: true },
            { text: `${formats.figure(hero.value, hero.format)}${change(hero)}`, size: 24, weight: 600 },
          ]),
      ...others.map((kpi) => ({
        text: `${kpi.label}: ${formats.figure(kpi.value, kpi.format)}${change(kpi)}`,
        size: 13,
      })),
    ],
    foot: [
      { text: facts.filter((fact) => fact !== '').join(', '), size: 12, isMuted: true },
      ...(asOf === null ? [] : [{ text: `As of ${formats.instant(asOf)}`, size: 12, isMuted: true }]),
    ],
  }
}

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
const tilePng = async (tile: Element, texts: TileTexts): Promise<Blob> => {
  const style = getComputedStyle(tile)
  const colors = { surface: style.backgroundColor, text: style.color, muted: style.getPropertyValue('--chart-text') }
  const picture = tileSvg(findCharts(tile), texts, readLegend(tile), colors)
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

interface TileFile {
  readonly title: string
  readonly result: TileResult
}

const fileName = ({ title, result: { range } }: TileFile, extension: string): string => {
  const dates = range === null ? '' : ` ${range.from}`
  return `${title}${dates}.${extension}`.replaceAll(/[\\/:*?"<>|]/g, ' ')
}

/** Saves a picture of a tile. Rejects when it cannot be drawn. */
export const saveTilePng = async (tile: Element, file: TileFile, formats: Formats): Promise<void> => {
  const texts = tileTexts(file.title, file.result, formats)
  saveFile({ name: fileName(file, 'png'), file: await tilePng(tile, texts) })
}

/** Saves the rows of a report tile, all of them: the same query as the tile. Rejects with the error of the response. */
export const saveReportCsv = async (rawFetch: RawFetch, source: unknown, file: TileFile): Promise<void> => {
  const { report } = file.result.data
  if (report === undefined) return
  const request = {
    definition: DefinitionRef.parse(source),
    ...report.request,
    format: 'csv',
    totals: false,
    details: true,
  } as const
  const signal = new AbortController().signal
  const options = { signal, fallbackName: fileName(file, 'csv'), onBytes: () => undefined }
  saveFile(await downloadReport(rawFetch, request, options))
}

/** Saves the rows of a tile, or its numbers if it has none. */
export const saveTileCsv = (file: TileFile): void => {
  const text = tileCsv(file.result.data)
  saveFile({ name: fileName(file, 'csv'), file: new Blob([text], { type: 'text/csv;charset=utf-8' }) })
}
