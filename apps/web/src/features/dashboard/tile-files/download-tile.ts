import type { Formats } from '#charts/value-format.ts'
import { DefinitionRef } from '#contract/report-definition.ts'
import type { RawFetch } from '#web/app/runtime.tsx'
import { downloadReport, saveFile } from '#web/features/reports/export/download.ts'
import type { TileResult } from '../tile-state.ts'
import { tileCsv } from './tile-csv.ts'
import { tilePng } from './tile-png.ts'
import { tileTexts } from './tile-texts.ts'

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
