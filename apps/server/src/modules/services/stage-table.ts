import type { TableHead } from '#connectors/csv/header-row.ts'
import { createCsvNormalizer } from '#connectors/csv/normalizer.ts'
import { createUtf8Reader } from '#connectors/csv/utf8.ts'
import type { PartWriter } from './part-writer.ts'
import type { StagedTable } from './staged-files.repo.ts'

export interface Output {
  readonly signal: AbortSignal
  readonly parts: PartWriter
}

export interface TableSource {
  /** of the sheet or the file in a ZIP file; blank for a file of its own */
  readonly name: string
  readonly isSheet: boolean
  readonly linesBefore: number
  /** a table whose columns this one has in another order */
  readonly like: TableHead | undefined
}

/** Lines of the tables so far: the next one continues their numbers. */
export const countStagedLines = (tables: readonly StagedTable[]): number => {
  const last = tables.at(-1)
  return last === undefined ? 0 : last.linesBefore + last.lines
}

/** Normalizes one table, which ends the current part. */
export const stageTable = async (
  /** of a sheet, numbers count blank rows */
  bytes: AsyncIterable<Uint8Array | number>,
  { name, isSheet, linesBefore, like }: TableSource,
  { signal, parts }: Output,
): Promise<StagedTable> => {
  const reader = createUtf8Reader()
  const sheet = isSheet ? { isPadded: true, delimiter: ',' } : {}
  const normalizer = createCsvNormalizer({ linesBefore, ...sheet, ...(like && { like }) })
  const from = parts.names.length
  for await (const chunk of bytes) {
    signal.throwIfAborted()
    if (typeof chunk === 'number') await parts.write(normalizer.skip(chunk))
    else await parts.write(normalizer.push(isSheet ? chunk : reader.push(chunk)))
  }
  signal.throwIfAborted()
  await parts.write(normalizer.push(reader.end()))
  await parts.write(normalizer.end())
  await parts.close()
  const report = normalizer.report()
  const encoding = reader.encoding()
  const notes = [...(encoding === 'UTF-8' ? [] : [`The text is ${encoding}`]), ...report.notes]
  return { ...report, name, isSheet, linesBefore, lines: normalizer.lines(), notes, parts: parts.names.slice(from) }
}
