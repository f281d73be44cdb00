import { CsvFileError } from '../file-problem.ts'
import type { Archive } from './archive.ts'
import { type CellFormat, cellFormat, hasLostDigits, numberText, UNCOMPUTED } from './cell-format.ts'
import { readXml, type XmlHandlers, xmlEvents } from './xml-events.ts'

export interface Sheet {
  readonly name: string
  /** whole rows as CSV in UTF-8 with commas, one a line, or the number of rows that the sheet leaves out */
  read(): AsyncGenerator<Uint8Array | number>
}

const WORKBOOK = 'xl/workbook.xml'

export const isWorkbook = ({ names }: Archive): boolean => names.includes(WORKBOOK)

/** Texts are kept in memory while a sheet is read. */
const MAX_TEXT_LENGTH = 100_000_000
/** Blank texts take memory, too. */
const TEXT_OVERHEAD = 8
const MAX_COLUMNS = 1_000
/** Of all sheets as CSV: blank cells before a value take few bytes in the workbook. */
const MAX_LINES_LENGTH = 500 * 1024 * 1024

interface Context {
  readonly archive: Archive
  readonly texts: readonly string[]
  readonly formats: readonly CellFormat[]
  readonly epoch: 'excel1900' | 'excel1904'
  /** of the sheets that were read */
  linesLength: number
}

/** The visible sheets of an XLSX workbook, in its order, each once. Throws `CsvFileError`. */
export const readWorkbook = async (archive: Archive): Promise<Sheet[]> => {
  const sheets: { name: string; id: string }[] = []
  let epoch: Context['epoch'] = 'excel1900'
  await readXml(archive.read(WORKBOOK), {
    open: (name, attributes) => {
      const is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name === 'workbookPr' && is1904) epoch = 'excel1904'
      const isShown = name === 'sheet' && (attributes.state ?? 'visible') === 'visible'
      if (isShown) sheets.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' })
    },
  })
  const paths = await sheetPaths(archive)
  const context: Context = {
    ...{ archive, texts: await sharedTexts(archive), formats: await cellFormats(archive) },
    ...{ epoch, linesLength: 0 },
  }
  const names = new Map<string, string>()
  for (const { name, id } of sheets) {
    const path = paths.get(id)
    if (path !== undefined && !names.has(path)) names.set(path, name)
  }
  return [...names].map(([path, name]) => ({ name, read: () => sheetLines(context, path) }))
}

const sheetPaths = async (archive: Archive): Promise<Map<string, string>> => {
  const paths = new Map<string, string>()
  await readXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return paths
}

const sharedTexts = async (archive: Archive): Promise<string[]> => {
  const texts: string[] = []
  let text = ''
  let length = 0
  let isText = false
  let isPhonetic = false
  const handlers: XmlHandlers = {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text: (part) => {
      if (isText) text += part
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      texts.push(text)
      length += text.length + TEXT_OVERHEAD
      if (length > MAX_TEXT_LENGTH) throw tooLong()
    },
  }
  await readXml(archive.read('xl/sharedStrings.xml'), handlers, Number.POSITIVE_INFINITY)
  return texts
}

const tooLong = (): CsvFileError => {
  const message = 'The workbook has too much text. Save the sheet as CSV (UTF-8)'
  return new CsvFileError({ line: null, column: null, value: null, message })
}

const cellFormats = async (archive: Archive): Promise<CellFormat[]> => {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isCells = false
  await readXml(archive.read('xl/styles.xml'), {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCells = true
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name !== 'xf' || !isCells) return
      const id = Number(attributes.numFmtId ?? 0)
      formats.push(cellFormat(id, codes.get(id)))
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return formats
}

/** `B12` → 1; null without letters. */
const columnIndex = (reference: string | undefined): number | null => {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Excel's writing of characters that XML has no place for, such as `_x000D_`. */
const ESCAPED = /_x([0-9A-F]{4})_/g

const csvCell = (text: string): string => {
  const written = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  // A row of the sheet stays one line, so that line numbers are row numbers.
  const line = written.replace(/[\r\n]+/g, ' ')
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}

const lostDigits = (row: number, cell: string): CsvFileError => {
  const message = `Cell ${cell} has a number of more than 15 digits, of which a workbook keeps 15. Save such IDs as text, or send the file as CSV`
  return new CsvFileError({ line: row, column: null, value: null, message })
}

const LAST_ROW = 1_048_576

/** A million blank rows take few bytes in the workbook, so they are counted. */
async function* sheetLines(context: Context, path: string): AsyncGenerator<Uint8Array | number> {
  const { archive, texts, formats, epoch } = context
  let parts: (Uint8Array | number)[] = []
  let lines = ''
  const endLines = () => {
    if (lines === '') return
    context.linesLength += lines.length
    if (context.linesLength > MAX_LINES_LENGTH) throw tooLong()
    parts.push(Buffer.from(lines))
    lines = ''
  }
  let row = 0
  let cells: string[] = []
  let column = 0
  let type = 'n'
  let style = 0
  let value = ''
  let isValue = false
  let isFormula = false
  let reference = ''
  const cellText = (): string => {
    if (type === 's') return texts[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type !== 'n') return value
    if (hasLostDigits(value)) throw lostDigits(row, reference)
    return numberText(value, formats[style] ?? cellFormat(0, undefined), epoch)
  }
  const events = xmlEvents(archive.read(path), {
    open: (name, attributes) => {
      if (name === 'row') {
        const next = Math.min(Math.trunc(Number(attributes.r ?? row + 1)), LAST_ROW)
        if (next > row + 1) {
          endLines()
          parts.push(next - row - 1)
        }
        row = Math.max(next, row + 1)
        cells = []
        column = -1
      } else if (name === 'c') {
        column = columnIndex(attributes.r) ?? column + 1
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        value = ''
        isFormula = false
        reference = attributes.r ?? ''
      } else if (name === 'f') isFormula = true
      isValue = name === 'v' || name === 't'
    },
    text: (text) => {
      if (isValue) value += text
    },
    close: (name) => {
      isValue = false
      const isUncomputed = isFormula && type === 'n' && value === ''
      if (name === 'c' && (value !== '' || isUncomputed) && column < MAX_COLUMNS) {
        while (cells.length < column) cells.push('')
        // No number and no date: a column that is used refuses it by name.
        cells[column] = isUncomputed ? `${UNCOMPUTED}${reference}` : csvCell(cellText())
      } else if (name === 'row') lines += `${cells.join(',')}\n`
    },
  })
  for await (const _ of events) {
    endLines()
    yield* parts
    parts = []
  }
}
